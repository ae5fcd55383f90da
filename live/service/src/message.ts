import type { LiveMessage, LiveTrack } from '../../../src/clients/live/message.ts';
import { cleanText } from '../../../src/core/text.ts';
import type { TimedTrack } from './store/contract.ts';

/** Viewers' message at `now`; undefined for a track older than `lastsMs`. */
export function liveMessage(
  { track, at, clearedAt }: TimedTrack,
  lastsMs: number,
  now: number,
): LiveMessage | undefined {
  // The store's clock may be a little ahead.
  const left = Math.min(lastsMs, at + lastsMs - now);
  return left <= 0
    ? undefined
    : { v: 1, ...track, at, lastsMs: left, ...(clearedAt > 0 && { since: clearedAt }) };
}

/** Public texts, each one clean line. */
export function cleanTrack({ message, artist, title }: LiveTrack): LiveTrack {
  return { message: cleanText(message), artist: cleanText(artist), title: cleanText(title) };
}
