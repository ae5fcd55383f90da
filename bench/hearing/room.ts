import type { RoomHeard, RoomHearing } from '../../src/core/contracts/hearing.ts';
import { BANDS, Describer, type Description, FRAMES_PER_SECOND } from '../../src/hearing/describe.ts';
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { soundIn } from './sets.ts';

/** Bytes of description that the program compares at once: half a minute. */
const PART = Math.round(30 * FRAMES_PER_SECOND) * BANDS;

const descriptions = new Map<string, Description>();

/** Hears the files that sources follow, in simulated time and without processes. */
export class SimulatedRoom implements RoomHearing {
  readonly #judge = new Judge();
  readonly #followers = new Map<(state: RoomHeard) => void, ReadonlySet<string>>();
  readonly #compared = new Set<string>();
  readonly #readSeconds: number;
  readonly #partSeconds: number;
  #wanted: ReadonlySet<string> = new Set();
  #areProposed = false;
  #receivedSamples = 0;
  /** Files being read, with the value of `#receivedSamples` at which that ends. */
  readonly #reading = new Map<string, number>();
  /** Files being read in parts, with the seconds since that began. */
  readonly #parts = new Map<string, number>();

  /** `readSeconds`: how long reading a file takes. `partSeconds`: or each half minute of files read one by one. */
  constructor({ readSeconds = 0, partSeconds = 0 } = {}) {
    this.#readSeconds = readSeconds;
    this.#partSeconds = partSeconds;
  }

  /** Files compared with the sound so far. */
  get compared(): number {
    return this.#compared.size;
  }

  follow(changed: (state: RoomHeard) => void, files: 'loaded' | 'proposed' = 'loaded') {
    this.#followers.set(changed, new Set());
    // Each bench has only one kind.
    this.#areProposed = files === 'proposed';
    return {
      want: (paths: ReadonlySet<string>): void => {
        this.#followers.set(changed, paths);
        this.#update();
      },
      close: (): void => {
        this.#followers.delete(changed);
        this.#update();
      },
    };
  }

  /** Takes a quarter of a second of sound. */
  receive(samples: Float32Array): void {
    this.#receivedSamples += samples.length;
    const [first] = this.#parts;
    if (first !== undefined) {
      this.#readPart(...first, samples.length / SAMPLE_RATE);
    }
    for (const [path, until] of this.#reading) {
      if (this.#receivedSamples >= until) {
        this.#reading.delete(path);
        this.#compare(path);
      }
    }
    const levels = this.#judge.push(samples);
    if (levels !== undefined) {
      const { shares, doubles } = this.#judge;
      for (const changed of this.#followers.keys()) {
        changed({ levels, shares, doubles, unreadable: new Set() });
      }
    }
  }

  #update(): void {
    const wanted = new Set([...this.#followers.values()].flatMap((paths) => [...paths]));
    for (const path of this.#wanted) {
      if (!wanted.has(path)) {
        this.#judge.remove(path);
        this.#reading.delete(path);
        this.#parts.delete(path);
      }
    }
    for (const path of wanted) {
      if (this.#wanted.has(path)) {
        continue;
      }
      if (this.#partSeconds > 0) {
        this.#parts.set(path, 0);
      } else if (this.#readSeconds > 0) {
        this.#reading.set(path, this.#receivedSamples + this.#readSeconds * SAMPLE_RATE);
      } else {
        this.#compare(path);
      }
    }
    this.#wanted = wanted;
  }

  #readPart(path: string, before: number, seconds: number): void {
    const description = descriptionOf(path);
    const [read = 0, now = 0] = [before, before + seconds].map(
      (passed) => Math.floor(passed / this.#partSeconds) * PART,
    );
    this.#parts.set(path, before + seconds);
    if (now > read) {
      if (now >= description.length) {
        this.#parts.delete(path);
      }
      this.#compare(path, description.subarray(0, now));
    }
  }

  #compare(path: string, description = descriptionOf(path)): void {
    this.#compared.add(path);
    this.#judge.add(path, { description, isProposed: this.#areProposed });
  }
}

/** Describes each file once. */
export function descriptionOf(path: string): Description {
  const description = descriptions.get(path) ?? describe(soundIn(path));
  descriptions.set(path, description);
  return description;
}

export function describe(sound: Float32Array): Description {
  const frames: Uint8Array[] = [];
  new Describer().push(sound, (_pitch, bytes) => frames.push(bytes.slice(0, BANDS)));
  return Buffer.concat(frames);
}
