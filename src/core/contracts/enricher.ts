import type { NativeArt, Picture, ShownTrack } from '../track.ts';

/**
 * Pictures and the ISRC of tracks that may be shown, never of hidden ones. One call per track at a time.
 * Never rejects; limits its own time.
 */
export interface Enricher {
  prefetch(track: ShownTrack, nativeArt?: NativeArt): void;
  /** Resolves to all that arrived before the signal fired. Synchronous if nothing has to be awaited. */
  enrich(
    track: ShownTrack,
    nativeArt: NativeArt | undefined,
    signal: AbortSignal,
  ): Enrichment | Promise<Enrichment>;
}

export interface Enrichment {
  readonly art?: Picture;
  readonly code?: Picture;
  readonly isrc?: string;
}
