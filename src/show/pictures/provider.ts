import type { NativeArt, Picture, Track } from '../../core/track.ts';
import type { PictureProcess } from './images/index.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { LookupHealthMonitor } from './lookup-health.ts';
import type { MaybePromise } from './maybe.ts';

/** One source of art; one entry of `--art.precedence`. */
export interface ArtProvider {
  /**
   * Undefined when it has none. Rejects when that could not be determined. Concurrent calls for one track share a
   * lookup.
   */
  art(track: Track, nativeArt: NativeArt | undefined): MaybePromise<Picture | undefined>;
}

/** Shared by all providers, so that their pictures together stay within the bounds. */
export interface ProviderTools {
  readonly pictures: PictureProcess;
  /** Finished pictures, by address or by the function that fetches them. */
  readonly kept: LookupCache<string | NativeArt, Picture>;
  readonly reports: LookupHealthMonitor;
}

/** The cache key of a lookup by name. */
export function keyOf({ artist, title, album, durationMs }: Track): string {
  return JSON.stringify([artist, title, album, durationMs]);
}
