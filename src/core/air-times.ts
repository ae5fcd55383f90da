import { entryOf } from './record.ts';
import type { Publication, SetEntry } from './track.ts';

/** A day of short tracks; viewers never look further back. */
const REMEMBERED = 1_000;

interface Airing {
  readonly since: number;
  /** Lacks pictures: a thousand covers would dominate the memory. Undefined while nothing is on air. */
  entry: SetEntry | undefined;
}

/**
 * Serves viewers of a delayed stream. Tracks hidden since then are masked. Positions identify tracks: a
 * resumed set has new play ids.
 */
export class AirTimes {
  readonly #airings: Airing[] = [];
  /** `Publication.set`, or 0; undefined before the first publication, which continues an earlier set. */
  #set: number | undefined;

  /** `now`: monotonic. */
  record(publication: Publication, now: number): void {
    this.#beginWith(publication);
    const last = this.#airings.at(-1);
    if (last?.entry?.playId === publication.playId || last?.entry?.position === publication.position) {
      last.entry = entryOf(publication);
      return;
    }
    this.#add({ since: now, entry: entryOf(publication) });
  }

  /** Keeps the play that moves to a new set. */
  #beginWith({ set = 0, movedFrom, playId }: Publication): void {
    const isNew = this.#set !== undefined && set !== this.#set;
    this.#set = set;
    if (isNew) {
      const moved = this.#airings.findLast(({ entry }) => entry?.position === movedFrom);
      const isKept = moved?.entry?.playId === playId;
      this.#airings.splice(0, Number.POSITIVE_INFINITY, ...(isKept && moved ? [moved] : []));
    }
  }

  /** `now`: monotonic. */
  end(now: number): void {
    this.#add({ since: now, entry: undefined });
  }

  #add(airing: Airing): void {
    this.#airings.push(airing);
    if (this.#airings.length > REMEMBERED) {
      this.#airings.shift();
    }
  }

  find(time: number, applies: (entry: SetEntry) => boolean): SetEntry | undefined {
    return this.#airings.findLast(
      ({ since, entry }) => since <= time && entry !== undefined && !entry.removed && applies(entry),
    )?.entry;
  }

  /** Entries of an earlier run, before anything is recorded. `now`: one moment on both clocks. */
  addEarlier(entries: readonly SetEntry[], now: { readonly wall: number; readonly monotonic: number }): void {
    for (const entry of entries.slice(-REMEMBERED)) {
      this.#airings.push({ since: now.monotonic - (now.wall - entry.at), entry });
    }
  }

  change(publication: Publication): void {
    this.#beginWith(publication);
    if (publication.kind === 'retract' && !publication.removed) {
      const kept = this.#airings.filter(({ entry }) => entry?.position !== publication.position);
      this.#airings.splice(0, Number.POSITIVE_INFINITY, ...kept);
      return;
    }
    for (const airing of this.#airings) {
      if (airing.entry?.position === publication.position) {
        airing.entry = entryOf(publication);
      }
    }
  }

  at(time: number, before = 0): SetEntry | undefined {
    const aired = this.#airings.filter(({ since, entry }) => since <= time && !entry?.removed);
    const now = aired.at(-1)?.entry;
    const entries = aired.flatMap(({ entry }) => entry ?? []);
    const back = now === undefined ? before - 1 : before;
    return before === 0 ? now : entries.at(-1 - back);
  }
}
