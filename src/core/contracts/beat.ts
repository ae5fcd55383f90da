/** Times are milliseconds on the program's monotonic clock. */

import type { PlayId } from '../track.ts';

export interface DeckBeat {
  /** Unique in its source, for as long as the deck exists. */
  readonly deck: string;
  /** Absent while the names of the track may still change. */
  readonly play?: PlayId | undefined;
  /** The detection decides that the room hears this deck. At most one per source. */
  readonly leads: boolean;
  /** Loudness in the room, 0 to 1; absent if unknown. */
  readonly level?: number | undefined;
  readonly grid?: GridPosition | undefined;
}

export interface GridPosition {
  /**
   * Beats since the track's first downbeat, with fraction; negative before it. Every fourth is a downbeat.
   */
  readonly beat: number;
  /** Audible beats per minute; 0 while the deck stands still. */
  readonly bpm: number;
  /** Absent if the source does not report it. */
  readonly positionMs?: number | undefined;
}

/** Nothing is read or computed until `follow`. */
export interface DeckBeats {
  /**
   * Calls `changed` after each report and whenever another deck leads. One follower. Returns a function that
   * ends it.
   */
  follow(changed: () => void): () => void;
  /** Playing decks at this time, which may be a moment ahead. */
  at(time: number): readonly DeckBeat[];
}

export interface RoomTime {
  readonly bpm: number;
  /** Passed part of the current beat, 0 to 1. */
  readonly phase: number;
  /** 1 to 4. */
  readonly beatInBar: number;
  /** Bars since deckcast started, from 1, across tracks. */
  readonly bar: number;
  /** Absent if unknown, or unless the track is on air and may be shown. */
  readonly positionMs?: number | undefined;
}

export interface RoomBeat extends Omit<RoomTime, 'phase'> {
  /** When it began, a moment ago at most: timers are late on a busy computer. */
  readonly begunAt: number;
  /** Another deck leads, or the DJ moved within the track. */
  readonly jumped: boolean;
}

/** Computed only while an output follows. */
export interface RoomBeats {
  /** Calls `onBeat` with each beat, and with undefined when the beat stops. Returns a function that ends it. */
  follow(onBeat: (beat: RoomBeat | undefined) => void): () => void;
  /** Undefined while no beat is heard, or without a follower. */
  now(): RoomTime | undefined;
}

/** Beginning of a piece of a track with steady tempo. */
export interface GridMarker {
  /** Position in the file; a grid may begin before it. */
  readonly ms: number;
  /** Beats since the first downbeat. */
  readonly beat: number;
  /** Without pitch; above 0. */
  readonly bpm: number;
}

/** In order of time, with at least one marker. The first and last piece have no other end. */
export type BeatGrid = readonly GridMarker[];
