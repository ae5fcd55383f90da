/**
 * A mistake of the program's own, met while it served a device: neither the device nor its connection is to blame. It
 * is thrown where nothing stands in its way, so that the program learns of it as of every uncaught error.
 */
export function raise(fault: unknown): void {
  setImmediate(() => {
    throw fault;
  });
}
