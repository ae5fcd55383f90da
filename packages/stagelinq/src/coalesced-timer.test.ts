import type { WireClock } from '@deckcast/wire-kit';
import { expect, test } from 'vitest';
import { CoalescedTimer } from './coalesced-timer.ts';
import { eventually } from './testing/eventually.ts';
import { keepFaults } from './testing/faults.ts';
import { ManualClock } from './testing/manual-clock.ts';

/** Records when it calls back. */
function countedClock(clock: ManualClock) {
  const wakes: number[] = [];
  const counted: WireClock = {
    monotonic: () => clock.monotonic(),
    after: (ms, run) =>
      clock.after(ms, () => {
        wakes.push(clock.monotonic());
        run();
      }),
  };
  return { wakes, counted };
}

test('tasks that started at different times run together, with one timer', () => {
  const clock = new ManualClock();
  const { wakes, counted } = countedClock(clock);
  const timer = new CoalescedTimer(counted);
  const seen: string[] = [];
  clock.advance(10_300);
  timer.every(1000, () => seen.push(`a ${clock.monotonic()}`));
  clock.advance(400);
  const stop = timer.every(2000, () => seen.push(`b ${clock.monotonic()}`));
  clock.advance(3500);
  stop();
  clock.advance(2000);
  expect(wakes).toEqual([11_000, 12_000, 13_000, 14_000, 15_000, 16_000]);
  expect(seen).toEqual([
    ...['a 11000', 'a 12000', 'b 12000', 'a 13000', 'a 14000', 'b 14000', 'a 15000', 'a 16000'],
  ]);
});

test('a task that fails, or ends another, does not stop the rest', async () => {
  const faults = keepFaults();
  const clock = new ManualClock();
  const timer = new CoalescedTimer(clock);
  const seen: string[] = [];
  timer.every(1000, () => {
    end();
    throw new Error('a mistake');
  });
  const end = timer.every(1000, () => seen.push('ended'));
  timer.every(1000, () => seen.push('goes on'));
  clock.advance(2000);
  expect(seen).toEqual(['goes on', 'goes on']);
  await eventually(() => faults.faults.length === 2, 'the mistakes are raised');
  faults.stop();
});

test('a sleep of the computer causes one late run, which states its delay', () => {
  const clock = new ManualClock();
  const timer = new CoalescedTimer(clock);
  const late: number[] = [];
  timer.every(1000, (ms) => late.push(ms));
  clock.advance(1500);
  clock.sleep(5250);
  clock.advance(250);
  expect(late).toEqual([0, 4750, 0]);
});

test('a wait ends with its signal, and leaves no timer', async () => {
  const clock = new ManualClock();
  const { wakes, counted } = countedClock(clock);
  const timer = new CoalescedTimer(counted);
  const stop = new AbortController();
  const waiting = timer.next(1000, stop.signal);
  stop.abort();
  expect(await waiting).toBe(0);
  expect(await timer.next(1000, stop.signal)).toBe(0);
  clock.advance(5000);
  expect(wakes).toEqual([]);
});
