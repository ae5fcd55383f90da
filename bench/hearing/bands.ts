import { BANDS, Describer } from '../../src/hearing/describe.ts';
import { Judge } from '../../src/hearing/judge.ts';

/** A way to compare the sound with pieces. */
export interface Technique {
  add(id: string, piece: Float32Array): void;
  push(samples: Float32Array): ReadonlyMap<string, number> | undefined;
}

/** Ours. */
export class Bands implements Technique {
  readonly #judge = new Judge();

  add(id: string, piece: Float32Array): void {
    const frames: Uint8Array[] = [];
    new Describer().push(piece, (_pitch, bytes) => frames.push(bytes.slice(0, BANDS)));
    this.#judge.add(id, Buffer.concat(frames));
  }

  push(samples: Float32Array): ReadonlyMap<string, number> | undefined {
    return this.#judge.push(samples);
  }
}
