const RUNS = 5;

/**
 * The least time that something takes in a few runs, in milliseconds: whatever else the computer does only adds to it.
 * Good for comparing two things in one test; how long something takes on its own says more of the computer.
 */
export function leastTime(run: () => void): number {
  const times = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
