import { expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import type { EarlierSet } from '../core/contracts.ts';
import { findEarlierSet } from './earlier-set.ts';

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

test('a set that cannot be read is no reason not to start, and that is said', async () => {
  const log = keptLog();
  const { earlierSet } = await findEarlierSet(sessions(2), { clock: fakeClock(), log });
  expect(earlierSet()).toBeUndefined();
  expect(log.at('warn')).toEqual(['the earlier set cannot be read, so a new one begins']);
});
