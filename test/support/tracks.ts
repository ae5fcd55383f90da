import { shown } from '../../src/core/shown.ts';
import { type ShownTrack, type Track, type Transition, UNKNOWN_TRACK } from '../../src/core/track.ts';

/** A visible track. A test gives only the fields that matter. */
export function track(known: Partial<Track>): ShownTrack {
  return shown({ ...UNKNOWN_TRACK, ...known }, false).track;
}

/** A visible transition from deck 1. `playId` is the title by default. */
export function transition(known: Partial<Track>, rest: Partial<Transition> = {}): Transition {
  return {
    playId: known.title ?? 'untitled',
    track: track(known),
    source: 'hwdevice',
    deck: '1',
    at: 0,
    hidden: false,
    ...rest,
  };
}
