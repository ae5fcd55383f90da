/** Runs tasks in the order in which they come; one that has to wait holds up those after it. */
export class Serializer {
  #last: Promise<void> | undefined;

  /** Runs at once when there is nothing to wait for. `before` never rejects. */
  run(task: () => void, before?: Promise<void>): void {
    if (this.#last === undefined && before === undefined) {
      task();
      return;
    }
    const run = Promise.allSettled([this.#last, before]).then(() => {
      if (this.#last === run) {
        this.#last = undefined;
      }
      task();
    });
    this.#last = run;
  }
}
