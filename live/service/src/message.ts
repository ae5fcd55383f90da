import type { LiveMessage, LiveTrack } from '../../../src/clients/live/message.ts';
import { cleanText } from '../../../src/core/text.ts';
import type { TimedTrack } from './store/contract.ts';

/** What viewers receive at the time `now` of a track that is shown for `lastsMs`; undefined when it is too old. */
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

/** Text of one line: what DJs send is shown in public. */
export function cleanTrack({ message, artist, title }: LiveTrack): LiveTrack {
  return { message: cleanText(message), artist: cleanText(artist), title: cleanText(title) };
}
