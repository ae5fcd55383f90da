/**
 * Our own mistakes, where they must not become somebody else's trouble: a source, a device or a sink is not to
 * blame for them, and goes on.
 */

/** Throws it where nothing stands in its way: `main.ts` logs what nobody catches as ours. */
export function raise(fault: unknown): void {
  setImmediate(() => {
    throw fault;
  });
}

/** The same call, but what it throws is raised beside it. */
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
