import { expect, test } from 'vitest';
import type { DeckView, HeldTrack } from './contracts/deck.ts';
import type { Enricher } from './contracts/enricher.ts';
import { shown } from './shown.ts';
import { type Publication, type Track, UNKNOWN_TRACK } from './track.ts';

const named: Track = { ...UNKNOWN_TRACK, artist: 'Ada', title: 'Blue', filename: 'blue.mp3' };

test('shown masks a hidden track and keeps a visible one', () => {
  expect(shown(named, true)).toEqual({ hidden: true, track: UNKNOWN_TRACK });
  expect(shown(named, false)).toEqual({ hidden: false, track: named });
});

test('ShownTrack rejects an unjudged track at compile time', () => {
  const accept = (
    _publication: Publication['track'],
    _view: DeckView['track'],
    _held: HeldTrack['track'],
    _lookUp: Parameters<Enricher['prefetch']>[0],
  ): string => 'judged';
  const { track } = shown(named, false);
  expect(accept(track, track, track, track)).toBe('judged');
  // @ts-expect-error it was not judged
  accept(named, track, track, track);
  // @ts-expect-error it was not judged
  accept(track, named, track, track);
  // @ts-expect-error it was not judged
  accept(track, track, named, track);
  // @ts-expect-error it was not judged
  accept(track, track, track, named);
});
