import type { SetEntry, Track } from '../../core/track.ts';
import { identitiesOf, isFingerprintOf } from './fingerprint.ts';

/** The tracks that the operator hid: they stay hidden until a reveal, whatever plays them. */
export interface HiddenBefore {
  /** Of an earlier run, which left nothing else of them. */
  readonly fingerprints: readonly string[];
  /** Of this run. */
  readonly identities: ReadonlySet<string>;
}

export const NOTHING_HIDDEN: HiddenBefore = { fingerprints: [], identities: new Set() };

/** One track: as its source reports it, and as it is shown. The next source may report what this one is made to show. */
export interface KnownTrack {
  readonly reported: Track;
  readonly track: Track;
  /** Of what its source reported in an earlier run, where only other names are left of that. */
  readonly reportedBefore?: string | undefined;
}

/** Those in the set that this run continues. One that was shown again after it was hidden had been revealed. */
export function hiddenIn(set: readonly SetEntry[]): HiddenBefore {
  const fingerprints = set.flatMap(({ position, hidden, reportedAs }) => {
    if (!hidden || reportedAs?.byHand !== true) {
      return [];
    }
    const { fingerprint } = reportedAs;
    const isShownLater = set.some(
      (later) => later.position > position && !later.hidden && isFingerprintOf(fingerprint, later.track),
    );
    return isShownLater ? [] : [fingerprint];
  });
  return { ...NOTHING_HIDDEN, fingerprints };
}

export function wasHidden({ fingerprints, identities }: HiddenBefore, known: KnownTrack): boolean {
  return (
    (identities.size > 0 && allOf(known).some((identity) => identities.has(identity))) ||
    fingerprints.some((fingerprint) => isMadeOf(fingerprint, known))
  );
}

/** The operator hides the track. */
export function withHidden({ fingerprints, identities }: HiddenBefore, known: KnownTrack): HiddenBefore {
  const best = [known.reported, known.track].flatMap((track) => identitiesOf(track).slice(0, 1));
  const { reportedBefore } = known;
  return {
    fingerprints: reportedBefore === undefined ? fingerprints : [...fingerprints, reportedBefore],
    identities: new Set([...identities, ...best]),
  };
}

/** The operator shows the track. */
export function withoutHidden({ fingerprints, identities }: HiddenBefore, known: KnownTrack): HiddenBefore {
  const shown = new Set(allOf(known));
  return {
    fingerprints: fingerprints.filter((fingerprint) => !isMadeOf(fingerprint, known)),
    identities: new Set([...identities].filter((identity) => !shown.has(identity))),
  };
}

export function isMadeOf(fingerprint: string, { reported, track }: KnownTrack): boolean {
  return isFingerprintOf(fingerprint, reported) || isFingerprintOf(fingerprint, track);
}

function allOf({ reported, track }: KnownTrack): string[] {
  return [...identitiesOf(reported), ...identitiesOf(track)];
}
