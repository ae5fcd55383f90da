/** Level of the sound, and whether it can be music. Pure. */
import { SAMPLE_RATE, type Sound } from '../sound.ts';

/**
 * `noise`: samples of another format. `silent`: for ten seconds. `eight-bit`: 8-bit samples, detected by `SampleWidth`.
 */
export type SoundState = 'well' | 'silent' | 'quiet' | 'clipping' | 'noise' | 'eight-bit';

/** Overall level in dBFS below which the sound is silent, or quiet. */
const SILENT_BELOW = -50;
const QUIET_BELOW = -35;
/** Share of samples allowed at full scale, which loud masters touch. */
const CLIPPED = 0.02;
const FULL_SCALE = 0.999;
/** Share of sign changes between samples: a half in noise, a tenth in music, which has little treble at this rate. */
const NOISY = 0.4;
const NOISY_ABOVE = -25;

const BLOCK = SAMPLE_RATE / 5;
const SHOWN_BLOCKS = 2;
const JUDGED_BLOCKS = 50;

interface Block {
  readonly squares: number;
  readonly clipped: number;
  readonly turns: number;
}

export class LevelMeter {
  /** Last ten seconds, newest last. */
  readonly #blocks: Block[] = [];
  #squares = 0;
  #clipped = 0;
  #turns = 0;
  #count = 0;
  #last = 0;

  push(samples: Sound['samples']): void {
    for (const sample of samples) {
      this.#squares += sample * sample;
      this.#clipped += Math.abs(sample) >= FULL_SCALE ? 1 : 0;
      this.#turns += sample < 0 === this.#last < 0 ? 0 : 1;
      this.#last = sample;
      this.#count += 1;
      if (this.#count >= BLOCK) {
        this.#blocks.push({ squares: this.#squares, clipped: this.#clipped, turns: this.#turns });
        if (this.#blocks.length > JUDGED_BLOCKS) {
          this.#blocks.shift();
        }
        this.#squares = 0;
        this.#clipped = 0;
        this.#turns = 0;
        this.#count = 0;
      }
    }
  }

  /** Current level in dBFS: 0 at most, -100 for silence. */
  get level(): number {
    return loudness(this.#blocks.slice(-SHOWN_BLOCKS));
  }

  /** Judges the last ten seconds; `well` until then. */
  get state(): SoundState {
    if (this.#blocks.length < JUDGED_BLOCKS) {
      return 'well';
    }
    const level = loudness(this.#blocks);
    const part = (of: (block: Block) => number): number => sum(this.#blocks, of) / (BLOCK * JUDGED_BLOCKS);
    if (level < SILENT_BELOW) {
      return 'silent';
    }
    if (level > NOISY_ABOVE && part(({ turns }) => turns) > NOISY) {
      return 'noise';
    }
    return part(({ clipped }) => clipped) > CLIPPED ? 'clipping' : level < QUIET_BELOW ? 'quiet' : 'well';
  }

  reset(): void {
    this.#blocks.length = 0;
    this.#count = 0;
    this.#squares = 0;
    this.#clipped = 0;
    this.#turns = 0;
  }
}

function loudness(blocks: readonly Block[]): number {
  const mean = sum(blocks, ({ squares }) => squares) / (BLOCK * Math.max(1, blocks.length));
  return mean < 1e-10 ? -100 : 10 * Math.log10(mean);
}

function sum(blocks: readonly Block[], of: (block: Block) => number): number {
  return blocks.reduce((all, block) => all + of(block), 0);
}
