/** Our own mistakes. They must not be blamed on a source, a device or a sink, which go on working. */

/** Throws it outside the current call: `main.ts` logs uncaught errors as our own. */
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
