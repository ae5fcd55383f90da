/** Mistakes of the program itself, which are not the fault of a device or its connection. */

/** Throws it outside the current call, as an uncaught error. */
export function raise(fault: unknown): void {
  setImmediate(() => {
    throw fault;
  });
}

/** The same function, except that what it throws is passed to `raise`. */
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
