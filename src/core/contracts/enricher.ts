/** Contract of what looks up pictures for a track. */

import type { NativeArt, Picture, ShownTrack } from '../track.ts';

/**
 * Finds pictures and the recording code for tracks that may be shown; hidden tracks are never looked up. Makes one call
 * per track at a time, never rejects, and limits its own time.
 */
export interface Enricher {
  prefetch(track: ShownTrack, nativeArt?: NativeArt): void;
  /** Resolves to what arrives before the signal fires. Returns synchronously if nothing has to be awaited. */
  enrich(
    track: ShownTrack,
    nativeArt: NativeArt | undefined,
    signal: AbortSignal,
  ): Enrichment | Promise<Enrichment>;
}

export interface Enrichment {
  readonly art?: Picture;
  readonly code?: Picture;
  /** ISRC of the recording, if the source reported none. */
  readonly isrc?: string;
}
