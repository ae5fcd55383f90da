import type { NativeArt, Picture, Track } from '../core/track.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { LookupHealthMonitor } from './lookup-health.ts';
import type { MaybePromise } from './maybe.ts';
import type { PictureProcess } from './pictures/index.ts';

/** One place that art comes from; one entry of `--art.precedence`. */
export interface ArtProvider {
  /** Undefined when it has none. Rejects when it could not be told. Never asks twice at once for the same. */
  art(track: Track, nativeArt: NativeArt | undefined): MaybePromise<Picture | undefined>;
}

/** What providers share, so that all pictures together keep within their bounds. */
export interface ProviderTools {
  readonly pictures: PictureProcess;
  /** Finished pictures, by address or by the function that fetches them. */
  readonly kept: LookupCache<string | NativeArt, Picture>;
  readonly reports: LookupHealthMonitor;
}

/** What a look-up by name depends on. */
export function keyOf({ artist, title, album, durationMs }: Track): string {
  return JSON.stringify([artist, title, album, durationMs]);
}
