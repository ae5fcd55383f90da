/**
 * The data that travels from a source to the sinks. Everything here is read-only and plain.
 *
 * source ──Transition──▶ pipeline ──Publication──▶ sinks
 */

import { folded } from './folded.ts';
import type { Sealed } from './sealed.ts';
import type { Clock } from './tools.ts';

/** The tags of a piece of music. Text is never null: an unknown field is the empty string. */
export interface Track {
  readonly artist: string;
  readonly title: string;
  readonly album: string;
  readonly genre: string;
  readonly label: string;
  readonly remixer: string;
  readonly comment: string;
  /** The musical key as the source writes it: `Am`, `8A`, `1m`. `core/musical-key.ts` reads all of these. */
  readonly key: string;
  /** The tempo as it is stored with the track, in beats a minute, whatever the pitch fader does; 0 when unknown. */
  readonly bpm: number;
  /** 0 when unknown. */
  readonly year: number;
  /** The International Standard Recording Code, as `core/believed.ts` writes it: `DEABC2600001`. */
  readonly isrc: string;
  /** Base name of the audio file; empty for streams. For `--hide.regex.filename` and set lists. */
  readonly filename: string;
  /** Playing time in milliseconds; 0 when unknown. */
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

// The keys of an object of exactly this type.
export const TRACK_FIELDS = Object.keys(UNKNOWN_TRACK) as readonly (keyof Track)[];

declare const judged: unique symbol;

/**
 * A track that may be shown: only the judgement about hiding makes one from a track (`core/shown.ts`). Every output
 * accepts nothing else, so that a view that skips the judgement does not compile.
 */
export type ShownTrack = Track & { readonly [judged]: true };

/** A track after the judgement about hiding. */
export interface Shown {
  readonly hidden: boolean;
  /** All fields are empty while hidden. */
  readonly track: ShownTrack;
}

/** A finished picture: always PNG. Art is 256x256, a streaming code has its own width. */
export interface Picture {
  readonly png: Uint8Array;
  /** A color of the cover (`#rrggbb`) that can be read on black; absent when it has none, or is not a cover. */
  readonly accent?: string;
}

/**
 * One load-and-play of a track. It names the same play in every event that follows the transition, and says nothing of
 * the track: the operator's page has it also while that is hidden.
 */
export type PlayId = string;

/**
 * What the ids of a source's plays begin with: its name, and when it was made. A source is made again when its settings
 * change, and the program may start again while a page is open: ids of its earlier plays must not come a second time.
 */
export function playSeries(source: string, clock: Clock): string {
  return `${source}:${Math.trunc(clock.now()).toString(36)}`;
}

/** "This track is now the one": what a source hands to the pipeline. */
export interface Transition {
  readonly playId: PlayId;
  readonly track: Track;
  /** Name of the source, as `--source` spells it. */
  readonly source: string;
  /** The deck's label ("2", "1B"); absent for sources that have no decks. */
  readonly deck?: string | undefined;
  /** When the source detected it, milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Hidden by the source (deck color). */
  readonly hidden: boolean;
  /**
   * Corrects what is on air, because the room surely hears this track. `mistake`: the play on air, which was never heard and
   * leaves the set; absent when the audience may have heard it.
   */
  readonly correction?: { readonly mistake?: PlayId } | undefined;
  /** Fetches the art that the hardware or software itself stores; absent when it cannot have any. */
  readonly nativeArt?: NativeArt | undefined;
}

/**
 * Never called twice at once for a track; may take long (a transfer from a device). Resolves to undefined when there is
 * no art, rejects when that could not be determined.
 */
export type NativeArt = (signal: AbortSignal) => Promise<Uint8Array | undefined>;

/**
 * Why a publication went out. `track`: a new featured track (hidden or not). The others repeat a play that was
 * published before: `hide` and `reveal` when its visibility changed, `correction` when its names did because they came
 * late or the operator edited them, or when it is on air again. `off air`: nothing is on air; `state` sinks alone get it.
 * `retract`: the play was a mistake, and leaves the set; sinks get it as a change of an earlier play. Neither has names.
 */
export type PublicationKind = 'track' | 'hide' | 'reveal' | 'correction' | 'off air' | 'retract';

/** The operator's names for a track; a field left out stays as its source reports it. */
export interface OperatorNames {
  readonly artist?: string;
  readonly title?: string;
}

/** What a run that continues the set needs to judge a play again. It names the track, hidden or not. */
export interface PlayFacts {
  /** As its source reported it. */
  readonly reported: Track;
  readonly corrected: OperatorNames;
  /** The operator hid it. */
  readonly hiddenByHand: boolean;
  /** The rules that would hide it, had the operator not revealed it. */
  readonly revealedFrom?: readonly string[];
}

/** The finished record that every sink receives. A hidden one names nothing of the track. */
export interface Publication extends Shown {
  readonly kind: PublicationKind;
  /** From 1, increasing, within this run. */
  readonly seq: number;
  readonly playId: PlayId;
  /** Where the track stands in the set, from 1. A second publication of a play keeps its position. */
  readonly position: number;
  /** Absent when there is none, or while hidden. */
  readonly art?: Picture;
  /** Streaming-service code image; absent when there is none, or while hidden. */
  readonly code?: Picture;
  /** Name of the source, as `--source` spells it. */
  readonly source: string;
  readonly deck?: string;
  /** The transition's time (when its hold ended), milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** Milliseconds from the first featured track of the set to this one. */
  readonly elapsedMs: number;
  /** Only the session file keeps them. Absent from sets that versions before 0.3 stored. */
  readonly facts?: Sealed<PlayFacts>;
  /** An earlier run featured it: people were notified then. */
  readonly isResumed?: true;
}

/** A featured play in the record of the set. */
export type SetEntry = Omit<Publication, 'kind' | 'seq' | 'art' | 'code' | 'isResumed'>;

/** The placeholder for a missing picture: one transparent pixel. */
export const TRANSPARENT_PIXEL: Picture = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
    'base64',
  ),
};

