/** One slot of a player: which medium is in it, as far as that is known, and what tells a track of it from all others. */

import { EXPORT_OF_SLOT, SLOT } from '@deckcast/prodjlink';
import { backoffMs } from '../../core/waiting.ts';
import type { ExportLibrary } from './export-library.ts';
import type { PlayerLibrary } from './models.ts';
import type { TrackRef } from './player-deck.ts';

export interface MediaSlot {
  /** Number of its player, or of a computer. */
  readonly player: number;
  /** Its number there. */
  readonly slot: number;
  /** Counts the media that were in it. */
  generation: number;
  /** Undefined: not reported yet. */
  mounted: boolean | undefined;
  library?: ExportLibrary;
  /** The player's last answer about the medium: a different one means that it was changed. */
  answer?: string;
  /** When the player was queried for that, milliseconds, monotonic. */
  queriedAt?: number;
  /** It could not be queried for that yet. */
  isQueryDue?: boolean;
  /** The generation since which no medium was seen to leave. */
  sameSince: number;
  /** Tracks that were looked for again in this library, by location. */
  soughtAgain: Set<string>;
  /** How often a medium came, each time less than a minute after the one before, and when the last one did. */
  arrivals: number;
  arrivedAt: number;
}

/** A stick with a bad contact comes and goes: after this many times without a calm minute, it is read ever later. */
const QUICK_ARRIVALS = 2;
const CALM_MS = 60_000;
const ARRIVALS = { firstMs: 2_000, longestMs: 60_000 };

/** A track that a library does not have may have been added; the player is queried for that no more often than this. */
const QUERY_AGAIN_MS = 5 * 60_000;

/** Slots whose media are reported: by their player, and, for a collection of rekordbox, by its computer being there. */
export function isWatched(slot: number): boolean {
  return EXPORT_OF_SLOT[slot] !== undefined || slot === SLOT.collection;
}

const SLOT_NAMES: Readonly<Record<number, string>> = { [SLOT.sd]: 'SD', [SLOT.usb]: 'USB' };

export function newSlot(player: number, slot: number): MediaSlot {
  return {
    player,
    slot,
    generation: 0,
    mounted: undefined,
    sameSince: 0,
    soughtAgain: new Set(),
    arrivals: 0,
    arrivedAt: Number.NEGATIVE_INFINITY,
  };
}

/** Whatever is in it from now on is another medium. */
export function empty(slot: MediaSlot): void {
  slot.generation += 1;
  slot.sameSince = slot.generation;
  slot.soughtAgain.clear();
  slot.library?.close();
  delete slot.library;
  delete slot.answer;
  delete slot.queriedAt;
  delete slot.isQueryDue;
}

/** Queries the player for what is in it, unless that was done lately. `send` returns whether it could. `now`: monotonic. */
export function querySlot(slot: MediaSlot, now: number, send: () => boolean): void {
  if (slot.queriedAt === undefined || now >= slot.queriedAt + QUERY_AGAIN_MS) {
    slot.isQueryDue = !send();
    if (!slot.isQueryDue) {
      slot.queriedAt = now;
    }
  }
}

/** A medium has come. Returns the milliseconds to wait before it is read. `now`: monotonic. */
export function arrive(slot: MediaSlot, now: number): number {
  slot.arrivals = now < slot.arrivedAt + CALM_MS ? slot.arrivals + 1 : 1;
  slot.arrivedAt = now;
  return slot.arrivals <= QUICK_ARRIVALS ? 0 : backoffMs(slot.arrivals - QUICK_ARRIVALS, ARRIVALS);
}

/** It is read again when its player reports it again. */
export function forgetMedium(slot: MediaSlot): void {
  empty(slot);
  slot.mounted = undefined;
}

/** The same for each slot that has this library. */
export function forgetLibrary(slots: Iterable<MediaSlot>, library: ExportLibrary | undefined): void {
  for (const slot of slots) {
    if (library !== undefined && slot.library === library) {
      forgetMedium(slot);
    }
  }
}

/** The same for each slot that shares its library, too: the players of an all-in-one report the same medium. */
export function forgetShared(slots: Iterable<MediaSlot>, slot: MediaSlot): void {
  const { library } = slot;
  forgetMedium(slot);
  forgetLibrary(slots, library);
}

/** For a person: "USB of player 1". */
export function nameOf({ player, slot }: MediaSlot): string {
  return `${SLOT_NAMES[slot] ?? 'medium'} of player ${player}`;
}

/** What tells a track from every other one: its number in one library of one medium. */
export interface TrackKey extends TrackRef {
  /** Which of the media that were in this slot, counted. Where no player reports what is in the slot: which load. */
  readonly generation: number;
  /** The one that its player reads, or unknown: the medium may have been replaced since. */
  readonly library: PlayerLibrary | 'other' | 'unknown';
}

const LIBRARY_MARKS: Readonly<Record<TrackKey['library'], string>> = {
  export: '',
  one: '+',
  'one-first': '*',
  other: '~',
  unknown: '?',
};

/** Equal for equal keys, and for no others. */
export function locationOf({ player, slot, generation, library, type, id }: TrackKey): string {
  return `${player}/${slot}.${generation}${LIBRARY_MARKS[library]}/${type}/${id}`;
}
