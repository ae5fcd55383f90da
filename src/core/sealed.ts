/** Keeps a value out of messages and log lines. */
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
