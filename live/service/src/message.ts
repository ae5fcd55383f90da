import { cleanText } from '../../../src/core/text.ts';
import type { LiveMessage } from '../../../src/wire/live.ts';
import type { TimedTrack, Track } from './store/contract.ts';

/** What viewers receive. `lastsMs`: how long a track is shown when no other follows. */
export function liveMessage({ track, at }: TimedTrack, lastsMs: number): LiveMessage {
  return { v: 1, ...track, at, until: at + lastsMs };
}

/** Text of one line: what DJs send is shown to everybody. */
export function cleanTrack({ message, artist, title }: Track): Track {
  return { message: cleanText(message), artist: cleanText(artist), title: cleanText(title) };
}
