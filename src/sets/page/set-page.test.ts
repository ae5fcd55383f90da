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

test('keeps the cover of a track of an earlier run, and of one that is put back, unless it is hidden', () => {
  const page = new SetPage(() => 0);
  const covers = new Map([1, 2].map((position) => [position, { png: new Uint8Array([position]) }]));
  const [one, two] = [played('One', 1), played('Two', 2)];
  page.addEarlierSet({ entries: [one, two].map(entryOf), covers });
  page.change({ ...two, isResumed: true });
  page.change({ ...one, kind: 'retract', removed: true });
  expect([...page.view(0).covers.keys()]).toEqual([2]);
  page.change({ ...one, kind: 'reveal' });
  expect([...page.view(0).covers.keys()]).toEqual([1, 2]);
  expect(page.covers).toEqual(covers);
  page.change({ ...two, kind: 'hide', hidden: true });
  page.change({ ...two, kind: 'reveal' });
  page.change({ ...one, kind: 'correction' });
  expect(page.view(0).pictures.size).toBe(0);
});

test('goes on with a new set that had begun before', () => {
  const page = new SetPage(() => 0);
  page.addEarlierSet({ entries: [entryOf(played('One', 1))] });
  page.record({ ...played('Two', 2), set: 1 }, 0);
  expect(page.view(0).entries.map(({ track }) => track.title)).toEqual(['One', 'Two']);
});

test('puts a track of an earlier run on air once a source reports it again, at once', () => {
  const page = new SetPage(() => 20_000);
  const [one, two] = [played('One', 1), played('Two', 2)];
  const onAir = () => page.view(0).onAir?.track.title;
  page.addEarlierSet({ entries: [one, two].map(entryOf) });
  page.change({ ...two, isResumed: true });
  page.record({ ...two, kind: 'off air' }, 0);
  expect(onAir()).toBeUndefined();
  page.record({ ...two, isResumed: true }, 0);
  expect(onAir()).toBe('Two');
  page.record({ ...two, kind: 'off air' }, 0);
  page.record({ ...one, isResumed: true }, 0);
  expect(onAir()).toBe('One');
});
