import type { MessageChannel } from './channel.ts';
import type { OnMessage } from './framing.ts';
import { type Beat, beatCodec } from './messages/beat-info.ts';

/** Reads the frames of a BeatInfo connection. */
export function readBeats(onBeat: (beat: Beat) => void): OnMessage {
  return (bytes, start, end) => {
    const message = beatCodec.decode(bytes.subarray(start, end));
    if (message.kind === 'beat') {
      onBeat(message);
    }
  };
}

/** From now on the device sends about 30 beats a second. */
export function startBeats(channel: MessageChannel): void {
  channel.send(beatCodec.encode({ kind: 'start' }));
}
