import { expect, test } from 'vitest';
import { played } from '../../../test/support/publication.ts';
import { entryOf } from '../../core/record.ts';
import { SetPage } from './set-page.ts';

test('shows a track that moves to a new set no sooner than its delay, and its cover with it', () => {
  const page = new SetPage(() => 20_000);
  const titles = (now: number) => page.view(now).entries.map(({ track }) => track.title);
  const art = { png: new Uint8Array([1]) };
  page.record(played('One', 1), 0);
  page.record({ ...played('Two', 2), art }, 25_000);
  expect(titles(30_000)).toEqual(['One']);
  page.record({ ...played('Two', 1), art, kind: 'new set', set: 1, movedFrom: 2 }, 30_000);
  expect([titles(30_000), titles(44_999), titles(45_000)]).toEqual([[], [], ['Two']]);
  expect([...page.view(45_000).covers.keys()]).toEqual([1]);
  expect(page.view(45_000).onAir?.track.title).toBe('Two');
});

test('goes on with a new set that had begun before', () => {
  const page = new SetPage(() => 0);
  page.addEarlierSet({ entries: [entryOf(played('One', 1))] });
  page.record({ ...played('Two', 2), set: 1 }, 0);
  expect(page.view(0).entries.map(({ track }) => track.title)).toEqual(['One', 'Two']);
});
