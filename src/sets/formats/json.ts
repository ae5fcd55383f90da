import { rowOf, type SetTrack } from './set.ts';

/** A list of objects; the keys are those of the published record where they mean the same. */
export function json(tracks: readonly SetTrack[]): string {
  return `${JSON.stringify({ tracks: tracks.map(rowOf) }, undefined, 2)}\n`;
}
