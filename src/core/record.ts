import { type Picture, type Publication, type SetEntry, TRANSPARENT_PIXEL, type Track } from './track.ts';
import { hoursMinutesSeconds, rfc3339 } from './units.ts';

/**
 * What `/ws` sends: one text message for each publication, the latest one at once after connecting. Exactly these keys,
 * a contract that does not change; richer messages are events (`events.ts`).
 */
export interface RecordMessage {
  /** Empty when unknown or hidden; so are title and genre. */
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  /** Base64 of a 256x256 PNG; of the 1-pixel transparent PNG when there is none. */
  readonly art: string;
  /** Base64 of a PNG; empty when there is none. */
  readonly streaming_code: string;
  /** Whole seconds; 0 when unknown. */
  readonly duration: number;
  /** RFC 3339 with fraction and the offset of the server's zone. */
  readonly timestamp: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestamp_epoch: number;
  /** `HH:MM:SS` since the first featured track of the run. */
  readonly elapsed: string;
}

/** What the webhook can send besides. Texts are empty and numbers 0 when unknown or hidden. */
export interface RecordDetails
  extends Pick<Track, 'album' | 'label' | 'remixer' | 'comment' | 'key' | 'bpm' | 'year' | 'isrc'> {
  /** The deck's label; empty for sources without decks. */
  readonly deck: string;
  /** Position in the set, from 1. */
  readonly position: number;
}

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
  const { album, label, remixer, comment, key, bpm, year, isrc } = track;
  return { album, label, remixer, comment, key, bpm, year, isrc, deck: deck ?? '', position };
}

/** A publication as the record of the set keeps it. */
export function entryOf(publication: Publication): SetEntry {
  const { kind: _kind, seq: _seq, art: _art, code: _code, isResumed: _isResumed, ...entry } = publication;
  return entry;
}

function base64({ png }: Picture): string {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
}
