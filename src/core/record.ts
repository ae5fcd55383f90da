import { type Picture, type Publication, type SetEntry, TRANSPARENT_PIXEL, type Track } from './track.ts';
import { hoursMinutesSeconds, rfc3339 } from './units.ts';

/**
 * Message of `/ws`, one for each publication and the latest at once after connecting. Exactly these keys: the contract
 * does not change; richer messages are events (`events.ts`).
 */
export interface RecordMessage {
  /** Empty if unknown or hidden, as are title and genre. */
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  /** Base64 of a 256x256 PNG, or of the transparent pixel without art. */
  readonly art: string;
  /** Base64 of a PNG; empty without a code. */
  readonly streaming_code: string;
  /** Whole seconds; 0 if unknown. */
  readonly duration: number;
  /** RFC 3339 with fraction and the server's offset. */
  readonly timestamp: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestamp_epoch: number;
  /** `HH:MM:SS` since the first featured track of the run. */
  readonly elapsed: string;
}

/** Extra fields of the webhook. Empty or 0 if unknown or hidden. */
export interface RecordDetails
  extends Pick<Track, 'album' | 'label' | 'remixer' | 'comment' | 'key' | 'bpm' | 'year' | 'isrc'> {
  /** Label; empty for sources without decks. */
  readonly deck: string;
  readonly position: number;
}

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

export function detailsOf({ track, position, deck }: Publication): RecordDetails {
  const { album, label, remixer, comment, key, bpm, year, isrc } = track;
  return { album, label, remixer, comment, key, bpm, year, isrc, deck: deck ?? '', position };
}

export function entryOf(publication: Publication): SetEntry {
  const {
    kind: _kind,
    seq: _seq,
    art: _art,
    code: _code,
    isResumed: _isResumed,
    set: _set,
    movedFrom: _movedFrom,
    ...entry
  } = publication;
  return entry;
}

function base64({ png }: Picture): string {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
}
