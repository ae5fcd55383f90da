/** Uncaught errors until `stop` do not fail a test that provokes them. */
export function keepFaults(): { readonly faults: unknown[]; stop(): void } {
  const faults: unknown[] = [];
  const keep = (fault: unknown): void => {
    faults.push(fault);
  };
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', keep);
  return {
    faults,
    stop: () => {
      process.off('uncaughtException', keep);
      for (const other of others) {
        process.on('uncaughtException', other);
      }
    },
  };
}
