import { expect, test } from 'vitest';
import { settingsOf } from '../../test/support/settings.ts';
import { track } from '../../test/support/tracks.ts';
import type { SetEntry } from '../core/track.ts';
import { pipelineOptions } from '../show/pipeline/options.ts';
import { correctEntry, type TracklistSettings } from './tracklist.ts';

const ENTRY = { playId: 'a', source: 'http', at: 7, elapsedMs: 0 };
const ENTRIES: readonly SetEntry[] = [
  { ...ENTRY, position: 1, hidden: false, track: track({ artist: 'Ada', title: 'Blue' }) },
  { ...ENTRY, position: 2, hidden: true, track: track({}) },
];

function stored() {
  const saved: SetEntry[] = [];
  const sessions = {
    entries: async () => ENTRIES,
    correct: async (_session: number, entry: SetEntry) => void saved.push(entry),
  };
  const settings = settingsOf(pipelineOptions, {}) as unknown as TracklistSettings;
  const correct = (position: number) =>
    correctEntry({ session: 1, position, names: { title: 'Bluer' } }, settings, sessions);
  return { saved, correct };
}

test('correctEntry corrects a track of a played set, and keeps the names that are not given', async () => {
  const { saved, correct } = stored();
  await correct(1);
  expect(saved).toMatchObject([{ position: 1, at: 7, track: { artist: 'Ada', title: 'Bluer' } }]);
});

test('correctEntry refuses hidden tracks, and those that the set lacks', async () => {
  const { saved, correct } = stored();
  await expect(correct(2)).rejects.toThrow('track 2 is hidden');
  await expect(correct(3)).rejects.toThrow('session 1 has no track 3');
  expect(saved).toEqual([]);
});
