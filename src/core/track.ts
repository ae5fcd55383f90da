/** Data from source to sink: source ──Transition──▶ pipeline ──Publication──▶ sinks */

import { folded } from './folded.ts';
import type { HiddenBy } from './hidden-by.ts';
import type { Sealed } from './sealed.ts';
import type { Clock } from './tools.ts';

/** Unknown texts are empty, never null. */
export interface Track {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  readonly label: string;
  readonly remixer: string;
  readonly comment: string;
  /** Notation of the source: `Am`, `8A`, `1m` (`core/musical-key.ts`). */
  readonly key: string;
  /** Regardless of the pitch fader; 0 if unknown. */
  readonly bpm: number;
  readonly year: number;
  /** `DEABC2600001` (`core/plausible.ts`). */
  readonly isrc: string;
  /** Base name; empty for streams. */
  readonly filename: string;
  /** 0 if unknown. */
  readonly durationMs: number;
}

export const UNKNOWN_TRACK: Track = {
  artist: '',
  title: '',
  album: '',
  genre: '',
  label: '',
  remixer: '',
  comment: '',
  key: '',
  bpm: 0,
  year: 0,
  isrc: '',
  filename: '',
  durationMs: 0,
};

export const TRACK_FIELDS = Object.keys(UNKNOWN_TRACK) as readonly (keyof Track)[];

declare const judged: unique symbol;

/**
 * Made only by the judgement about hiding (`core/shown.ts`); outputs accept nothing else, so a view that
 * skips it does not compile.
 */
export type ShownTrack = Track & { readonly [judged]: true };

export interface Shown {
  readonly hidden: boolean;
  /** All fields are empty while hidden. */
  readonly track: ShownTrack;
}

/** PNG. Art is 256x256; the width of a streaming code is a setting. */
export interface Picture {
  readonly png: Uint8Array;
  /** Color of the cover, `#rrggbb`, readable on black; absent for a gray cover or a code. */
  readonly accent?: string;
}

/** Identifies one load-and-play without naming it, so the operator's page has it for hidden tracks too. */
export type PlayId = string;

/** Old ids must not come again: settings changes recreate a source, and a page may outlive a restart. */
export function playSeries(source: string, clock: Clock): string {
  return `${source}:${Math.trunc(clock.now()).toString(36)}`;
}

export interface Transition {
  readonly playId: PlayId;
  readonly track: Track;
  /** Name in `--source`. */
  readonly source: string;
  /** "2", "1B"; absent for sources without decks. */
  readonly deck?: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly hidden: boolean;
  /**
   * This track is on air instead of the published one: the sound of the room proves it, or the DJ only tried the
   * published one. `mistake`: the published play, if it was never audible or only tried, and so leaves the set.
   */
  readonly correction?: { readonly mistake?: PlayId } | undefined;
  readonly nativeArt?: NativeArt | undefined;
  /** Path on this computer, if known. Private: for hearing and the set store. */
  readonly file?: string | undefined;
}

/**
 * Calls for one track never overlap; a transfer from a device takes long. Undefined without art; rejects if
 * that is unknown.
 */
export type NativeArt = (signal: AbortSignal) => Promise<Uint8Array | undefined>;

/**
 * `track`: newly featured, hidden or not. The others concern an earlier play: `hide` and `reveal` when its
 * visibility changed; `correction` when its names changed late or by the operator, or when it is on air
 * again; `retract` when it leaves the set, because it was a mistake or the operator removed it (`removed`), reported
 * to sinks as a change of an earlier play. `off air`, for `state` sinks only: nothing is on air. It has no names, as a
 * mistake has none. `end`: the source knows that the play on air is over, and what follows is unknown, so outputs still
 * show it; reported as a change of an earlier play. `new set`: the operator began one, with the play on air or, at position 0 and without names, with
 * the next one.
 */
export type PublicationKind =
  | 'track'
  | 'hide'
  | 'reveal'
  | 'correction'
  | 'off air'
  | 'retract'
  | 'end'
  | 'new set';

/** Omitted fields keep the source's names. */
export interface OperatorNames {
  readonly artist?: string;
  readonly title?: string;
}

/** Lets a run that continues the set judge a play again. */
export interface PlayFacts {
  readonly reported: Track;
  readonly corrected: OperatorNames;
  readonly hiddenByHand: boolean;
  /** Absent while shown. */
  readonly hiddenBy?: HiddenBy | undefined;
  /** Rules that would hide the track, had the operator not revealed it. */
  readonly revealedFrom?: readonly string[];
  /** Path on this computer. */
  readonly file?: string;
}

