/** When one track becomes louder than another. */
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';

/** Sound of a deck behind its fader. */
interface Channel {
  /** Seconds: when the samples begin. */
  readonly opens: number;
  readonly samples: Float32Array;
}

/** When the second becomes the louder one: with the fewest moments at which the other one is. */
export function crossing(first: Channel, second: Channel): number {
  const STEP = 0.1;
  const from = second.opens;
  const to = first.opens + first.samples.length / SAMPLE_RATE;
  const loudness = ({ opens, samples }: Channel, at: number): number => {
    const middle = (at - opens) * SAMPLE_RATE;
    let sum = 0;
    for (let n = Math.max(1, Math.floor(middle - SAMPLE_RATE)); n < middle + SAMPLE_RATE; n += 3) {
      // Bass counts less for the ear, and is not compared.
      const high = (samples[n] ?? 0) - 0.85 * (samples[n - 1] ?? 0);
      sum += high * high;
    }
    return sum;
  };
  let wrong = 0;
  let fewest = 0;
  let best = from;
  for (let at = from; at < to; at += STEP) {
    wrong += loudness(second, at) > loudness(first, at) ? -1 : 1;
    // So far, the first one was shown.
    if (wrong > fewest) {
      fewest = wrong;
      best = at + STEP;
    }
  }
  return best;
}
