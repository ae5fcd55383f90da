/** Finds new plays, although users may copy, move or restore entries. */
import type { RecordedPlay } from './record.ts';

/** Age of new entries after the clock was set back. */
const RECENT_MS = 60_000;

/** Tells restored entries from new ones. Times: epoch milliseconds. */
export class EntryAge {
  /** Newest entry so far, even if deleted. */
  #latestAt = Number.NEGATIVE_INFINITY;

  note(times: readonly number[]): void {
    this.#latestAt = Math.max(this.#latestAt, ...times);
  }

  /** Older than the newest entry. A future one means that the clock was set back, so it cannot be compared. */
  isOld(at: number, now: number): boolean {
    return at < (this.#latestAt <= now ? this.#latestAt : now - RECENT_MS);
  }
}

export class NewPlays {
  readonly #minGapMs: number;
  /** Whether each row counted as played, also of rows that are gone: they may come back. */
  readonly #known = new Map<string, boolean>();
  readonly #contents = new Set<string>();
  readonly #age = new EntryAge();
  isBeforeFirst = true;

  constructor(minGapMs: number) {
    this.#minGapMs = minGapMs;
  }

  /** Oldest first; none for the first snapshot. `now`: wall clock. */
  update(snapshot: readonly RecordedPlay[], now: number): readonly RecordedPlay[] {
    const added = snapshot.filter((entry) => {
      const wasPlayed = this.#known.get(rowOf(entry));
      const isNew =
        wasPlayed === undefined && !this.#age.isOld(entry.at, now) && !this.#contents.has(contentOf(entry));
      return entry.played && (isNew || wasPlayed === false);
    });
    for (const entry of snapshot) {
      this.#known.set(rowOf(entry), entry.played);
      this.#contents.add(contentOf(entry));
    }
    this.#age.note(snapshot.map(({ at }) => at));
    const isFirst = this.isBeforeFirst;
    this.isBeforeFirst = false;
    return isFirst ? [] : this.#withoutBulkAdded(added);
  }

  #withoutBulkAdded(plays: readonly RecordedPlay[]): readonly RecordedPlay[] {
    return plays.filter(({ at }, index) => {
      const neighbors = [plays[index - 1], plays[index + 1]];
      return neighbors.every((other) => other === undefined || Math.abs(other.at - at) >= this.#minGapMs);
    });
  }
}

/** Users may correct names, so the file counts. */
function contentOf({ at, file, track: { artist, title } }: RecordedPlay): string {
  return JSON.stringify([at, file ?? [artist, title]]);
}

function rowOf(entry: RecordedPlay): string {
  return `${entry.id} ${contentOf(entry)}`;
}