/** Contains nothing of a hidden track. */
export interface Publication extends Shown {
  readonly kind: PublicationKind;
  /** Counts from 1 within this run. */
  readonly seq: number;
  readonly playId: PlayId;
  /** Counts from 1; the same in all publications of a play. */
  readonly position: number;
  /** Absent while hidden. */
  readonly art?: Picture;
  /** Streaming code; absent while hidden. */
  readonly code?: Picture;
  /** Name in `--source`. */
  readonly source: string;
  readonly deck?: string;
  /** End of the hold, epoch milliseconds. */
  readonly at: number;
  /** Time since the first featured track of the set. */
  readonly elapsedMs: number;
  /** Counts the sets that the operator began in this run; absent in the first. Sinks may miss the `new set` itself. */
  readonly set?: number;
  /** Position in the earlier set, which the play leaves for the new one. */
  readonly movedFrom?: number;
  /** Only the session file keeps it. Absent from sets stored before 0.3. */
  readonly facts?: Sealed<PlayFacts>;
  /** Epoch milliseconds; absent while it lasts, or if only the next play tells. */
  readonly endedAt?: number;
  /** Stops after which it went on, in milliseconds. */
  readonly silentMs?: number;
  /** The operator removed the play, and may put it back. Only with `retract`. */
  readonly removed?: true;
  /** An earlier run featured it, and notified people. */
  readonly isResumed?: true;
}

export interface SetEntry
  extends Omit<Publication, 'kind' | 'seq' | 'art' | 'code' | 'isResumed' | 'set' | 'movedFrom'> {
  /** Only in sets that were heard in a recording. */
  readonly heard?: HeardInRecording;
  /** `endedAt` is when a run that crashed last lived. Not stored. */
  readonly isCutOff?: true;
  /** The track's path on this computer, in stored sets. Private, like every path. Absent while hidden. */
  readonly file?: string;
}

export interface HeardInRecording {
  /** Recording times of the first and last moment at which the track is heard, milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** 0 to 1; 0 for something that is not in the library. */
  readonly sureness: number;
  /** Where the entry begins in a file of the recording. Private, like every path. */
  readonly begins?: { readonly path: string; readonly atMs: number };
  /** The user has checked or corrected the names. */
  readonly isChecked?: true;
  /** An operator hid the track in this set or in an earlier one. */
  readonly isHiddenByHand?: true;
  /** An earlier set hid this track, or what it played at this time; absent if the operator hid it in this set. */
  readonly hiddenAs?: 'track' | 'time';
  /** Hiding rules in spite of which an operator showed the track; none if only operators had hidden it. */
  readonly revealedFrom?: readonly string[];
  /** The track's file, and where in it a moment of the recording is. Private. Absent while hidden. */
  readonly anchor?: {
    readonly path: string;
    readonly atMs: number;
    readonly positionMs: number;
    readonly tempo: number;
    /** Stretch around that moment in which the track plays on without a jump. */
    readonly fromMs: number;
    readonly toMs: number;
  };
}

/** Entries that the operator has not removed. */
export function withoutRemoved(entries: readonly SetEntry[]): SetEntry[] {
  return entries.filter(({ removed }) => !removed);
}

/** Leaves out removed entries, except hidden ones: their tracks stay hidden. */
export function withHiddenRemoved(entries: readonly SetEntry[]): SetEntry[] {
  return entries.filter(({ removed, hidden }) => !removed || hidden);
}

export function inOrder(entries: readonly SetEntry[]): SetEntry[] {
  return entries.toSorted((one, other) => one.position - other.position);
}

/** Should be checked before it is published. */
export function isUnsure({ heard }: Pick<SetEntry, 'heard'>): boolean {
  return heard !== undefined && !heard.isChecked && heard.sureness > 0 && heard.sureness < UNSURE_BELOW;
}

const UNSURE_BELOW = 0.5;

/** Stands for a missing picture. */
export const TRANSPARENT_PIXEL: Picture = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  ),
};

/** The set is over, or the network was down all the time. */
const WORTH_TELLING_MS = 60 * 60_000;

export function isWorthTelling({ at }: Pick<Publication, 'at'>, now: number): boolean {
  return now - at < WORTH_TELLING_MS;
}

export function isNamed({ artist, title }: Track): boolean {
  return artist !== '' || title !== '';
}

/** Sources differ in case and blanks. False without a title. */
export function isSameTrack(one: Track, other: Track): boolean {
  return one.title !== '' && identityOf(one) === identityOf(other);
}

export function identityOf({ artist, title }: Track): string {
  return `${folded(artist)}\0${folded(title)}`;
}

export function filledIn(track: Track, more: Track): Track {
  return Object.assign({}, ...TRACK_FIELDS.map((field) => ({ [field]: track[field] || more[field] })));
}

export function withTexts<Given extends Track>(track: Given, change: (text: string) => string): Given {
  const changed: Record<string, string | number> = {};
  for (const field of TRACK_FIELDS) {
    const value = track[field];
    changed[field] = typeof value === 'string' ? change(value) : value;
  }
  return changed as unknown as Given;
}

export function isUnchanged(track: Track, before: Track): boolean {
  return TRACK_FIELDS.every((field) => track[field] === before[field]);
}
