/**
 * The data that travels from a source to the sinks. Everything here is read-only and plain.
 *
 * source ──Transition──▶ pipeline ──Publication──▶ sinks
 */

import { folded } from './folded.ts';
import type { Sealed } from './sealed.ts';
import type { Clock } from './tools.ts';

/** Tags of a piece of music. Text is never null: an unknown field is the empty string. */
export interface Track {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  readonly label: string;
  readonly remixer: string;
  readonly comment: string;
  /** Musical key as the source writes it: `Am`, `8A`, `1m`. `core/musical-key.ts` parses all of these. */
  readonly key: string;
  /** Stored tempo in beats per minute, regardless of the pitch fader; 0 if unknown. */
  readonly bpm: number;
  readonly year: number;
  /** International Standard Recording Code as normalized by `core/plausible.ts`: `DEABC2600001`. */
  readonly isrc: string;
  /** Base name of the audio file; empty for streams. Used by `--hide.regex.filename` and set lists. */
  readonly filename: string;
  /** Playing time in milliseconds; 0 if unknown. */
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

// The object has exactly the keys of this type.
export const TRACK_FIELDS = Object.keys(UNKNOWN_TRACK) as readonly (keyof Track)[];

declare const judged: unique symbol;

/**
 * A track that may be shown. Only the judgement about hiding makes one (`core/shown.ts`), and outputs accept nothing
 * else, so a view that skips the judgement does not compile.
 */
export type ShownTrack = Track & { readonly [judged]: true };

export interface Shown {
  readonly hidden: boolean;
  /** All fields are empty while hidden. */
  readonly track: ShownTrack;
}

/** A finished PNG. Art is 256x256; the width of a streaming code is a setting. */
export interface Picture {
  readonly png: Uint8Array;
  /** Color of the cover (`#rrggbb`) that is readable on black; absent for a grayscale cover or a code. */
  readonly accent?: string;
}

/**
 * Identifies one load-and-play of a track in all events after its transition. It contains nothing of the track, so the
 * operator's page has it for hidden tracks too.
 */
export type PlayId = string;

/**
 * Prefix for the play ids of a source: its name and the time it was created. A source is created again when its
 * settings change, and a page may stay open across a restart, so old ids must not come again.
 */
export function playSeries(source: string, clock: Clock): string {
  return `${source}:${Math.trunc(clock.now()).toString(36)}`;
}

export interface Transition {
  readonly playId: PlayId;
  readonly track: Track;
  /** Name as in `--source`. */
  readonly source: string;
  /** Label ("2", "1B"); absent for sources without decks. */
  readonly deck?: string | undefined;
  /** When the source detected it, milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly hidden: boolean;
  /**
   * Set if the sound of the room proves that this track is on air instead of the published one. `mistake`: the
   * published play, which was never audible and leaves the set; absent if the audience may have heard it.
   */
  readonly correction?: { readonly mistake?: PlayId } | undefined;
  /** Fetches the art that the hardware or software stores; absent if it cannot have any. */
  readonly nativeArt?: NativeArt | undefined;
}

/**
 * Calls for one track never overlap; they may take long (a transfer from a device). Resolves to undefined without art;
 * rejects if that cannot be determined.
 */
export type NativeArt = (signal: AbortSignal) => Promise<Uint8Array | undefined>;

/**
 * Why a publication went out. `track`: a new featured track (hidden or not). The others concern a play that was
 * published before: `hide` and `reveal` when its visibility changed; `correction` when its names changed, because they
 * came late or the operator edited them, or when it is on air again. `off air`: nothing is on air; only `state` sinks
 * get it. `retract`: the play was a mistake and leaves the set; sinks get it as a change of an earlier play. The last
 * two have no names.
 */
export type PublicationKind = 'track' | 'hide' | 'reveal' | 'correction' | 'off air' | 'retract';

/** Operator's corrections; omitted fields keep the source's names. */
export interface OperatorNames {
  readonly artist?: string;
  readonly title?: string;
}

/** Facts for a run that continues the set, to judge a play again. They name the track, hidden or not. */
export interface PlayFacts {
  readonly reported: Track;
  readonly corrected: OperatorNames;
  readonly hiddenByHand: boolean;
  /** Rules that would hide the track if the operator had not revealed it. */
  readonly revealedFrom?: readonly string[];
}

/** Finished record that every sink receives. A hidden one contains nothing of the track. */
export interface Publication extends Shown {
  readonly kind: PublicationKind;
  /** From 1, increasing, within this run. */
  readonly seq: number;
  readonly playId: PlayId;
  /** Position in the set, from 1. Further publications of a play keep it. */
  readonly position: number;
  /** Absent while hidden. */
  readonly art?: Picture;
  /** Image of the streaming service's code; absent while hidden. */
  readonly code?: Picture;
  /** Name as in `--source`. */
  readonly source: string;
  readonly deck?: string;
  /** Time of the transition (end of its hold), milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Milliseconds since the first featured track of the set. */
  readonly elapsedMs: number;
  /** Kept only by the session file. Absent from sets that versions before 0.3 stored. */
  readonly facts?: Sealed<PlayFacts>;
  /** Featured by an earlier run, which has notified people already. */
  readonly isResumed?: true;
}

export interface SetEntry extends Omit<Publication, 'kind' | 'seq' | 'art' | 'code' | 'isResumed'> {
  /** Only in sets that were heard in a recording. */
  readonly heard?: HeardInRecording;
}

export interface HeardInRecording {
  /** Times of the recording at which the track is first and last heard, milliseconds. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** How sure it is, 0 to 1; 0 for something that is not in the library. */
  readonly sureness: number;
  /** The file, and where in it a moment of the recording is. Absent while hidden. */
  readonly anchor?: {
    readonly path: string;
    readonly atMs: number;
    readonly positionMs: number;
    readonly tempo: number;
  };
}

/** Returns whether the name should be checked before it is published. */
export function isUnsure({ heard }: Pick<SetEntry, 'heard'>): boolean {
  return heard !== undefined && heard.sureness > 0 && heard.sureness < UNSURE_BELOW;
}

const UNSURE_BELOW = 0.5;

/** Placeholder for a missing picture: one transparent pixel. */
export const TRANSPARENT_PIXEL: Picture = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  ),
};

