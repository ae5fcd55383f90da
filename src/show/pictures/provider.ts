import type { NativeArt, Picture, Track } from '../../core/track.ts';
import type { PictureProcess } from './images/index.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { LookupHealthMonitor } from './lookup-health.ts';
import type { MaybePromise } from './maybe.ts';

export interface ArtProvider {
  /** Undefined without art; rejects if undetermined. Concurrent calls for a track share a lookup. */
  art(track: Track, nativeArt: NativeArt | undefined): MaybePromise<Picture | undefined>;
}

/** Shared, so that cache limits apply to all pictures. */
export interface ProviderTools {
  readonly pictures: PictureProcess;
  /** Keyed by address, or by the function that fetches them. */
  readonly kept: LookupCache<string | NativeArt, Picture>;
  readonly reports: LookupHealthMonitor;
}

export function keyOf({ artist, title, album, durationMs }: Track): string {
  return JSON.stringify([artist, title, album, durationMs]);
}
