/** Where a file is that the room hears, from positions that are right within some milliseconds. Pure. */

interface HeardPosition {
  readonly at: number;
  /** In the file. */
  readonly ms: number;
}

interface HeardPlace {
  readonly ms: number;
  /** Milliseconds of the file per millisecond. */
  readonly speed: number;
}

/** Positions of this long are averaged. */
const AVERAGED_MS = 8_000;
/** Positions come four times a second. */
const FEWEST = 8;
/** A larger error of the newest positions is a new tempo, or a jump within the file. */
const CHANGED_MS = 15;
/** Newest positions that decide, and that are kept. */
const NEWEST = 4;
/** The file has not been heard for this long. */
const SILENT_MS = 4_000;

/** Line through the positions of the last seconds. */
export class HeardLine {
  #positions: readonly HeardPosition[] = [];
  #line: { readonly at: number; readonly ms: number; readonly speed: number } | undefined;

  /** Times rise from call to call. */
  add(position: HeardPosition): void {
    const from = position.at - AVERAGED_MS;
    this.#positions = [...this.#positions.filter(({ at }) => at >= from), position];
    const newest = this.#positions.slice(-NEWEST);
    const line = this.#line;
    if (line !== undefined && newest.length === NEWEST) {
      const errors = newest.map(({ at, ms }) => ms - line.ms - line.speed * (at - line.at));
      if (errors.every((error) => error > CHANGED_MS) || errors.every((error) => error < -CHANGED_MS)) {
        this.#positions = newest;
      }
    }
    this.#line = this.#positions.length < FEWEST ? undefined : fitted(this.#positions);
  }

  /** Undefined until enough is heard, and again when it ends. */
  at(time: number): HeardPlace | undefined {
    const line = this.#line;
    const lastAt = this.#positions.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    return line === undefined || time > lastAt + SILENT_MS
      ? undefined
      : { ms: line.ms + line.speed * (time - line.at), speed: line.speed };
  }
}

/** Least squares. `at` and `ms`: a point of the line. */
function fitted(positions: readonly HeardPosition[]) {
  const mean = (of: (one: HeardPosition) => number): number =>
    positions.reduce((sum, one) => sum + of(one), 0) / positions.length;
  const at = mean((one) => one.at);
  const ms = mean((one) => one.ms);
  const together = mean((one) => (one.at - at) * (one.ms - ms));
  return { at, ms, speed: together / mean((one) => (one.at - at) ** 2) };
}
