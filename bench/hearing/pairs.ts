/** The way of the first fingerprints, to compare with: peaks of the spectrum in pairs, and a vote on where they fit. */
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { Spectrum, WINDOW } from '../../src/hearing/spectrum.ts';

const HOP = 256;
const FRAMES_PER_SECOND = SAMPLE_RATE / HOP;
const LOWEST = 24;
const HIGHEST = 240;
const PEAKS_A_FRAME = 2;
const FAN = 6;
const REACH = 44;
const HEARD_FRAMES = 5 * FRAMES_PER_SECOND;
const TEMPOS = Array.from({ length: 21 }, (_, n) => 0.9 + n / 100);
/** Votes that chance collects. */
const CHANCE = 12;

interface Peak {
  readonly frame: number;
  readonly bin: number;
}

type Index = ReadonlyMap<number, readonly number[]>;

export class Pairs {
  readonly #pieces = new Map<string, Index>();
  #sound = new Float32Array(0);

  add(id: string, sound: Float32Array): void {
    const index = new Map<number, number[]>();
    for (const [hash, frame] of pairsOf(peaksIn(sound), 1, 1)) {
      index.set(hash, [...(index.get(hash) ?? []), frame]);
    }
    this.#pieces.set(id, index);
  }

  /** 0 to 1 for each piece: its part of the votes. */
  push(samples: Float32Array): ReadonlyMap<string, number> {
    const all = new Float32Array(this.#sound.length + samples.length);
    all.set(this.#sound);
    all.set(samples, this.#sound.length);
    this.#sound = all.slice(-Math.round(HEARD_FRAMES * HOP));
    const peaks = peaksIn(this.#sound);
    const votes = [...this.#pieces].map(
      ([id, index]) => [id, Math.max(0, mostVotes(peaks, index) - CHANCE)] as const,
    );
    const most = Math.max(1, ...votes.map(([, count]) => count));
    return new Map(votes.map(([id, count]) => [id, count < most * 0.3 ? 0 : count / most]));
  }
}

function mostVotes(peaks: readonly Peak[], index: Index): number {
  let most = 0;
  for (const tempo of TEMPOS) {
    for (const pitch of new Set([1, tempo])) {
      const offsets = new Map<number, number>();
      for (const [hash, frame] of pairsOf(peaks, tempo, pitch)) {
        for (const there of index.get(hash) ?? []) {
          const offset = Math.round((there - frame * tempo) / 3);
          const count = (offsets.get(offset) ?? 0) + 1;
          offsets.set(offset, count);
          most = Math.max(most, count);
        }
      }
    }
  }
  return most;
}

function* pairsOf(
  peaks: readonly Peak[],
  tempo: number,
  pitch: number,
): Generator<readonly [hash: number, frame: number]> {
  for (const [at, { frame, bin }] of peaks.entries()) {
    let fan = 0;
    for (let other = at + 1; other < peaks.length && fan < FAN; other += 1) {
      const { frame: later = 0, bin: to = 0 } = peaks[other] ?? {};
      const apart = Math.round((later - frame) * tempo);
      if (apart > REACH) {
        break;
      }
      if (apart > 1) {
        fan += 1;
        yield [(Math.round(bin / pitch) * 256 + Math.round(to / pitch)) * 64 + apart, frame];
      }
    }
  }
}

function peaksIn(sound: Float32Array): readonly Peak[] {
  const spectrum = new Spectrum();
  const frames: Float64Array[] = [];
  for (let start = 0; start + WINDOW <= sound.length; start += HOP) {
    frames.push(spectrum.of(sound, start).slice(0, HIGHEST + 8));
  }
  return frames.flatMap((power, frame) => {
    const peaks: { bin: number; height: number }[] = [];
    for (let bin = LOWEST; bin < HIGHEST; bin += 1) {
      const height = power[bin] ?? 0;
      if (height > 1e-3 && isHighest(frames, frame, bin, height)) {
        peaks.push({ bin, height });
      }
    }
    peaks.sort((a, b) => b.height - a.height);
    return peaks.slice(0, PEAKS_A_FRAME).map(({ bin }) => ({ frame, bin }));
  });
}

function isHighest(frames: readonly Float64Array[], frame: number, bin: number, height: number): boolean {
  for (let near = -6; near <= 6; near += 1) {
    const power = frames[frame + near];
    for (let beside = -7; power !== undefined && beside <= 7; beside += 1) {
      if ((power[bin + beside] ?? 0) > height) {
        return false;
      }
    }
  }
  return true;
}
