/** Throws a mistake of the program outside the current call, as an uncaught error. */
export function raise(fault: unknown): void {
  setImmediate(() => {
    throw fault;
  });
}

/** Passes exceptions to `raise`. */
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
