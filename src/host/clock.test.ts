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
