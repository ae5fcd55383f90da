import type { NativeArt, Picture, Track } from '../core/track.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { Maybe } from './maybe.ts';
import type { Pictures } from './pictures/index.ts';
import type { Reports } from './reports.ts';

/** One place that art comes from; one entry of `--art.precedence`. */
export interface ArtProvider {
  /** Undefined when it has none. Rejects when it could not be told. Never asks twice at once for the same. */
  art(track: Track, nativeArt: NativeArt | undefined): Maybe<Picture | undefined>;
}

/** What providers share, so that all pictures together keep within their bounds. */
export interface Shared {
  readonly pictures: Pictures;
  /** Finished pictures, by address or by the function that fetches them. */
  readonly kept: LookupCache<string | NativeArt, Picture>;
  readonly reports: Reports;
}

/** What a look-up by name depends on. */
export function keyOf({ artist, title, album, durationMs }: Track): string {
  return JSON.stringify([artist, title, album, durationMs]);
}
