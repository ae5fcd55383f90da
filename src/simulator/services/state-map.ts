/** States by path: the value on subscribing, then every change. Both sides may ask. */
import type { StateJson } from '../../core/recording.ts';
import { deckPath, devicePath, STATE_MAP, stateCodec } from '../../stagelinq/index.ts';
import type { ClientConnection } from '../client-connection.ts';
import type { Lie } from '../set.ts';
import type { StateStore } from '../state-store.ts';
import type { SimulatedService } from './service.ts';

const NEVER_REPEAT = 0xffffffff;
/** Where a frame's path has its length: after the frame's length, four letters and the type. */
const PATH_LENGTH_AT = 12;
/** Cuts into the last field of any frame that carries a value. */
const CUT_BYTES = 6;

export interface StateMapService extends SimulatedService {
  /** Sends the values of subscribed paths again, one after another, `count` messages in all. */
  repeat(count: number): void;
  /** Sends every client a frame with wrong lengths. */
  lie(how: Lie): void;
}

interface Subscriber {
  readonly line: ClientConnection;
  readonly paths: Set<string>;
}

/**
 * `asksBack`: like a player that takes every peer for a mixer, it subscribes to one of the client's states.
 * `onSubscribe` is called with each first subscription of a connection.
 */
export function stateMapService(
  states: StateStore,
  asksBack: boolean,
  onSubscribe: () => void,
): StateMapService {
  const subscribers = new Set<Subscriber>();
  let turn = 0;

  const tell = ({ line }: Subscriber, path: string): void => {
    const json = states.printed(path);
    // An unsupported path is not answered at all.
    if (json !== undefined) {
      line.send(stateCodec.encode({ kind: 'value', path, json }));
    }
  };

  return {
    name: STATE_MAP,
    open(line) {
      const subscriber: Subscriber = { line, paths: new Set() };
      subscribers.add(subscriber);
      const unwatch = states.watch((path) => {
        if (subscriber.paths.has(path)) {
          tell(subscriber, path);
        }
      });
      return {
        message(frame) {
          const message = stateCodec.decode(frame);
          if (message.kind === 'subscribe') {
            if (subscriber.paths.size === 0) {
              onSubscribe();
              if (asksBack) {
                askBack(line);
              }
            }
            subscriber.paths.add(message.path);
            tell(subscriber, message.path);
          } else if (message.kind === 'write') {
            const value = readObject(message.json);
            if (value !== undefined) {
              states.set(message.path, value);
            }
          }
        },
        close() {
          unwatch();
          subscribers.delete(subscriber);
        },
      };
    },
    repeat(count) {
      const targets = [...subscribers].flatMap((subscriber) =>
        [...subscriber.paths]
          .filter((path) => states.printed(path) !== undefined)
          .map((path) => ({ subscriber, path })),
      );
      for (let sent = 0; sent < count; sent += 1) {
        turn += 1;
        const target = targets[turn % targets.length];
        if (target !== undefined) {
          tell(target.subscriber, target.path);
        }
      }
    },
    lie(how) {
      for (const { line, paths } of subscribers) {
        const [path = deckPath.play(1)] = paths;
        line.send(
          falsified(stateCodec.encode({ kind: 'value', path, json: '{"state":true,"type":1}' }), how),
        );
      }
    },
  };
}

function askBack(line: ClientConnection): void {
  line.send(stateCodec.encode({ kind: 'subscribe', path: devicePath.channelCount, interval: NEVER_REPEAT }));
}

/** A true frame whose lengths were tampered with. */
function falsified(frame: Buffer, how: Lie): Buffer {
  switch (how) {
    case 'oversized':
      frame.writeUInt32BE(0x7fffffff, 0);
      return frame;
    case 'odd':
      frame.writeUInt32BE(frame.readUInt32BE(PATH_LENGTH_AT) + 1, PATH_LENGTH_AT);
      return frame;
    case 'truncated': {
      const cut = frame.subarray(0, frame.length - CUT_BYTES);
      cut.writeUInt32BE(frame.readUInt32BE(0) - CUT_BYTES, 0);
      return cut;
    }
  }
}

function readObject(json: string | null): StateJson | undefined {
  try {
    const value: unknown = JSON.parse(json ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
