import type { RecordDetails, RecordMessage } from '../web/wire/record.ts';
import { type Picture, type Publication, type SetEntry, TRANSPARENT_PIXEL } from './track.ts';
import { hoursMinutesSeconds, rfc3339 } from './units.ts';

/** A publication as outside receivers get it: the webhook's body and the messages on `/ws`. */
export function recordOf(publication: Publication): RecordMessage {
  const { track, art, code, at, elapsedMs } = publication;
  return {
    artist: track.artist,
    title: track.title,
    genre: track.genre,
    art: base64(art ?? TRANSPARENT_PIXEL),
    streaming_code: code === undefined ? '' : base64(code),
    duration: Math.round(track.durationMs / 1_000),
    timestamp: rfc3339(at),
    timestamp_epoch: at,
    elapsed: hoursMinutesSeconds(elapsedMs),
  };
}

/** What only some receivers want of a publication: the webhook sends each of these where the user puts it. */
export function detailsOf({ track, position, deck }: Publication): RecordDetails {
  const { album, label, remixer, comment, key, bpm, year } = track;
  return { album, label, remixer, comment, key, bpm, year, deck: deck ?? '', position };
}

/** A publication as the record of the set keeps it. */
export function entryOf(publication: Publication): SetEntry {
  const { kind: _kind, seq: _seq, art: _art, code: _code, ...entry } = publication;
  return entry;
}

function base64({ png }: Picture): string {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
}
