import type { Clock } from '../../src/core/tools.ts';

/** A clock on which everything happens `speed` times sooner: waits that a service asks for take no test's time. */
export function hurriedClock(speed = 200): Clock {
  const startedAt = Date.UTC(2026, 0, 1, 20);
  const origin = performance.now();
  const monotonic = (): number => (performance.now() - origin) * speed;
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms / speed);
    return () => clearTimeout(timer);
  };
  return {
    now: () => startedAt + monotonic(),
    monotonic,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const interrupt = (): void => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = after(ms, () => {
          signal?.removeEventListener('abort', interrupt);
          resolve();
        });
        signal?.addEventListener('abort', interrupt, { once: true });
      }),
  };
}
