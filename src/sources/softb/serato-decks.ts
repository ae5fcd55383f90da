import { isDeepStrictEqual } from 'node:util';
import type { Track } from '../../core/track.ts';
import { COUNTED_EARLIER, type DeckEvent } from '../../decks/index.ts';
import { EntryAge } from './new-plays.ts';
import type { SeratoRow } from './serato-rows.ts';

const DEVICE = 'serato';
const DECKS = 8;
const LAST_ROWS = 4;

interface Load {
  readonly row: SeratoRow;
  readonly order: number;
  /** Order among loads and counts; undefined while it does not count as played. */
  readonly counted: number | undefined;
}

export class SeratoDecks {
  /** Loads so far, even of deleted rows, which may come back. */
  readonly #seen = new Set<string>();
  readonly #age = new EntryAge();
  #loads: ReadonlyMap<number, Load> = new Map();
  #first: number | undefined;
  #changesSeen = 0;
  readonly #goesOn: (track: Track) => boolean;

  /** `goesOn`: whether this track was on air when the source last stopped. */
  constructor(goesOn: (track: Track) => boolean = () => false) {
    this.#goesOn = goesOn;
  }

  /** First row that the next snapshot must contain. */
  get first(): number | undefined {
    return this.#first;
  }

  /** Rows that the next snapshot must contain, too. */
  get loaded(): readonly number[] {
    return [...this.#loads.values()].map(({ row }) => row.id);
  }

  /** All rows were written before one that was seen: an earlier session. */
  isEarlier(rows: readonly SeratoRow[], now: number): boolean {
    return rows.every(({ loadedAt }) => this.#age.isOld(loadedAt, now));
  }

  /** `snapshot`: the newest rows and the loaded ones. `now`: wall clock. */
  update(snapshot: readonly SeratoRow[], now: number): readonly DeckEvent[] {
    const isFirst = this.#first === undefined && this.#seen.size === 0;
    this.#first ??= snapshot.length === 0 ? 0 : Math.min(...snapshot.map(({ id }) => id));
    const before = this.#loads;
    const loads = this.#loadsAfter(snapshot, isFirst, now);
    this.#loads = loads;
    for (const row of snapshot) {
      this.#seen.add(loadOf(row));
    }
    this.#age.note(snapshot.map(({ loadedAt }) => loadedAt));
    if (snapshot.length === 0 && this.#first > 0) {
      // The history was deleted. A new database counts from 1 again.
      this.#first = undefined;
    }
    const to = movesOf(before, loads);
    const moved = new Map([...before].filter(([deck]) => !to.has(deck) && ![...to.values()].includes(deck)));
    for (const [from, deck] of to) {
      const load = before.get(from);
      if (load !== undefined) {
        moved.set(deck, load);
      }
    }
    const decks = [...new Set([...moved.keys(), ...loads.keys()])];
    return [
      ...(isFirst ? [CONNECTED] : []),
      ...(to.size === 0 ? [] : [{ device: DEVICE, kind: 'moved', to } as const]),
      ...decks.flatMap((deck) => eventsOf(deck, moved.get(deck), loads.get(deck))),
    ];
  }

  #loadsAfter(snapshot: readonly SeratoRow[], isFirst: boolean, clock: number): ReadonlyMap<number, Load> {
    const rows = new Map(snapshot.map((row) => [row.id, row]));
    // Rows that count as played when first seen may be days old, unless the set that goes on is among them.
    const isOld = isFirst && !snapshot.some(({ played, track }) => played && this.#goesOn(track));
    const loads = new Map<number, Load>();
    const moved: Load[] = [];
    const byCount = [...this.#loads].toSorted(([, one], [, other]) => one.order - other.order);
    for (const [deck, load] of byCount) {
      const row = rows.get(load.row.id);
      if (row !== undefined && !row.ended && loadOf(row) === loadOf(load.row)) {
        const now = { ...load, row, counted: this.#countOf(row, load) };
        if (deckOf(row) === deck) {
          loads.set(deck, now);
        } else {
          moved.push(now);
        }
      }
    }
    for (const load of moved) {
      loads.set(deckOf(load.row), load);
    }
    const byLoad = snapshot.toSorted((one, other) => one.loadedAt - other.loadedAt || one.id - other.id);
    for (const row of byLoad) {
      const isNew = !this.#seen.has(loadOf(row)) && !this.#age.isOld(row.loadedAt, clock);
      // Written late: another load replaced it before it was seen.
      const isLate = row.loadedAt < (loads.get(deckOf(row))?.row.loadedAt ?? row.loadedAt);
      if (isNew && !row.ended && !isLate) {
        this.#changesSeen += 1;
        const order = this.#changesSeen;
        const counted = isOld ? COUNTED_EARLIER : order;
        loads.set(deckOf(row), { row, order, counted: row.played ? counted : undefined });
      }
    }
    return loads;
  }

  #countOf({ played }: SeratoRow, { counted }: Load): number | undefined {
    if (!played || counted !== undefined) {
      return played ? counted : undefined;
    }
    this.#changesSeen += 1;
    return this.#changesSeen;
  }
}

const CONNECTED: DeckEvent = { device: DEVICE, kind: 'connected', name: 'Serato DJ', labels: 'number' };

/** Counts from 1. The last rows without a deck number are on extra decks, because any may be heard. */
function deckOf({ id, deck }: SeratoRow): number {
  const number = Number(deck);
  return Number.isInteger(number) && number >= 1 && number <= DECKS ? number : DECKS + 1 + (id % LAST_ROWS);
}

/** A restored backup may give another load the same id. */
function loadOf({ id, loadedAt, file }: SeratoRow): string {
  return `${id} ${loadedAt} ${file}`;
}

/** Decks whose load is now on another deck. */
function movesOf(
  before: ReadonlyMap<number, Load>,
  loads: ReadonlyMap<number, Load>,
): ReadonlyMap<number, number> {
  return new Map(
    [...loads].flatMap(([deck, { order }]) => {
      const from = [...before].find(([, load]) => load.order === order)?.[0];
      return from === undefined || from === deck ? [] : [[from, deck] as const];
    }),
  );
}

function eventsOf(number: number, before: Load | undefined, now: Load | undefined): readonly DeckEvent[] {
  const about = { device: DEVICE, number };
  const isLoad = now !== undefined && now.order !== before?.order;
  const events: DeckEvent[] = [];
  if (before !== undefined && (isLoad || now === undefined)) {
    events.push({ ...about, kind: 'loaded', loaded: false });
  }
  if (before !== undefined && now === undefined) {
    events.push({ ...about, kind: 'running', running: false });
  }
  if (now === undefined) {
    return events;
  }
  const { file, track } = now.row;
  if (isLoad || !isDeepStrictEqual(track, before?.row.track)) {
    events.push({ ...about, kind: 'tags', tags: { ...track, location: file } });
  }
  if (isLoad) {
    // Serato does not record whether the deck runs, so it may.
    events.push({ ...about, kind: 'loaded', loaded: true }, { ...about, kind: 'running', running: true });
  }
  return [...events, { ...about, kind: 'counted', order: now.counted }];
}
