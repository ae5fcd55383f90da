/** Keeps a value out of messages and log lines. Only `open` returns it. */
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
