import type { NativeArt, Picture, ShownTrack } from '../track.ts';

/**
 * Finds pictures and the recording code for tracks that may be shown; hidden tracks are never looked up. One call per
 * track at a time; never rejects, and limits its own time.
 */
export interface Enricher {
  prefetch(track: ShownTrack, nativeArt?: NativeArt): void;
  /** Resolves to what arrives before the signal fires. Synchronous if nothing has to be awaited. */
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
