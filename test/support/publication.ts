import type { Publication } from '../../src/core/track.ts';
import { track } from './tracks.ts';

/** A publication of the third track of a set, with changes. */
export function publication(change: Partial<Publication> = {}): Publication {
  return {
    kind: 'track',
    seq: 3,
    playId: 'play-3',
    position: 3,
    hidden: false,
    track: track({
      artist: 'Nightjar Avenue',
      title: 'Paper Lanterns',
      genre: 'House',
      durationMs: 361_000,
    }),
    source: 'hwdevice',
    deck: '2',
    at: Date.UTC(2026, 0, 1, 20, 10, 5, 250),
    elapsedMs: 605_250,
    ...change,
  };
}

/** A track with this title, just featured at this position. */
export function played(title: string, position: number): Publication {
  return publication({
    seq: position,
    position,
    playId: `play-${position}`,
    track: track({ artist: 'Nightjar Avenue', title }),
    at: Date.now(),
  });
}

/** The same play, hidden. */
export function hiddenPublication(change: Partial<Publication> = {}): Publication {
  return publication({ hidden: true, track: track({}), ...change });
}