/** Milliseconds after which a track says nothing of what is heard: the set is over, or the network was away all the time. */
const WORTH_TELLING_MS = 60 * 60_000;

/** Whether people outside the room should still learn that this is on air. */
export function isWorthTelling({ at }: Pick<Publication, 'at'>, now: number): boolean {
  return now - at < WORTH_TELLING_MS;
}

/** Whether it has an artist or a title. */
export function isNamed({ artist, title }: Track): boolean {
  return artist !== '' || title !== '';
}

/**
 * Whether both name the same track. Case and blanks are ignored, because sources differ in them. Always false without a
 * title.
 */
export function isSameTrack(one: Track, other: Track): boolean {
  return one.title !== '' && identityOf(one) === identityOf(other);
}

/** Equal for tracks of the same artist and title, as people read them. */
export function identityOf({ artist, title }: Track): string {
  return `${folded(artist)}\0${folded(title)}`;
}

/** `track` with its empty fields filled from `more`. */
export function filledIn(track: Track, more: Track): Track {
  return Object.assign({}, ...TRACK_FIELDS.map((field) => ({ [field]: track[field] || more[field] })));
}

/** `track`, and nothing but its fields, with every text changed. */
export function withTexts<Given extends Track>(track: Given, change: (text: string) => string): Given {
  const changed: Record<string, string | number> = {};
  for (const field of TRACK_FIELDS) {
    const value = track[field];
    changed[field] = typeof value === 'string' ? change(value) : value;
  }
  // It has every field of a track.
  return changed as unknown as Given;
}

/** Whether no field differs. */
export function isUnchanged(track: Track, before: Track): boolean {
  return TRACK_FIELDS.every((field) => track[field] === before[field]);
}
