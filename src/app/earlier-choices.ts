/** Hides and corrections of operators in stored sets, for the tracks of a recording. Pure. */
import {
  type HeardInRecording,
  isNamed,
  type OperatorNames,
  type SetEntry,
  type Track,
} from '../core/track.ts';
import type { HeardEntry } from '../hearing/recording/index.ts';
import { isPlayOf, offsetIn } from '../hearing/recording/offset.ts';
import { type HiddenBefore, identitiesOf, NOTHING_HIDDEN } from '../show/pipeline/hidden-before.ts';
import { judgeEntry } from '../show/pipeline/judgement.ts';
import type { Extraction, HideRules } from '../show/pipeline/options.ts';

type Heard = HeardEntry & { readonly track: Track | undefined };
type HiddenAs = NonNullable<HeardInRecording['hiddenAs']>;

export interface EarlierChoices {
  /** Identities of the tracks that some set hides; see `identitiesOf`. */
  readonly hidden: HiddenBefore;
  /** Undefined if no set hides this file, nor anything at this time. */
  whyHidden(entry: Heard): HiddenAs | undefined;
  /** Right names, if a set has them. */
  namesOf(entry: Heard): OperatorNames;
}

/** Part of the shorter one of two stretches that is common to both if they are of the same track. */
const SAME_STRETCH = 0.5;

/** `sets`: oldest first, because later corrections count. */
export async function earlierChoices(
  sets: AsyncIterable<readonly SetEntry[]>,
  heard: readonly Heard[],
  rules: Extraction & HideRules,
): Promise<EarlierChoices> {
  const hidden = new Set<string>();
  const names = new Map<string, OperatorNames>();
  const timesHidden: ((entry: Heard) => boolean)[] = [];
  for await (const set of sets) {
    for (const key of hiddenKeys(set, rules)) {
      hidden.add(key);
    }
    for (const [key, corrected] of correctionsIn(set)) {
      names.set(key, corrected);
    }
    timesHidden.push(hidesByTime(set, heard));
  }
  return {
    hidden,
    whyHidden(entry) {
      if (entry.path !== undefined && hidden.has(fileKey(entry.path))) {
        return 'track';
      }
      return timesHidden.some((isHiddenAt) => isHiddenAt(entry)) ? 'time' : undefined;
    },
    namesOf: ({ path, track }) =>
      (path !== undefined && names.get(fileKey(path))) || (track && names.get(nameKey(track))) || {},
  };
}

/**
 * Tracks of a played set stay as the audience saw them. A recording's set has no audience, so there only an operator's
 * hides count, and not rules that may have changed since.
 */
function staysHidden({ hidden, heard }: SetEntry): boolean {
  return hidden && (heard === undefined || heard.isHiddenByHand === true);
}

/**
 * Keys of hidden tracks: names, and files, because a player may report other names than the file has. A track that was
 * visible in a later play had been revealed.
 */
function hiddenKeys(set: readonly SetEntry[], rules: Extraction & HideRules): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const entry of set) {
    const { reported, track } = judgeEntry(entry, { rules, hiddenBefore: NOTHING_HIDDEN });
    const file = entry.file ?? entry.facts?.open().file;
    const own = [...[reported, track].flatMap(identitiesOf), ...(file === undefined ? [] : [fileKey(file)])];
    for (const key of own) {
      if (staysHidden(entry)) {
        keys.add(key);
      } else if (!entry.hidden) {
        keys.delete(key);
      }
    }
  }
  return keys;
}

/** Corrections of played sets. In a recording's set, a correction may repair a mistake of hearing. */
function correctionsIn(set: readonly SetEntry[]): readonly (readonly [key: string, names: OperatorNames])[] {
  return set.flatMap((entry) => {
    const { reported, corrected = {}, file = entry.file } = entry.facts?.open() ?? {};
    if (entry.heard !== undefined || reported === undefined || Object.keys(corrected).length === 0) {
      return [];
    }
    const keys = [
      ...(isNamed(reported) ? [nameKey(reported)] : []),
      ...(file === undefined ? [] : [fileKey(file)]),
    ];
    return keys.map((key) => [key, corrected] as const);
  });
}

function nameKey(track: Track): string {
  return identitiesOf(track)[0] ?? '';
}

/** Unlike all identities. */
function fileKey(path: string): string {
  return `\0\0\0${path}`;
}

/** Milliseconds of the recording. */
type Stretch = Pick<HeardEntry, 'fromMs' | 'toMs'>;

/**
 * Returns whether the set hides what it played at the entry's time, if the recording is of this set. Needed beside
 * names, because names of hidden tracks are kept for a day only, and a file's tags may differ from the player's.
 *
 * Another set may share the times of two tracks by chance. Unless more of the recording's names agree with the set
 * than contradict it, it hides only what has no name. A track that the set also shows is no secret.
 */
function hidesByTime(set: readonly SetEntry[], heard: readonly Heard[]): (entry: Heard) => boolean {
  const found = set.some(staysHidden) ? offsetIn(set, heard) : undefined;
  if (found === undefined) {
    return () => false;
  }
  const plays = set.map((play, at) => ({
    play,
    fromMs: play.elapsedMs - found.offsetMs,
    toMs: (set[at + 1]?.elapsedMs ?? Number.POSITIVE_INFINITY) - found.offsetMs,
  }));
  const shown = plays.filter(({ play }) => !play.hidden && isNamed(play.track));
  const hidden = plays.filter(({ play }) => staysHidden(play));
  const compared = heard.filter(hasName).flatMap((entry) => {
    const same = shown.find((stretch) => isSameStretch(stretch, entry));
    return same === undefined ? [] : [isPlayOf(same.play, entry)];
  });
  const isOfSet = 2 * compared.filter(Boolean).length > compared.length;
  return (entry) =>
    hidden.some((stretch) => isSameStretch(stretch, entry)) &&
    (isOfSet || !hasName(entry)) &&
    !shown.some(({ play }) => isPlayOf(play, entry));
}

function hasName({ track }: Heard): boolean {
  return track !== undefined && isNamed(track);
}

function isSameStretch(one: Stretch, other: Stretch): boolean {
  const common = Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs);
  const shorter = Math.min(one.toMs - one.fromMs, other.toMs - other.fromMs);
  return common > SAME_STRETCH * shorter;
}
