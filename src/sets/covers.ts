import type { Publication } from '../core/track.ts';

/** Bytes of the covers that a set keeps: about 150. Older tracks lose theirs. */
export const MAX_COVER_BYTES = 16 * 1024 * 1024;

/** Changes of ended plays come without their art, which still fits unless the names changed. */
export function keepsCover({ kind, art, hidden, isResumed }: Publication): boolean {
  const hasSameNames = kind === 'reveal' || kind === 'retract' || kind === 'end';
  return art === undefined && !hidden && (hasSameNames || (kind === 'track' && isResumed === true));
}
