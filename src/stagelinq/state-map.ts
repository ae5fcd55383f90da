import type { MessageChannel } from './channel.ts';
import type { OnMessage } from './framing.ts';
import { StateDecoder, type StateReceiver } from './messages/state-decoder.ts';
import { stateCodec } from './messages/state-map.ts';

/** Reads the frames of a StateMap connection. */
export function readStates(receiver: StateReceiver, maxStringBytes: number): OnMessage {
  const decoder = new StateDecoder(maxStringBytes);
  return (bytes, start, end) => decoder.decode(bytes, start, end, receiver);
}

/** Asks for these values now and whenever they change. Paths that the device lacks are simply never answered. */
export function subscribe(channel: MessageChannel, paths: Iterable<string>): void {
  const messages = Array.from(paths, (path) => stateCodec.encode({ kind: 'subscribe', path, interval: 0 }));
  channel.send(Buffer.concat(messages));
}
