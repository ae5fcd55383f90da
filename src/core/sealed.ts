/** A value that no message, log line or test of the outputs shows by accident: only who calls `open` has it. */
export class Sealed<Value> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  open(): Value {
    return this.#value;
  }

  toJSON(): string {
    return '***';
  }
}
