/** Wraps a value so that messages and log lines cannot show it by accident. Only `open` returns it. */
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
