import { evictOldest } from '../../core/evict.ts';
import type { OperatorNames, Track } from '../../core/track.ts';
import { identitiesOf } from './hidden-before.ts';

/** The operator's names of tracks, by the key of their reported names, or of their file without names. */
export type CorrectedBefore = ReadonlyMap<string, OperatorNames>;

export const NOTHING_CORRECTED: CorrectedBefore = new Map();
const NO_NAMES: OperatorNames = {};
/** More than are corrected in a run of months. */
const REMEMBERED = 1_000;

/** Same object until the track is corrected again. */
export function namesOf(corrected: CorrectedBefore, reported: Track): OperatorNames {
  return (
    identitiesOf(reported)
      .map((identity) => corrected.get(identity))
      .find((names) => names !== undefined) ?? NO_NAMES
  );
}

export function withNamesOf(
  corrected: CorrectedBefore,
  reported: Track,
  names: OperatorNames,
): CorrectedBefore {
  const [identity] = identitiesOf(reported);
  if (identity === undefined || Object.keys(names).length === 0) {
    return corrected;
  }
  const all = new Map(corrected).set(identity, names);
  evictOldest(all, REMEMBERED);
  return all;
}
