/** Finds new plays, although users may copy, move or restore entries. */
import type { RecordedPlay } from './record.ts';

/** Age of new entries after the clock was set back. */
const RECENT_MS = 60_000;

export class NewPlays {
  readonly #minGapMs: number;
  /** Last snapshot, by row. */
  #known: ReadonlyMap<string, RecordedPlay> | undefined;
  /** Newest entry so far, even if deleted. */
  #latestAt = Number.NEGATIVE_INFINITY;

  constructor(minGapMs: number) {
    this.#minGapMs = minGapMs;
  }

  get isBeforeFirst(): boolean {
    return this.#known === undefined;
  }

  /** Oldest first; none for the first snapshot. `now`: wall clock. */
  update(snapshot: readonly RecordedPlay[], now: number): readonly RecordedPlay[] {
    const known = this.#known;
    // A future time means that the clock was set back, so it cannot be compared.
    const oldBefore = this.#latestAt <= now ? this.#latestAt : now - RECENT_MS;
    this.#known = new Map(snapshot.map((entry) => [rowOf(entry), entry]));
    this.#latestAt = snapshot.reduce((latest, { at }) => Math.max(latest, at), this.#latestAt);
    if (known === undefined) {
      return [];
    }
    const originals = new Set([...known.values()].map(contentOf));
    const added = snapshot.filter((entry) => {
      const before = known.get(rowOf(entry));
      const isNew = before === undefined && entry.at >= oldBefore && !originals.has(contentOf(entry));
      return entry.played && (isNew || before?.played === false);
    });
    return this.#withoutBulkAdded(added);
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
