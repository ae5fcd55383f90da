/** Mistakes of the program itself, which no device or connection caused. */

/** Throws a fault outside the current call, as an uncaught error. */
export function raise(fault: unknown): void {
  setImmediate(() => {
    throw fault;
  });
}

/** Returns the function with its exceptions passed to `raise`. */
export function guarded<Args extends readonly unknown[]>(
  call: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      call(...args);
    } catch (fault) {
      raise(fault);
    }
  };
}
