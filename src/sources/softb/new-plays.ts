/** Users may copy, move or restore entries. Pure. */
import type { RecordedPlay } from './record.ts';

/** After the computer's clock was set back, only entries this recent count as new. */
const RECENT_MS = 60_000;

export class NewPlays {
  readonly #minGapMs: number;
  /** Last snapshot, by row; undefined before the first. */
  #known: ReadonlyMap<string, RecordedPlay> | undefined;
  /** Time of the newest entry so far, even if it was deleted. */
  #latestAt = Number.NEGATIVE_INFINITY;

  constructor(minGapMs: number) {
    this.#minGapMs = minGapMs;
  }

  get isBeforeFirst(): boolean {
    return this.#known === undefined;
  }

  /** New plays of a snapshot, both oldest first; none for the first snapshot. `now`: wall clock. */
  update(snapshot: readonly RecordedPlay[], now: number): readonly RecordedPlay[] {
    const known = this.#known;
    // A time in the future means that the clock was set back since, so it cannot be compared.
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

/** Uses the file rather than the names, which a user may correct. */
function contentOf({ at, file, track: { artist, title } }: RecordedPlay): string {
  return JSON.stringify([at, file ?? [artist, title]]);
}

function rowOf(entry: RecordedPlay): string {
  return `${entry.id} ${contentOf(entry)}`;
}
