import { expect, test } from 'vitest';
import { Liveness } from './liveness.ts';
import { testContext } from './testing/context.ts';
import { ManualClock } from './testing/manual-clock.ts';

function setUp() {
  const clock = new ManualClock();
  const liveness = new Liveness({ ...testContext(), clock });
  const silences: string[] = [];
  liveness.start(5000, (reason) => silences.push(reason.code));
  return { clock, liveness, silences };
}

test('every byte starts the five seconds again', () => {
  const { clock, liveness, silences } = setUp();
  for (let second = 0; second < 60; second++) {
    clock.advance(1000);
    liveness.touch();
  }
  clock.advance(4999);
  expect(silences).toEqual([]);
  clock.advance(1);
  expect(silences).toEqual(['silent']);
});

test('another limit holds at once', () => {
  const { clock, liveness, silences } = setUp();
  liveness.limit(12_000);
  clock.advance(11_999);
  expect(silences).toEqual([]);
  liveness.limit(100);
  clock.advance(100);
  expect(silences).toEqual(['silent']);
});

test('a computer that slept listens again before it gives the device up', () => {
  const { clock, silences } = setUp();
  clock.sleep(3_600_000);
  expect(silences).toEqual([]);
  clock.advance(5000);
  expect(silences).toEqual(['silent']);
});

test('what arrived while this computer was busy is read before the device is given up', () => {
  const { clock, liveness, silences } = setUp();
  // The timer runs first when the computer comes back to its work, and then the socket is read.
  clock.after(5000, () => liveness.touch());
  clock.advance(9999);
  expect(silences).toEqual([]);
  clock.advance(1);
  expect(silences).toEqual(['silent']);
});

test('once stopped it says nothing', () => {
  const { clock, liveness, silences } = setUp();
  liveness.stop();
  clock.advance(60_000);
  expect(silences).toEqual([]);
});
