import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

/** `--probe.duration=1000h` exceeds Node's longest timer. */
const SIX_WEEKS_MS = 1_000 * 3_600_000;

test('accepts a time in the past without printing a warning', async () => {
  const warnings: unknown[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  await systemClock.sleep(-50);
  await new Promise<void>((resolve) => void systemClock.after(-50, resolve));
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test('caps a wait at the longest timer', async () => {
  const stop = new AbortController();
  let fired = false;
  const cancel = systemClock.after(SIX_WEEKS_MS, () => {
    fired = true;
  });
  const slept = systemClock.sleep(SIX_WEEKS_MS, stop.signal).then(
    () => 'slept',
    () => 'interrupted',
  );
  await systemClock.sleep(20);
  cancel();
  stop.abort();
  expect(fired).toBe(false);
  expect(await slept).toBe('interrupted');
});

test('a timer set in a busy turn is not early', async () => {
  const lacking: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    await new Promise(setImmediate);
    const begun = systemClock.monotonic();
    let now = begun;
    while (now < begun + 4) {
      now = systemClock.monotonic();
    }
    const due = systemClock.monotonic() + 5.5;
    await new Promise<void>((resolve) => void systemClock.after(5.5, resolve));
    lacking.push(Math.max(0, due - systemClock.monotonic()));
  }
  expect(lacking.filter((ms) => ms > 0)).toEqual([]);
});
