import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import type { EarlierSet } from '../core/contracts.ts';
import { findEarlierSet, setSoFar } from './earlier-set.ts';

const SET: EarlierSet = { session: 4, startedAt: 0, entries: [] };

/** A file that cannot be read so often. */
function sessions(failures: number) {
  let left = failures;
  return {
    async resumableSet() {
      left -= 1;
      if (left >= 0) {
        throw new Error('the process that keeps the sessions has ended');
      }
      return SET;
    },
  };
}

test('the set goes on although the process that reads it was ended once', async () => {
  const log = keptLog();
  const { earlierSet } = await findEarlierSet(sessions(1), { clock: fakeClock(), log });
  expect(earlierSet()).toBe(SET);
  expect(log.at('warn')).toEqual([]);
});

test('the set that goes on is known before the first track, until that would be too late', async () => {
  const clock = fakeClock();
  const { expectedSet, earlierSet } = await findEarlierSet(sessions(0), { clock, log: keptLog() });
  expect(expectedSet()).toBe(SET);
  await clock.advance(20 * 60_000 + 1);
  expect([expectedSet(), earlierSet()]).toEqual([undefined, undefined]);
});

test('a computer that has just been turned on may need ten seconds to find it, but not forever', async () => {
  const log = keptLog();
  const clock = fakeClock();
  const foundAfter = (ms: number) =>
    findEarlierSet({ resumableSet: () => clock.sleep(ms).then(() => SET) }, { clock, log });
  const found = Promise.all([foundAfter(10_000), foundAfter(1_000_000)]);
  await clock.advance(20_000);
  expect((await found).map(({ earlierSet }) => earlierSet())).toEqual([SET, undefined]);
  expect(log.lines[0]?.fields).toEqual({ reason: 'no answer within 15 seconds' });
});

test('a set that cannot be read is reported, and a new one begins', async () => {
  const log = keptLog();
  const { earlierSet } = await findEarlierSet(sessions(2), { clock: fakeClock(), log });
  expect(earlierSet()).toBeUndefined();
  expect(log.at('warn')).toEqual(['cannot read the previous set; starting a new one']);
});

test('a sink that starts in the middle of a set gets what was played, and before the first track nothing', () => {
  const onAir = { hasBegun: true, startedAt: 5_000, set: [] };
  expect(setSoFar({ onAir })()).toEqual({ session: 0, startedAt: 5_000, entries: [] });
  expect(setSoFar({ onAir: { ...onAir, hasBegun: false } })()).toBeUndefined();
  expect(setSoFar({ onAir: { ...onAir, startedAt: undefined } })()).toBeUndefined();
});
