import { TRANSPARENT_PIXEL } from './pixel.ts';
import type { Picture, Publication } from './track.ts';
import { hoursMinutesSeconds, rfc3339 } from './units.ts';

/** A publication as outside receivers get it: the webhook's body and the messages on `/ws`. The keys are a contract. */
export interface PublishedRecord {
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
  /** RFC 3339 with fraction and the local zone's offset. */
  readonly timestamp: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestamp_epoch: number;
  /** `HH:MM:SS` since the first featured track of the set. */
  readonly elapsed: string;
}

export function recordOf(publication: Publication): PublishedRecord {
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

function base64({ png }: Picture): string {
  return Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
}
