import type { Track } from '../../core/track.ts';
import { identitiesOf, isFingerprintOf } from './fingerprint.ts';

/** The tracks that the operator hid before a restart, of the program or of its source: they stay hidden until a reveal. */
export interface HiddenBefore {
  /** Of an earlier run, which left nothing else of them. */
  readonly fingerprints: readonly string[];
  /** Of this run. */
  readonly identities: ReadonlySet<string>;
}

export function wasHidden({ fingerprints, identities }: HiddenBefore, track: Track): boolean {
  return (
    identitiesOf(track).some((identity) => identities.has(identity)) ||
    fingerprints.some((fingerprint) => isFingerprintOf(fingerprint, track))
  );
}

export function withHidden(before: HiddenBefore, track: Track): HiddenBefore {
  const [identity] = identitiesOf(track);
  return identity === undefined
    ? before
    : { ...before, identities: new Set(before.identities).add(identity) };
}

/** The operator shows the track. */
export function withoutHidden({ fingerprints, identities }: HiddenBefore, track: Track): HiddenBefore {
  const shown = new Set(identitiesOf(track));
  return {
    fingerprints: fingerprints.filter((fingerprint) => !isFingerprintOf(fingerprint, track)),
    identities: new Set([...identities].filter((identity) => !shown.has(identity))),
  };
}
