import { SoundDecoder } from '../../../src/hearing/decode/decoder.ts';
import { UndecodableError } from '../../../src/hearing/decode/errors.ts';
import { SAMPLE_RATE } from '../../../src/hearing/sound.ts';
import { toneAs } from '../../support/sounds.ts';
import { acceptedLater, type FuzzTarget, hold, pieces } from '../target.ts';

/** Bytes of a piece. */
const PIECE = 700;
/** A few bytes of FLAC or Opus decode to over a tenth of a second. */
const MAX_SAMPLES = 200 * SAMPLE_RATE;

function target(...encodings: readonly string[]): () => FuzzTarget {
  return () => ({
    seeds: encodings.map((encoding) => toneAs(encoding, { seconds: 0.2 })),
    runs: 6,
    async run(bytes) {
      const decoder = new SoundDecoder();
      let samples = 0;
      // Libraries print thousands of errors.
      const { error } = console;
      console.error = () => undefined;
      try {
        await acceptedLater(UndecodableError, async () => {
          for (const piece of pieces(bytes, PIECE)) {
            for await (const stretch of decoder.push(piece)) {
              samples += stretch.length;
              hold(
                stretch.every((sample) => Math.abs(sample) < 2),
                'a sample beyond full scale',
              );
            }
            hold(samples < MAX_SAMPLES, 'sound without end');
          }
        });
      } finally {
        console.error = error;
        decoder.free();
      }
    },
  });
}

export const SOUND_TARGETS = {
  'sound-mp3': target('-c:a libmp3lame -f mp3'),
  'sound-vorbis': target('-c:a libvorbis -f ogg'),
  'sound-opus': target('-c:a libopus -f ogg'),
  'sound-flac': target('-c:a flac -f flac', '-c:a flac -f ogg'),
  'sound-pcm': target('-c:a pcm_s16le -f wav', '-c:a pcm_s24be -f aiff', '-c:a pcm_f32le -f wav'),
};
