import { expect, test } from 'vitest';
import { settingsOf } from '../../test/support/settings.ts';
import { track } from '../../test/support/tracks.ts';
import { type SetEntry, withoutRemoved } from '../core/track.ts';
import { pipelineOptions } from '../show/pipeline/options.ts';
import { changeEntry, correctEntry, removeEntry, type TracklistSettings } from './tracklist.ts';

const ENTRY = { playId: 'a', source: 'http', at: 7, elapsedMs: 0 };
const BLUE = track({ artist: 'Ada', title: 'Blue' });
const HEARD = {
  firstMs: 0,
  lastMs: 9,
  sureness: 0.9,
  anchor: { path: '/Blue.mp3', atMs: 0, positionMs: 0, tempo: 1, fromMs: 0, toMs: 9 },
};
const ENTRIES: readonly SetEntry[] = [
  { ...ENTRY, position: 1, hidden: false, track: BLUE },
  { ...ENTRY, position: 2, hidden: true, track: track({}) },
  { ...ENTRY, position: 3, hidden: false, track: BLUE, heard: HEARD },
];

function stored(rules: Parameters<typeof settingsOf<typeof pipelineOptions>>[1] = {}) {
  let entries = ENTRIES;
  const sessions = {
    entries: async () => entries,
    async correct(_session: number, changed: readonly SetEntry[]) {
      entries = entries.map((entry) => changed.find(({ position }) => position === entry.position) ?? entry);
    },
  };
  const settings = settingsOf(pipelineOptions, rules) as unknown as TracklistSettings;
  const correct = (position: number) =>
    correctEntry({ session: 1, position, names: { title: 'Bluer' } }, settings, sessions);
  const change = (position: number, verdict: 'hide' | 'reveal') =>
    changeEntry({ session: 1, position, verdict }, settings, sessions);
  const remove = (position: number, isRemoved: boolean) =>
    removeEntry({ session: 1, position, isRemoved }, sessions);
  const titles = () => entries.map((entry) => entry.track.title);
  return {
    correct,
    change,
    remove,
    titles,
    listed: () => withoutRemoved(entries),
    entry: (position: number) => entries[position - 1],
  };
}

test('correctEntry corrects a track of a played set, and keeps the names that are not given', async () => {
  const { entry, correct } = stored();
  await correct(1);
  expect(entry(1)).toMatchObject({ position: 1, at: 7, track: { artist: 'Ada', title: 'Bluer' } });
  expect(entry(1)?.facts?.open()).toMatchObject({ reported: BLUE, corrected: { title: 'Bluer' } });
});

test('correctEntry refuses hidden tracks, and those that the set lacks', async () => {
  const { titles, correct } = stored();
  await expect(correct(2)).rejects.toThrow('track 2 is hidden');
  await expect(correct(9)).rejects.toThrow('session 1 has no track 9');
  expect(titles()).toEqual(['Blue', '', 'Blue']);
});

test('changeEntry hides every play of the track without a trace, and shows them again', async () => {
  const { titles, entry, change } = stored();
  await change(3, 'hide');
  expect(titles()).toEqual(['', '', '']);
  expect(JSON.stringify([entry(1), entry(3)])).not.toContain('Blue');
  await change(1, 'reveal');
  expect(titles()).toEqual(['Blue', '', 'Blue']);
});

test('removeEntry takes a track out of the set, and puts it back, hidden if it was hidden meanwhile', async () => {
  const { remove, change, listed, titles } = stored();
  await remove(1, true);
  expect(listed()).toMatchObject([{ position: 2 }, { position: 3 }]);
  await expect(remove(1, true)).rejects.toThrow('session 1 has no track 1');
  await change(3, 'hide');
  await remove(1, false);
  expect(listed()).toHaveLength(3);
  expect(titles()).toEqual(['', '', '']);
});

test('changeEntry refuses to show a track whose names are gone', async () => {
  await expect(stored().change(2, 'reveal')).rejects.toThrow('the name of track 2 is no longer kept');
});

test('a track that was shown in spite of a rule stays so when its names are corrected', async () => {
  const { titles, correct, change } = stored({ 'hide.contains.artist': ['ada'] });
  await correct(3);
  expect(titles()).toEqual(['Blue', '', '']);
  await change(3, 'reveal');
  expect(titles()).toEqual(['Blue', '', 'Bluer']);
  await correct(3);
  expect(titles()).toEqual(['Blue', '', 'Bluer']);
});