/** Milliseconds after which a track is no longer announced: the set is over, or the network was down all the time. */
const WORTH_TELLING_MS = 60 * 60_000;

/** Returns whether people outside the room should still learn of this track. */
export function isWorthTelling({ at }: Pick<Publication, 'at'>, now: number): boolean {
  return now - at < WORTH_TELLING_MS;
}

export function isNamed({ artist, title }: Track): boolean {
  return artist !== '' || title !== '';
}

/** Compares artist and title without case and blanks, because sources differ in them. False without a title. */
export function isSameTrack(one: Track, other: Track): boolean {
  return one.title !== '' && identityOf(one) === identityOf(other);
}

/** Key that is equal for the same artist and title, as people read them. */
export function identityOf({ artist, title }: Track): string {
  return `${folded(artist)}\0${folded(title)}`;
}

export function filledIn(track: Track, more: Track): Track {
  return Object.assign({}, ...TRACK_FIELDS.map((field) => ({ [field]: track[field] || more[field] })));
}

/** Copies the fields of a track, with `change` applied to every text. */
export function withTexts<Given extends Track>(track: Given, change: (text: string) => string): Given {
  const changed: Record<string, string | number> = {};
  for (const field of TRACK_FIELDS) {
    const value = track[field];
    changed[field] = typeof value === 'string' ? change(value) : value;
  }
  // It has every field of a track.
  return changed as unknown as Given;
}

export function isUnchanged(track: Track, before: Track): boolean {
  return TRACK_FIELDS.every((field) => track[field] === before[field]);
}
