/**
 * Preloaded with `node --import`: makes the program's clocks and timers TEST_PACE times as fast. Other programs
 * and the network keep their pace.
 */
const pace = Number(process.env.TEST_PACE);

for (const clock of [Date, performance]) {
  const now = clock.now.bind(clock);
  const startedAt = now();
  const paced = () => startedAt + (now() - startedAt) * pace;
  // `Date.now` returns whole milliseconds.
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
