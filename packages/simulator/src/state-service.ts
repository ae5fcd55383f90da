import { isDeepStrictEqual } from 'node:util';
import { deckPath, devicePath, STATE_MAP, stateCodec } from '@deckcast/stagelinq';
import type { StateJson } from '@deckcast/wire-kit/recording';
import type { ClientConnection } from './client-connection.ts';
import type { ServiceSession, SimulatedService } from './endpoint.ts';
import type { Lie } from './script.ts';
import { printValue } from './values.ts';

type Value = StateJson | null;
type StateWatcher = (path: string, value: Value) => void;

export class StateStore {
  readonly #entries = new Map<string, { readonly value: Value; readonly printed: string | null }>();
  readonly #watchers = new Set<StateWatcher>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  set(path: string, value: Value): void {
    const before = this.#entries.get(path);
    if (before !== undefined && isDeepStrictEqual(before.value, value)) {
      return;
    }
    this.#put(path, value);
    for (const watcher of this.#watchers) {
      watcher(path, value);
    }
  }

  /** Undefined: not supported. */
  printed(path: string): string | null | undefined {
    return this.#entries.get(path)?.printed;
  }

  /** Sends nothing: no client is connected during a boot. */
  reset(values: Iterable<readonly [path: string, value: StateJson]>): void {
    this.#entries.clear();
    for (const [path, value] of values) {
      this.#put(path, value);
    }
  }

  /** Returns a function that stops it. */
  watch(watcher: StateWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #put(path: string, value: Value): void {
    this.#entries.set(path, { value, printed: value === null ? null : printValue(value, this.#random) });
  }
}

const NEVER_REPEAT = 0xffffffff;
/** Length of the frame, four letters and the type come before. */
const PATH_LENGTH_AT = 12;
/** Hits the last field of any value. */
const CUT_BYTES = 6;

interface Subscriber {
  readonly connection: ClientConnection;
  readonly paths: Set<string>;
}

export class StateService implements SimulatedService {
  readonly name = STATE_MAP;
  readonly #states: StateStore;
  readonly #subscribesBack: boolean;
  readonly #onSubscribe: () => void;
  readonly #subscribers = new Set<Subscriber>();
  /** Gives each path its turn. */
  #repeated = 0;

  /**
   * `subscribesBack`: like players that take every peer for a mixer. `onSubscribe`: first of each connection.
   */
  constructor(states: StateStore, subscribesBack: boolean, onSubscribe: () => void) {
    this.#states = states;
    this.#subscribesBack = subscribesBack;
    this.#onSubscribe = onSubscribe;
  }

  open(connection: ClientConnection): ServiceSession {
    const subscriber: Subscriber = { connection, paths: new Set() };
    this.#subscribers.add(subscriber);
    const unwatch = this.#states.watch((path) => {
      if (subscriber.paths.has(path)) {
        this.#send(subscriber, path);
      }
    });
    return {
      message: (frame) => {
        const message = stateCodec.decode(frame);
        if (message.kind === 'subscribe') {
          this.#subscribe(subscriber, message.path);
        } else if (message.kind === 'write') {
          this.#write(message.path, message.json);
        }
      },
      close: () => {
        unwatch();
        this.#subscribers.delete(subscriber);
      },
    };
  }

  repeat(count: number): void {
    const targets = [...this.#subscribers].flatMap((subscriber) =>
      [...subscriber.paths]
        .filter((path) => this.#states.printed(path) !== undefined)
        .map((path) => ({ subscriber, path })),
    );
    for (let sent = 0; sent < count; sent += 1) {
      this.#repeated += 1;
      const target = targets[this.#repeated % targets.length];
      if (target !== undefined) {
        this.#send(target.subscriber, target.path);
      }
    }
  }

  lie(how: Lie): void {
    for (const { connection, paths } of this.#subscribers) {
      const [path = deckPath.play(1)] = paths;
      const frame = stateCodec.encode({ kind: 'value', path, json: '{"state":true,"type":1}' });
      connection.send(falsified(frame, how));
    }
  }

  #subscribe(subscriber: Subscriber, path: string): void {
    if (subscriber.paths.size === 0) {
      this.#onSubscribe();
      if (this.#subscribesBack) {
        const question = {
          kind: 'subscribe',
          path: devicePath.channelCount,
          interval: NEVER_REPEAT,
        } as const;
        subscriber.connection.send(stateCodec.encode(question));
      }
    }
    subscriber.paths.add(path);
    this.#send(subscriber, path);
  }

  #write(path: string, json: string | null): void {
    try {
      const value: unknown = JSON.parse(json ?? 'null');
      if (typeof value === 'object' && value !== null) {
        this.#states.set(path, { ...value });
      }
    } catch {
      // Devices ignore unreadable messages.
    }
  }

  #send({ connection }: Subscriber, path: string): void {
    const json = this.#states.printed(path);
    // Unsupported paths get no answer.
    if (json !== undefined) {
      connection.send(stateCodec.encode({ kind: 'value', path, json }));
    }
  }
}

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
