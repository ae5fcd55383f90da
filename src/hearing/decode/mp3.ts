import { MPEGDecoder } from 'mpg123-decoder';
import type { DecodedSound, SoundCodec } from './codec.ts';

/** Four seconds at the lowest bit rate. */
const PIECE_BYTES = 4_096;

/** MPEG audio, layers 1 to 3. The decoder finds the next frame wherever the stream begins. */
export async function openMp3(): Promise<SoundCodec> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return {
    async *decode(piece): AsyncGenerator<DecodedSound> {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) {
        const { channelData, samplesDecoded, sampleRate } = decoder.decode(
          piece.subarray(at, at + PIECE_BYTES),
        );
        if (samplesDecoded > 0) {
          yield { rate: sampleRate, channels: channelData };
        }
      }
    },
    async *flush() {},
    free: () => decoder.free(),
  };
}
