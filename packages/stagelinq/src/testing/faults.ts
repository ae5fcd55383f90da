/** Keeps what nobody catches, until `stop`: a test of what becomes of a mistake would else be failed by it. */
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
