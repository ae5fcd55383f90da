import { Judge } from '../../src/hearing/judge.ts';
import { describedAs } from './room.ts';

/** A way to compare the sound with pieces. */
export interface Technique {
  add(id: string, piece: Float32Array): void;
  push(samples: Float32Array): ReadonlyMap<string, number> | undefined;
}

/** Ours. */
export class Bands implements Technique {
  readonly #judge = new Judge();

  add(id: string, piece: Float32Array): void {
    this.#judge.add(id, { description: describedAs(piece), isProposed: false });
  }

  push(samples: Float32Array): ReadonlyMap<string, number> | undefined {
    return this.#judge.push(samples);
  }
}
