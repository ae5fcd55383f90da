import { entryOf } from './record.ts';
import type { Publication, SetEntry } from './track.ts';

/** More than anyone looks up: a day of short tracks. */
const REMEMBERED = 1_000;

interface Airing {
  /** On the monotonic clock. */
  readonly since: number;
  /** Without its pictures: a thousand covers are more than the program takes otherwise. */
  /** Undefined while nothing is on air. */
  entry: SetEntry | undefined;
}

/**
 * Which track was on air when, for answers to viewers of a delayed stream. Each is shown as it may be shown now: what
 * was hidden since is hidden, whenever it was on. A track is known by its position in the set: in a run that goes on with
 * a set its play has another id.
 */
export class AirTimes {
  /** Oldest first. */
  readonly #airings: Airing[] = [];

  /** Records a publication that goes out at `now`, on the monotonic clock. */
  record(publication: Publication, now: number): void {
    const last = this.#airings.at(-1);
    if (last?.entry?.position === publication.position) {
      last.entry = entryOf(publication);
      return;
    }
    this.#airings.push({ since: now, entry: entryOf(publication) });
    if (this.#airings.length > REMEMBERED) {
      this.#airings.shift();
    }
  }

  /** Nothing is on air from `now` on, on the monotonic clock. */
  end(now: number): void {
    this.#airings.push({ since: now, entry: undefined });
  }

  /** The newest of those that were on air by this time and that this applies to. */
  find(time: number, applies: (entry: SetEntry) => boolean): SetEntry | undefined {
    return this.#airings.findLast(
      ({ since, entry }) => since <= time && entry !== undefined && applies(entry),
    )?.entry;
  }

  /** What an earlier run of the set had on air, in order, before anything is recorded. `now`: on both clocks. */
  goOn(entries: readonly SetEntry[], now: { readonly wall: number; readonly monotonic: number }): void {
    for (const entry of entries.slice(-REMEMBERED)) {
      this.#airings.push({ since: now.monotonic - (now.wall - entry.at), entry });
    }
  }

  /** A play that is over was hidden, may be shown again, or was a mistake. */
  change(publication: Publication): void {
    if (publication.kind === 'retract') {
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

  /** What was on air at this time, or this many tracks `before` that; undefined when there was none. */
  at(time: number, before = 0): SetEntry | undefined {
    const aired = this.#airings.filter(({ since }) => since <= time);
    const now = aired.at(-1)?.entry;
    const entries = aired.flatMap(({ entry }) => entry ?? []);
    const back = now === undefined ? before - 1 : before;
    return before === 0 ? now : entries.at(-1 - back);
  }
}
