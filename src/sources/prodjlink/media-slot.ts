/** State of a player's slot, and the key of its tracks. */

import { EXPORT_OF_SLOT, SLOT } from '@deckcast/prodjlink';
import { backoffMs } from '../../core/waiting.ts';
import type { ExportLibrary } from './export-library.ts';
import type { PlayerLibrary } from './models.ts';
import type { TrackRef } from './player-deck.ts';

export interface MediaSlot {
  readonly player: number;
  readonly slot: number;
  generation: number;
  /** Lowest generation that may be the current medium: none was seen to leave since. */
  oldestPossibleGeneration: number;
  mounted: boolean | undefined;
  /** Replaced with the medium. */
  medium: SlotMedium;
  /** Media that arrived, each within `CALM_MS` of the one before. */
  arrivals: number;
  /** Last arrival, monotonic. */
  arrivedAt: number;
}

export interface SlotMedium {
  library?: ExportLibrary;
  /** The player's last answer about the medium; another one means a changed medium. */
  answer?: string;
  /** Last media query, monotonic; `due` until it can be sent. */
  query?: number | 'due';
  readonly soughtAgain: Set<string>;
}

/** A stick with a bad contact comes and goes: reading starts ever later after these. */
const QUICK_ARRIVALS = 2;
const CALM_MS = 60_000;
const ARRIVALS = { firstMs: 2_000, longestMs: 60_000 };

/** Pause between media queries. The medium may have got a track that the library lacks. */
const QUERY_AGAIN_MS = 5 * 60_000;

/** Players report media of their slots; a computer's presence stands for its rekordbox collection. */
export function isWatched(slot: number): boolean {
  return EXPORT_OF_SLOT[slot] !== undefined || slot === SLOT.collection;
}

const SLOT_NAMES: Readonly<Record<number, string>> = { [SLOT.sd]: 'SD', [SLOT.usb]: 'USB' };

export function newSlot(player: number, slot: number): MediaSlot {
  return {
    player,
    slot,
    generation: 0,
    oldestPossibleGeneration: 0,
    mounted: undefined,
    medium: { soughtAgain: new Set() },
    arrivals: 0,
    arrivedAt: Number.NEGATIVE_INFINITY,
  };
}

/** The next medium counts as another, unless `mayReturn`: the same one may still be there. */
export function empty(slot: MediaSlot, mayReturn = false): void {
  slot.generation += 1;
  if (!mayReturn) {
    slot.oldestPossibleGeneration = slot.generation;
  }
  slot.medium.library?.close();
  slot.medium = { soughtAgain: new Set() };
}

/** Not too often. `send` returns whether it could. `now`: monotonic. */
export function querySlot({ medium }: MediaSlot, now: number, send: () => boolean): void {
  if (typeof medium.query !== 'number' || now >= medium.query + QUERY_AGAIN_MS) {
    medium.query = send() ? now : 'due';
  }
}

/** Milliseconds to wait before reading the new medium. `now`: monotonic. */
export function arrive(slot: MediaSlot, now: number): number {
  slot.arrivals = now < slot.arrivedAt + CALM_MS ? slot.arrivals + 1 : 1;
  slot.arrivedAt = now;
  return slot.arrivals <= QUICK_ARRIVALS ? 0 : backoffMs(slot.arrivals - QUICK_ARRIVALS, ARRIVALS);
}

/** The slot stays empty until the player reports a medium. See `empty`. */
export function forgetMedium(slot: MediaSlot, mayReturn = false): void {
  empty(slot, mayReturn);
  slot.mounted = undefined;
}

export function forgetLibrary(slots: Iterable<MediaSlot>, library: ExportLibrary | undefined): void {
  for (const slot of slots) {
    if (library !== undefined && slot.medium.library === library) {
      forgetMedium(slot);
    }
  }
}

/** Players of an all-in-one report the same medium. */
export function forgetShared(slots: Iterable<MediaSlot>, slot: MediaSlot): void {
  const { library } = slot.medium;
  forgetMedium(slot);
  forgetLibrary(slots, library);
}

/** "USB of player 1". */
export function nameOf({ player, slot }: MediaSlot): string {
  return `${SLOT_NAMES[slot] ?? 'medium'} of player ${player}`;
}

/** Id of a track in a library of a medium. */
export interface TrackKey extends TrackRef {
  /** `MediaSlot.generation`, or a count of loads for slots that no player reports. */
  readonly generation: number;
  /** Read by the player; unknown if the medium may have been replaced. */
  readonly library: PlayerLibrary | 'other' | 'unknown';
}

const LIBRARY_MARKS: Readonly<Record<TrackKey['library'], string>> = {
  export: '',
  one: '+',
  'one-first': '*',
  other: '~',
  unknown: '?',
};

/** Equal for equal keys only. */
export function locationOf({ player, slot, generation, library, type, id }: TrackKey): string {
  return `${player}/${slot}.${generation}${LIBRARY_MARKS[library]}/${type}/${id}`;
}
