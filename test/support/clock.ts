import type { Clock } from '../../src/core/tools.ts';
import { waitFor } from './wait.ts';

export type FakeClock = ReturnType<typeof fakeClock>;

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** A clock that stands still until a test advances it. Starts at 2026-01-01T20:00:00Z by default. */
export function fakeClock(startedAt = Date.UTC(2026, 0, 1, 20)) {
  let elapsed = 0;
  /** Wall time when `elapsed` was 0. */
  let epoch = startedAt;
  const timers = new Set<Timer>();

  const after = (ms: number, run: () => void): (() => void) => {
    const timer = { due: elapsed + Math.max(0, ms), run };
    timers.add(timer);
    return () => timers.delete(timer);
  };

  return {
    now: () => epoch + elapsed,
    monotonic: () => elapsed,
    after,
    sleep: sleepOn(after),
    /** Advances the clock, runs due timers in order, and lets promises settle in between. */
    async advance(ms: number): Promise<void> {
      const end = elapsed + ms;
      await runPending();
      for (;;) {
        let next: Timer | undefined;
        for (const timer of timers) {
          if (timer.due <= end && (next === undefined || timer.due < next.due)) {
            next = timer;
          }
        }
        if (next === undefined) {
          break;
        }
        timers.delete(next);
        elapsed = next.due;
        next.run();
        await runPending();
      }
      elapsed = end;
      await runPending();
    },
    /** Sets the wall time only, as when a computer's clock is changed. */
    setWall(now: number): void {
      epoch = now - elapsed;
    },
    /** Number of pending timers; 0 for a finished program. */
    get waiting(): number {
      return timers.size;
    },
  };
}

/** Lets pending promises settle. */
export async function runPending(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Advances the clock in small steps until the work settles, because answers of other processes need real time. */
export async function untilSettled(clock: FakeClock, work: Promise<unknown>): Promise<void> {
  let isSettled = false;
  void Promise.allSettled([work]).then(() => {
    isSettled = true;
  });
  await waitFor('it to settle', async () => {
    await clock.advance(100);
    return isSettled ? true : undefined;
  });
}

/** `Clock.sleep` based on these timers. */
export function sleepOn(after: Clock['after']): Clock['sleep'] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason);
        return;
      }
      const interrupt = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', interrupt);
        resolve();
      });
      signal?.addEventListener('abort', interrupt, { once: true });
    });
}
