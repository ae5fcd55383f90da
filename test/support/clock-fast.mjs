/**
 * In the program that loads this first (`node --import`), time passes DECKCAST_TEST_PACE times as fast: its clocks, and
 * what it waits for. What other programs and the network need takes as long as ever.
 */
const pace = Number(process.env.DECKCAST_TEST_PACE);

for (const clock of [Date, performance]) {
  const now = clock.now.bind(clock);
  const startedAt = now();
  const paced = () => startedAt + (now() - startedAt) * pace;
  // The date is whole milliseconds, as everywhere.
  clock.now = clock === Date ? () => Math.trunc(paced()) : paced;
}

/**
 * @param {(run: () => void, ms: number) => unknown} set
 * @returns {(run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => unknown}
 */
function fast(set) {
  return (run, ms = 0, ...args) => set(() => run(...args), ms / pace);
}

Object.assign(globalThis, { setTimeout: fast(setTimeout), setInterval: fast(setInterval) });
