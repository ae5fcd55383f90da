import { type Shown, type ShownTrack, type Track, UNKNOWN_TRACK } from './track.ts';

/** Whoever calls this answers for `hidden`: `test/architecture.test.ts` lists them. */
export function shown(track: Track, hidden: boolean): Shown {
  return { hidden, track: (hidden ? UNKNOWN_TRACK : track) as ShownTrack };
}
