/** Beats of the decks, and the beat that the room hears. Times are milliseconds on the program's monotonic clock. */

import type { PlayId } from '../track.ts';

/** Tempo and place in the beat grid of a deck that plays, at one moment. */
export interface DeckBeat {
  /** Unique among the decks of a source, and the same as long as the deck exists. */
  readonly deck: string;
  /** Absent while the names of the track may still change. */
  readonly play?: PlayId | undefined;
  /** The room hears this deck, as the detection decides. At most one deck of a source. */
  readonly leads: boolean;
  /** How loud the room hears it, 0 to 1; absent if unknown. */
  readonly level?: number | undefined;
  /** Absent if the source reports no beats of this deck. */
  readonly grid?: GridPosition | undefined;
}

export interface GridPosition {
  /** Beats since the first downbeat of the track, with fraction; negative before it. Every fourth is a downbeat. */
  readonly beat: number;
  /** Audible tempo in beats per minute; 0 while the deck stands still. */
  readonly bpm: number;
  /** Position in the track; absent if the source does not report it. */
  readonly positionMs?: number | undefined;
}

/** Beats of a source's decks. Nothing is read or computed until `follow`. */
export interface DeckBeats {
  /** Calls `changed` after each report and whenever another deck leads. One follower. Returns a function that ends it. */
  follow(changed: () => void): () => void;
  /** Playing decks at this time, which may be a moment ahead. */
  at(time: number): readonly DeckBeat[];
}

/** Tempo and phase that the room hears, at one moment. */
export interface RoomTime {
  readonly bpm: number;
  /** Part of the current beat that has passed, 0 to 1. */
  readonly phase: number;
  /** 1 to 4. */
  readonly beatInBar: number;
  /** Number of the bar since deckcast started, from 1. It goes on across tracks, so it says nothing about a track. */
  readonly bar: number;
  /** Position in the track. Absent if unknown, and unless the track is on air and may be shown. */
  readonly positionMs?: number | undefined;
}

/** A beat that begins now. */
export interface RoomBeat extends Omit<RoomTime, 'phase'> {
  /** The beat does not follow from the one before: another deck, or the DJ moved within the track. */
  readonly jumped: boolean;
}

/** The beat that the room hears, for outputs. Computed only while an output follows it. */
export interface RoomBeats {
  /** Calls `onBeat` with each beat, and with undefined when the beat stops. Returns a function that ends it. */
  follow(onBeat: (beat: RoomBeat | undefined) => void): () => void;
  /** The present; undefined while no beat is heard, or without a follower. */
  now(): RoomTime | undefined;
}
