import type { RoomHeard, RoomHearing } from '../../src/core/contracts.ts';
import { BANDS, Describer, type Description } from '../../src/hearing/describe.ts';
import { Judge } from '../../src/hearing/judge.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';

/** How clearly a room hears the files that sources follow, without processes and in no time. */
export class SimulatedRoom implements RoomHearing {
  readonly #soundOf: (path: string) => Float32Array;
  readonly #judge = new Judge();
  readonly #followers = new Map<(state: RoomHeard) => void, ReadonlySet<string>>();
  readonly #descriptions: Map<string, Description>;
  readonly #compared = new Set<string>();
  #wanted: ReadonlySet<string> = new Set();
  #areProposed = false;
  readonly #readSeconds: number;
  /** Samples received so far, and of which on a file is known, by path. */
  #received = 0;
  readonly #reading = new Map<string, number>();

  /** `descriptions`: of files, which rooms may share. `readSeconds`: how long a file is being read. */
  constructor(
    soundOf: (path: string) => Float32Array,
    descriptions: Map<string, Description> = new Map(),
    readSeconds = 0,
  ) {
    this.#soundOf = soundOf;
    this.#readSeconds = readSeconds;
    this.#descriptions = descriptions;
  }

  /** Files that the sound was compared with so far. */
  get compared(): number {
    return this.#compared.size;
  }

  follow(changed: (state: RoomHeard) => void, files: 'loaded' | 'proposed' = 'loaded') {
    this.#followers.set(changed, new Set());
    // Nothing that is measured has sources of both kinds.
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

  /** A quarter of a second of sound. */
  receive(samples: Float32Array): void {
    this.#received += samples.length;
    for (const [path, until] of this.#reading) {
      if (this.#received >= until) {
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
      if (!this.#wanted.has(path)) {
        if (this.#readSeconds > 0) {
          this.#reading.set(path, this.#received + this.#readSeconds * SAMPLE_RATE);
        } else {
          this.#compare(path);
        }
      }
    }
    this.#wanted = wanted;
  }

  #compare(path: string): void {
    this.#compared.add(path);
    this.#judge.add(path, { description: this.#descriptionOf(path), isProposed: this.#areProposed });
  }

  #descriptionOf(path: string): Description {
    const description = this.#descriptions.get(path) ?? describedAs(this.#soundOf(path));
    this.#descriptions.set(path, description);
    return description;
  }
}

export function describedAs(sound: Float32Array): Description {
  const frames: Uint8Array[] = [];
  new Describer().push(sound, (_pitch, bytes) => frames.push(bytes.slice(0, BANDS)));
  return Buffer.concat(frames);
}
