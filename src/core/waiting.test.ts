import { describe, expect, it } from 'vitest';
import { fakeClock, runPending } from '../../test/support/clock.ts';
import { backoffMs, settlesWithin, Timer, unlessAborted, WakeSignal, within } from './waiting.ts';

const never = () => new Promise<never>(() => undefined);

describe('within', () => {
  const late = () => new Error('late');

  it('settles with the work and leaves no timer', async () => {
    const clock = fakeClock();
    expect(await within({ clock, ms: 100, late }, async () => 'done')).toBe('done');
    await expect(within({ clock, ms: 100, late }, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(clock.waiting).toBe(0);
  });

  it('rejects at the time limit without waiting for the work', async () => {
    const clock = fakeClock();
    let reason: unknown;
    const work = within({ clock, ms: 100, late }, (signal) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return never();
    });
    const refused = expect(work).rejects.toThrow('late');
    await clock.advance(100);
    await refused;
    expect(reason).toEqual(new Error('late'));
  });

  it('rejects with the signal, even if it fired before the call', async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    const limit = { clock, ms: 100, late, signal: stop.signal };
    const refused = expect(within(limit, never)).rejects.toThrow('stopped');
    stop.abort(new Error('stopped'));
    await refused;
    let begun = false;
    const again = within(limit, async () => {
      begun = true;
    });
    await expect(again).rejects.toThrow('stopped');
    expect(begun).toBe(false);
    expect(clock.waiting).toBe(0);
  });
});

it('settlesWithin counts a rejection as settled', async () => {
  const clock = fakeClock();
  expect(await settlesWithin(clock, 100, Promise.reject(new Error('no')))).toBe(true);
  const late = settlesWithin(clock, 100, never());
  await clock.advance(100);
  expect(await late).toBe(false);
  expect(clock.waiting).toBe(0);
});

it('unlessAborted resolves with the work or undefined, whichever comes first', async () => {
  const stop = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), stop.signal)).toBe(1);
  const ended = unlessAborted(never(), stop.signal);
  stop.abort();
  expect(await ended).toBeUndefined();
  await expect(unlessAborted(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow(
    'no',
  );
});

it('backoffMs doubles with each failure up to the maximum', () => {
  const backoff = { firstMs: 500, longestMs: 15_000 };
  expect([1, 2, 3, 6, 5_000].map((failures) => backoffMs(failures, backoff))).toEqual([
    500, 1_000, 2_000, 15_000, 15_000,
  ]);
});

it('Timer runs once at the later time when set again', async () => {
  const clock = fakeClock();
  const timer = new Timer(clock);
  const runs: string[] = [];
  timer.set(100, () => runs.push('first'));
  timer.set(200, () => runs.push('second'));
  await clock.advance(199);
  expect([runs, timer.isSet]).toEqual([[], true]);
  await clock.advance(1);
  expect([runs, timer.isSet]).toEqual([['second'], false]);
  timer.set(100, () => runs.push('third'));
  timer.cancel();
  expect([timer.isSet, clock.waiting]).toEqual([false, 0]);
});

describe('WakeSignal', () => {
  it('ends a wait early, also for a notification before the wait', async () => {
    const clock = fakeClock();
    const wake = new WakeSignal(clock);
    const { signal } = new AbortController();
    const first = wake.wait(1_000, signal);
    wake.notify();
    expect(await first).toBe(true);
    wake.notify();
    expect(await wake.wait(1_000, signal)).toBe(true);
    const quiet = wake.wait(1_000, signal);
    await clock.advance(1_000);
    expect(await quiet).toBe(false);
    expect(clock.waiting).toBe(0);
  });

  it('ends a wait with the signal', async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    const waiting = new WakeSignal(clock).wait(1_000, stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    await runPending();
    expect(clock.waiting).toBe(0);
  });
});
