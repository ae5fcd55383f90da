/** Shared by both databases. */
import * as v from 'valibot';
import { type LiveTrack, TAKEN_AWAY } from '../../../../src/clients/live/message.ts';

const TRACK = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ message: v.string(), artist: v.string(), title: v.string() }),
);

export const COUNT_ROW = v.object({ count: v.number() });
export const CLAIM_ROW = v.pipe(
  v.object({
    id: v.string(),
    track: TRACK,
    at: v.number(),
    cleared_at: v.number(),
    failures: v.number(),
  }),
  v.transform(({ id: channel, cleared_at: clearedAt, ...row }) => ({ channel, clearedAt, ...row })),
);

/** Whether it is `TAKEN_AWAY`, which takes earlier tracks from the channel's viewers. */
export function takesAway({ message }: LiveTrack): boolean {
  return message === TAKEN_AWAY.message;
}

/** Stored text. */
export function trackText({ message, artist, title }: LiveTrack): string {
  return JSON.stringify({ message, artist, title });
}
