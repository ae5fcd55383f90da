import type { RoomHeard, RoomHearing } from '../../src/core/contracts/hearing.ts';
import { BANDS, Describer, type Description } from '../../src/hearing/describe.ts';
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { soundIn } from './sets.ts';

const descriptions = new Map<string, Description>();

/** Hears the files that sources follow, in simulated time and without processes. */
export class SimulatedRoom implements RoomHearing {
  readonly #judge = new Judge();
  readonly #followers = new Map<(state: RoomHeard) => void, ReadonlySet<string>>();
  readonly #compared = new Set<string>();
  readonly #readSeconds: number;
  #wanted: ReadonlySet<string> = new Set();
  #areProposed = false;
  #receivedSamples = 0;
  /** Files being read, with the value of `#receivedSamples` at which that ends. */
  readonly #reading = new Map<string, number>();

  /** `readSeconds`: how long reading a file takes. */
  constructor(readSeconds = 0) {
    this.#readSeconds = readSeconds;
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
      }
    }
    for (const path of wanted) {
      if (this.#wanted.has(path)) {
        continue;
      }
      if (this.#readSeconds > 0) {
        this.#reading.set(path, this.#receivedSamples + this.#readSeconds * SAMPLE_RATE);
      } else {
        this.#compare(path);
      }
    }
    this.#wanted = wanted;
  }

  #compare(path: string): void {
    this.#compared.add(path);
    this.#judge.add(path, { description: descriptionOf(path), isProposed: this.#areProposed });
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
