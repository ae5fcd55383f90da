import type { LiveMessage, LiveTrack } from '../../../src/clients/live/message.ts';
import { cleanText } from '../../../src/core/text.ts';
import type { TimedTrack } from './store/contract.ts';

/**
 * Returns the viewers' message at the time `now` for a track that is shown for `lastsMs`; undefined if it is too old.
 */
export function liveMessage(
  { track, at, clearedAt }: TimedTrack,
  lastsMs: number,
  now: number,
): LiveMessage | undefined {
  // The store's clock may be a little ahead of ours.
  const left = Math.min(lastsMs, at + lastsMs - now);
  return left <= 0
    ? undefined
    : { v: 1, ...track, at, lastsMs: left, ...(clearedAt > 0 && { since: clearedAt }) };
}

/** Reduces each text to one clean line, because it is shown in public. */
export function cleanTrack({ message, artist, title }: LiveTrack): LiveTrack {
  return { message: cleanText(message), artist: cleanText(artist), title: cleanText(title) };
}
