import type { ShownTrack } from '../../../src/core/track.ts';
import { track } from '../tracks.ts';
import type { StandInTrack } from './streaming.ts';

/** A distinct track of a long night. */
export function longSetTrack(number: number): ShownTrack {
  return track({
    artist: `Artist ${number % 90}`,
    title: `Track ${number}`,
    durationMs: 300_000 + number,
  });
}

/** The same track at the streaming service. */
export function longSetStandIn(number: number): StandInTrack {
  const { artist, title, durationMs } = longSetTrack(number);
  const cover = `rgb(${number % 256},${(number * 7) % 256},${(number * 13) % 256})`;
  return { id: `id${number}`, artists: [artist], title, durationMs, cover };
}
