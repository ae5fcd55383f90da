import { isDeepStrictEqual } from 'node:util';
import type { Track } from '../../core/track.ts';
import type { DeckEvent } from '../../decks/index.ts';
import type { SeratoRow } from './serato-rows.ts';

const DEVICE = 'serato';
const DECKS = 8;

interface Load {
  readonly row: SeratoRow;
  readonly order: number;
  /** Counted as played when first seen, perhaps days ago: not in the set that goes on. */
  readonly isOld: boolean;
}

export class SeratoDecks {
  #rows: ReadonlyMap<number, SeratoRow> = new Map();
  #loads: ReadonlyMap<number, Load> = new Map();
  #first: number | undefined;
  #loadsSeen = 0;
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

  /** `snapshot`: the newest rows and the loaded ones. */
  update(snapshot: readonly SeratoRow[]): readonly DeckEvent[] {
    const isFirst = this.#first === undefined;
    this.#first ??= snapshot.length === 0 ? 0 : Math.min(...snapshot.map(({ id }) => id));
    const before = this.#loads;
    const loads = this.#loadsAfter(snapshot, isFirst);
    this.#loads = loads;
    this.#rows = byId(snapshot);
    if (!isFirst && snapshot.length === 0 && this.#first > 0) {
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

  #loadsAfter(snapshot: readonly SeratoRow[], isFirst: boolean): ReadonlyMap<number, Load> {
    const rows = byId(snapshot);
    const isOld = isFirst && !snapshot.some(({ played, track }) => played && this.#goesOn(track));
    const loads = new Map<number, Load>();
    const moved: Load[] = [];
    for (const [deck, load] of this.#loads) {
      const row = rows.get(load.row.id);
      if (row !== undefined && !row.ended && isSameLoad(row, load.row)) {
        const now = { ...load, row };
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
      const known = this.#rows.get(row.id);
      const isNew = known === undefined || !isSameLoad(known, row);
      // Written late: another load replaced it before it was seen.
      const isLate = row.loadedAt < (loads.get(deckOf(row))?.row.loadedAt ?? row.loadedAt);
      if (isNew && !row.ended && !isLate) {
        this.#loadsSeen += 1;
        loads.set(deckOf(row), { row, order: this.#loadsSeen, isOld: isOld && row.played });
      }
    }
    return loads;
  }
}

const CONNECTED: DeckEvent = { device: DEVICE, kind: 'connected', name: 'Serato DJ', labels: 'number' };

function byId(rows: readonly SeratoRow[]): ReadonlyMap<number, SeratoRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts from 1. Labels other than deck numbers share an extra deck. */
function deckOf({ deck }: SeratoRow): number {
  const number = Number(deck);
  return Number.isInteger(number) && number >= 1 && number <= DECKS ? number : DECKS + 1;
}

/** A restored backup may give another load the same id. */
function isSameLoad(one: SeratoRow, other: SeratoRow): boolean {
  return one.loadedAt === other.loadedAt && one.file === other.file;
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
  const { file, track, played } = now.row;
  if (isLoad || !isDeepStrictEqual(track, before?.row.track)) {
    events.push({ ...about, kind: 'tags', tags: { ...track, location: file } });
  }
  if (isLoad) {
    // Serato does not record whether the deck runs, so it may.
    events.push({ ...about, kind: 'loaded', loaded: true }, { ...about, kind: 'running', running: true });
  }
  const counts = played && !now.isOld;
  return [...events, { ...about, kind: 'counted', ...(counts ? { load: now.order } : {}) }];
}
