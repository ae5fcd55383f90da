import type { Finding } from '../finding.ts';
import type { SourceHealth } from '../health.ts';
import type { OptionTable } from '../option.ts';
import type { Tools } from '../tools.ts';
import type { NativeArt, PlayId, Track, Transition } from '../track.ts';
import type { DeckBeats } from './beat.ts';
import type { DeckState, HeardTrack } from './deck.ts';
import type { ControllerFaders } from './faders.ts';
import type { BroadcastAudio, HeardCollection, RoomHearing } from './hearing.ts';
import type { CardedPart } from './part.ts';

/** Reports track changes. `run` is called exactly once. */
export interface Source {
  /** If it rejects, the program exits with status 1. */
  run(listener: SourceListener, signal: AbortSignal): Promise<void>;
  /** Cheap; called at any time. */
  health(): SourceHealth;
  /** Problems in the data it receives. Absent if `diagnose` finds them all. */
  findings?(): Promise<readonly Finding[]>;
  /** Recording of the last minutes, with tracks, computers and addresses masked. Undefined if nothing was received. */
  recent?(): Promise<string | undefined>;
  /** Absent for sources without decks. Undefined while the followed program reports none. */
  decks?(): readonly DeckState[] | undefined;
  /** Absent for sources without decks. */
  readonly beats?: DeckBeats;
  audible?(): readonly HeardTrack[];
  /**
   * Features the deck's track for the operator, overriding detection. Returns false if there is no such deck, its track
   * has no name, or it holds another play than `play`.
   */
  putOnAir?(deck: string, play?: PlayId): boolean;
  /** Called when live settings changed. Absent if the source reads them at each use. */
  settingsChanged?(): void;
  /** `body`: parsed JSON, not validated. */
  accept?(body: unknown): PostResult;
  /** `report`: parsed JSON, not validated; `null` for an empty deck. */
  acceptDeck?(deck: string, report: unknown): PostResult;
}

export interface SourceTools extends Tools {
  readonly broadcastAudio?: BroadcastAudio;
  readonly hearing?: RoomHearing;
  readonly collection?: HeardCollection;
  /** Absent unless the user reads the faders of a controller. */
  readonly faders?: ControllerFaders;
}

export interface SourcePart<Options extends OptionTable, Made extends Source = Source>
  extends CardedPart<Options, Made, SourceTools> {
  /** A DJ mixes its tracks, but it names no decks, so the faders of a controller may tell which track is on air. */
  readonly isMixed?: true;
}

export type PostResult = { readonly ok: true } | { readonly ok: false; readonly problem: string };

export interface SourceListener {
  /**
   * Reports a track, or one that leads again, with the same `playId`: it replaces the held one and is published only if
   * it never was, or as a correction. `hidden`: by its deck, now. `file`: path on this computer, for listening to the
   * room.
   */
  transition(transition: Transition, file?: string): void;
  /** The deck's color hides or reveals the play. */
  visibility(playId: PlayId, hidden: boolean): void;
  /**
   * Names arrived late. Hiding rules may match them now. A track on air keeps the names it was shown with, unless the
   * new ones arrive within ten seconds; one shown without names takes them at any time. `nativeArt`: absent if there is
   * no art or no new one.
   */
  namesChanged(playId: PlayId, track: Track, nativeArt?: NativeArt): void;
  /** The play ended and nothing is on air. */
  offAir(playId: PlayId): void;
  /** A track from before the source's start may still be playing, so hearing compares it. Absent without hearing. */
  playedBefore?(transition: Transition, file: string): void;
  loaded(track: Track, nativeArt?: NativeArt): void;
}
