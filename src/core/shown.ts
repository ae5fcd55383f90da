import { type Shown, type ShownTrack, type Track, UNKNOWN_TRACK } from './track.ts';

/** `test/architecture.test.ts` lists the callers, who answer for `hidden`. */
export function shown(track: Track, hidden: boolean): Shown {
  return { hidden, track: (hidden ? UNKNOWN_TRACK : track) as ShownTrack };
}
