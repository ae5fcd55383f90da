import { beforeEach, expect, test } from 'vitest';
import { hiddenPublication, played } from '../../test/support/publication.ts';
import { AirTimes } from './air-times.ts';
import { entryOf } from './record.ts';

let air: AirTimes;
const at = (time: number, before?: number) => air.at(time, before)?.track.title;

beforeEach(() => {
  air = new AirTimes();
  air.record(played('One', 1), 1_000);
  air.record(played('Two', 2), 5_000);
});

test('returns the track at a time, and earlier ones', () => {
  expect([999, 1_000, 4_999, 5_000, 1e9].map((time) => at(time))).toEqual([
    undefined,
    'One',
    'One',
    'Two',
    'Two',
  ]);
  expect([at(5_000, 1), at(4_999, 1), at(5_000, 2)]).toEqual(['One', undefined, undefined]);
});

test('replaces a mistake by the track before it', () => {
  air.change(hiddenPublication({ kind: 'retract', position: 2 }));
  air.record({ ...played('One', 1), kind: 'correction' }, 9_000);
  expect([at(5_000), at(9_000), at(9_000, 1)]).toEqual(['One', 'One', undefined]);
});

test('lists a track that is back on air twice', () => {
  air.record({ ...played('One', 1), kind: 'correction' }, 9_000);
  expect([at(8_999), at(9_000), at(9_000, 1)]).toEqual(['Two', 'One', 'Two']);
});

test('forgets the tracks of an earlier set, except the one that moves to the new one', () => {
  const moved = { ...played('Two', 1), playId: 'play-2', set: 1, movedFrom: 2 };
  air.record({ ...moved, kind: 'new set' }, 9_000);
  air.record({ ...played('Three', 2), playId: 'play-3', set: 1 }, 10_000);
  expect([at(4_999), at(5_000), at(10_000), at(10_000, 1), at(10_000, 2)]).toEqual([
    undefined,
    'Two',
    'Three',
    'Two',
    undefined,
  ]);
});

test('goes on with a new set that had begun before', () => {
  const later = new AirTimes();
  later.addEarlier([entryOf(played('One', 1))], { wall: Date.now(), monotonic: 5_000 });
  later.record({ ...played('Two', 2), set: 1 }, 9_000);
  expect([later.at(9_000), later.at(9_000, 1)].map((entry) => entry?.track.title)).toEqual(['Two', 'One']);
});

test('returns nothing after the end, and the last track as the one before', () => {
  air.end(9_000);
  expect([at(8_999), at(9_000), at(9_000, 1), at(9_000, 2)]).toEqual(['Two', undefined, 'Two', 'One']);
});

test('masks a hidden track at every time', () => {
  air.record(hiddenPublication({ position: 2 }), 9_000);
  air.change(hiddenPublication({ position: 1 }));
  expect([at(1_000), at(5_000)]).toEqual(['', '']);
  expect(air.at(1_000)?.hidden).toBe(true);
});

test('names a revealed track again, and corrects it at every time', () => {
  air.change(hiddenPublication({ position: 1 }));
  air.change(played('One', 1));
  air.record({ ...played('Two (Corrected)', 2), kind: 'correction' }, 9_000);
  expect([at(1_000), at(5_000)]).toEqual(['One', 'Two (Corrected)']);
});

test('finds the latest match on air by a time', () => {
  const find = (time: number, title: RegExp) =>
    air.find(time, ({ track }) => title.test(track.title))?.track.title;
  expect([find(5_000, /o/i), find(4_999, /o/i), find(4_999, /Two/)]).toEqual(['Two', 'One', undefined]);
});

test('continues with the entries of an earlier run', () => {
  air = new AirTimes();
  const [one, two] = [played('One', 1), played('Two', 2)];
  air.addEarlier(
    [
      { ...one, at: 700_000 },
      { ...two, at: 900_000 },
    ],
    { wall: 1_000_000, monotonic: 50 },
  );
  air.record(played('Three', 3), 60);
  expect([at(60), at(59), at(59, 1), at(50 - 100_001)]).toEqual(['Three', 'Two', 'One', 'One']);
});

test('lists a continued track once, and masks it when it is hidden', () => {
  air = new AirTimes();
  air.addEarlier([played('One', 1), played('Two', 2)], { wall: played('Two', 2).at, monotonic: 50 });
  air.record({ ...played('Two', 2), playId: 'again' }, 60);
  expect([at(60), at(60, 1)]).toEqual(['Two', 'One']);
  air.record(hiddenPublication({ kind: 'hide', playId: 'again', position: 2 }), 70);
  air.change(hiddenPublication({ kind: 'hide', playId: 'earlier 1', position: 1 }));
  expect(air.find(80, ({ hidden }) => !hidden)).toBeUndefined();
});

test('drops pictures', () => {
  const pictures = { art: { png: Uint8Array.of(1) }, code: { png: Uint8Array.of(2) } };
  air.record({ ...played('Three', 3), ...pictures }, 9_000);
  expect(air.at(9_000)?.track.title).toBe('Three');
  expect(Object.keys(air.at(9_000) ?? {}).filter((key) => ['art', 'code'].includes(key))).toEqual([]);
});

test('remembers a thousand tracks', () => {
  for (let number = 3; number <= 1_002; number += 1) {
    air.record(played(`T${number}`, number), number * 10_000);
  }
  expect([at(5_000), at(30_000)]).toEqual([undefined, 'T3']);
});

test('forgets the oldest of a thousand changes, also if nothing is on air in between', () => {
  for (let time = 6_000; time < 7_000; time += 2) {
    air.end(time);
    air.record(played(`At ${time}`, time), time + 1);
  }
  expect([at(5_999), at(6_001), at(7_000)]).toEqual([undefined, 'At 6000', 'At 6998']);
});
