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

test('every byte restarts the five seconds', () => {
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

test('a new limit applies at once', () => {
  const { clock, liveness, silences } = setUp();
  liveness.limit(12_000);
  clock.advance(11_999);
  expect(silences).toEqual([]);
  liveness.limit(100);
  clock.advance(100);
  expect(silences).toEqual(['silent']);
});

test('after a sleep, the computer listens again before it gives the device up', () => {
  const { clock, silences } = setUp();
  clock.sleep(3_600_000);
  expect(silences).toEqual([]);
  clock.advance(5000);
  expect(silences).toEqual(['silent']);
});

test('bytes that arrived while this computer was busy are read before the device is given up', () => {
  const { clock, liveness, silences } = setUp();
  // A computer that was busy runs its timer first and reads the socket afterward.
  clock.after(5000, () => liveness.touch());
  clock.advance(9999);
  expect(silences).toEqual([]);
  clock.advance(1);
  expect(silences).toEqual(['silent']);
});

test('stays silent once stopped', () => {
  const { clock, liveness, silences } = setUp();
  liveness.stop();
  clock.advance(60_000);
  expect(silences).toEqual([]);
});
