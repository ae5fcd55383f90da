export type Step = { readonly read: number } | { readonly skip: number } | { readonly end: true };

export const END_OF_PACKET: Step = { end: true };

export function read(bytes: number): Step {
  return { read: bytes };
}

export function skip(bytes: number): Step {
  return { skip: bytes };
}

export type StepReader<Result> = Generator<Step, Result, Buffer>;

const NOTHING = Buffer.alloc(0);

export class StepRunner<Result> {
  readonly #reader: StepReader<Result>;
  #step: IteratorResult<Step, Result>;
  readonly #taken: Buffer[] = [];
  #left = 0;
  #broken = false;

  constructor(reader: StepReader<Result>) {
    this.#reader = reader;
    this.#step = reader.next();
    this.#begin();
  }

  /** Also after a packet that ended too early. */
  get isOver(): boolean {
    return this.#broken || this.#step.done === true;
  }

  /** Undefined before the end, or if a packet ended too early. */
  get result(): Result | undefined {
    return this.#step.done ? this.#step.value : undefined;
  }

  /** `ends`: the packet ends with this piece. */
  push(piece: Buffer, ends: boolean): void {
    for (let at = 0; !this.isOver; ) {
      const step = this.#step.value as Step;
      if ('end' in step) {
        if (ends) {
          this.#resume();
        }
        return;
      }
      const bytes = piece.subarray(at, at + this.#left);
      at += bytes.length;
      this.#left -= bytes.length;
      if ('read' in step) {
        // The piece is borrowed.
        this.#taken.push(Buffer.from(bytes));
      }
      if (this.#left > 0) {
        this.#broken = ends;
        return;
      }
      this.#resume();
    }
  }

  #resume(): void {
    const taken = this.#taken.length === 0 ? NOTHING : Buffer.concat(this.#taken);
    this.#taken.length = 0;
    this.#step = this.#reader.next(taken);
    this.#begin();
  }

  #begin(): void {
    const step = this.#step;
    if (!step.done) {
      this.#left = 'read' in step.value ? step.value.read : 'skip' in step.value ? step.value.skip : 0;
    }
  }
}
