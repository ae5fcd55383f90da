import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { keptLog } from '../../test/support/log.ts';
import { publication } from '../../test/support/publication.ts';
import type { EarlierSet } from '../core/contracts/set.ts';
import { entryOf } from '../core/record.ts';
import { CurrentSet, setSoFar } from './earlier-set.ts';

const SET: EarlierSet = { session: 4, id: 'earlier', startedAt: 0, entries: [] };

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

async function found(set: CurrentSet) {
  const late: EarlierSet[] = [];
  await set.find((earlier) => late.push(earlier), new AbortController().signal);
  return late;
}

describe('the set of this run', () => {
  test('is the earlier one even if the reading process was killed once', async () => {
    const log = keptLog();
    const set = new CurrentSet(sessions(1), { clock: fakeClock(), log });
    await found(set);
    expect([set.earlier, set.id({})]).toEqual([SET, SET.id]);
    expect(log.at('warn')).toEqual([]);
  });

  test('is found within ten seconds, and is new after fifteen', async () => {
    const log = keptLog();
    const clock = fakeClock();
    const sets = [10_000, 1_000_000].map(
      (ms) => new CurrentSet({ resumableSet: () => clock.sleep(ms).then(() => SET) }, { clock, log }),
    );
    const all = Promise.all(sets.map(found));
    await clock.advance(9_000);
    expect(sets.map(({ isNew }) => isNew)).toEqual([false, false]);
    await clock.advance(11_000);
    await all;
    expect(sets.map(({ earlier, isNew }) => [earlier, isNew])).toEqual([
      [SET, false],
      [undefined, true],
    ]);
    expect(log.lines.at(-1)?.fields).toEqual({ reason: 'no answer within 15 seconds' });
  });

  test('is new if the earlier one cannot be read, and onLate gets that when it can', async () => {
    const log = keptLog();
    const clock = fakeClock();
    const set = new CurrentSet(sessions(3), { clock, log });
    const late = await found(set);
    expect(set.earlier).toBeUndefined();
    expect(set.id({})).not.toBe('');
    expect(log.at('warn')).toEqual(['cannot read the previous set; starting a new one']);
    expect(late).toEqual([]);
    await clock.advance(60_000);
    expect(late).toEqual([SET]);
  });
});

test('sinks get the earlier set without the ones before it, whose names nothing masks', async () => {
  const before = [entryOf(publication())];
  const set = new CurrentSet(
    { resumableSet: async () => ({ ...SET, before }) },
    { clock: fakeClock(), log: keptLog() },
  );
  await found(set);
  set.connect({ viewEntry: (entry) => entry });
  expect([set.earlier?.before, set.shown()]).toEqual([before, SET]);
});

test('sinks get no cover of a track that a new rule hides', async () => {
  const entries = [1, 2].map((position) => entryOf(publication({ position })));
  const covers = new Map([1, 2].map((position) => [position, { png: new Uint8Array([position]) }]));
  const set = new CurrentSet(
    { resumableSet: async () => ({ ...SET, entries, covers }) },
    { clock: fakeClock(), log: keptLog() },
  );
  await found(set);
  set.connect({ viewEntry: (entry) => ({ ...entry, hidden: entry.position === 1 }) });
  expect([...(set.shown()?.covers?.keys() ?? [])]).toEqual([2]);
});

test('setSoFar returns the played tracks, and undefined before the first', () => {
  const onAir = { hasBegun: true, startedAt: 5_000, set: [], ofSet: {}, position: 2 };
  const page = { covers: new Map([[1, { png: new Uint8Array(1) }]]) };
  expect(setSoFar({ onAir, page })()).toEqual({
    session: 0,
    startedAt: 5_000,
    entries: [],
    covers: page.covers,
    isOfThisRun: true,
    onAir: 2,
  });
  expect(setSoFar({ onAir: { ...onAir, hasBegun: false }, page })()).toBeUndefined();
  expect(setSoFar({ onAir: { ...onAir, startedAt: undefined }, page })()).toBeUndefined();
});
