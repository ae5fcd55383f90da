import type { Finding } from '../finding.ts';
import type { SourceHealth } from '../health.ts';
import type { Text } from '../message.ts';
import type { OptionTable } from '../option.ts';
import type { Silence } from '../silence.ts';
import type { Tools } from '../tools.ts';
import type { NativeArt, PlayId, Track, Transition } from '../track.ts';
import type { DeckBeats } from './beat.ts';
import type { DeckState, HeardTrack } from './deck.ts';
import type { ControllerFaders } from './faders.ts';
import type { BroadcastAudio, HeardCollection, RoomHearing } from './hearing.ts';
import type { CardedPart } from './part.ts';

export interface Source {
  /** Called once. If it rejects before a track because of the user's computer, another one is made and run later. */
  run(listener: SourceListener, signal: AbortSignal): Promise<void>;
  /** Cheap. */
  health(): SourceHealth;
  /** Absent if `diagnose` finds all problems. */
  findings?(): Promise<readonly Finding[]>;
  /** The last minutes, with tracks, computers and addresses masked. Undefined if nothing was received. */
  recent?(): Promise<string | undefined>;
  /** Absent for sources without decks. Undefined while the followed program reports none. */
  decks?(): readonly DeckState[] | undefined;
  /** Absent for sources without decks. */
  readonly beats?: DeckBeats;
  audible?(): readonly HeardTrack[];
  /**
   * Overrides the detection. Returns false if there is no such deck, its track has no name, or it holds
   * another play than `play`.
   */
  readonly putOnAir?: ((deck: string, play?: PlayId) => boolean) | undefined;
  /**
   * The operator took the play that `isLeaving` tells off air. It leads on, but only `putOnAir` reports it again. Absent
   * for sources without decks.
   */
  leaveAir?(isLeaving: (play: PlayId) => boolean): void;
  /** Why the play on air, which `isOnAir` tells, is not known to go on. Absent for sources without decks. */
  silence?(isOnAir: (play: PlayId) => boolean): Silence | undefined;
  /** Absent if the source reads live settings at each use. */
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
  /** Absent unless the user set up a controller. */
  readonly faders?: ControllerFaders;
  /** Whether this track ends the set so far: it is on air, or was when the run that this one continues ended. */
  readonly goesOn?: (track: Track) => boolean;
  /** The user has chosen no source: the default one looks for its devices. */
  readonly isDefaultSource?: () => boolean;
}

export interface SourcePart<Options extends OptionTable, Made extends Source = Source>
  extends CardedPart<Options, Made, SourceTools> {
  /** A DJ mixes its tracks, but it reports no decks: a controller's faders may tell the track on air. */
  readonly isMixed?: true;
}

export type PostResult = { readonly ok: true } | { readonly ok: false; readonly problem: Text };

export interface SourceListener {
  /**
   * Reports a track, or one that leads again, with the same `playId`: it replaces the held one, and is
   * published only if it never was, or as a correction.
   */
  transition(transition: Transition): void;
  /** The deck's color changed it. */
  visibility(playId: PlayId, hidden: boolean): void;
  /**
   * Names arrived late. Hiding rules may match now. A track on air keeps its names, unless these arrive
   * within ten seconds or it had no names. `nativeArt`: absent without art, or if unchanged.
   */
  namesChanged(playId: PlayId, track: Track, nativeArt?: NativeArt): void;
  /** The play ended and nothing is on air. */
  offAir(playId: PlayId): void;
  /**
   * The play ended at this time (epoch milliseconds), and stays on air until the next one. It goes on if the source
   * reports it again.
   */
  ended(playId: PlayId, at: number): void;
  /** May still be playing since before the source's start, so hearing compares it. Absent without hearing. */
  playedBefore?(transition: Transition): void;
  loaded(track: Track, nativeArt?: NativeArt): void;
}
