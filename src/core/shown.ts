import { type Shown, type ShownTrack, type Track, UNKNOWN_TRACK } from './track.ts';

/** The caller is responsible for `hidden`: `test/architecture.test.ts` lists the callers. */
export function shown(track: Track, hidden: boolean): Shown {
  return { hidden, track: (hidden ? UNKNOWN_TRACK : track) as ShownTrack };
}
