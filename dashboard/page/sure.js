/**
 * Computes whether a page is up to date from server clocks only, because clocks of programs and readers may be wrong.
 */

/** The program writes every thirty seconds. After three missed writes it is gone or offline. */
const SURE_FOR_MS = 100_000;
/** Requests in a row. A busy network loses single ones. */
const MOST_FAILURES = 3;
const TIME_LIMIT_MS = 10_000;

/** @param {string | URL} address */
export async function get(address) {
  const answer = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (!answer.ok) {
    throw new Error(`${answer.status}`);
  }
  return answer;
}

/** State of one program from its `now.json`. Times are those of `performance.now()`. */
export class Sureness {
  /** Latest time at which the program was known to run. */
  sureAt = Number.NEGATIVE_INFINITY;
  /** Requests without an answer since the last one. */
  failures = 0;
  #updated = '';

  get isSure() {
    return this.failures < MOST_FAILURES && performance.now() - this.sureAt < SURE_FOR_MS;
  }

  /**
   * If no server tells the age of the file, only a change shows that the program runs.
   *
   * @param {Headers} headers
   * @param {string} updated  from the file
   * @param {number} queriedAt
   */
  note(headers, updated, queriedAt) {
    const age = ageOf(headers);
    if (age !== undefined) {
      this.sureAt = queriedAt - age;
    } else if (this.#updated !== '' && this.#updated !== updated) {
      this.sureAt = queriedAt;
    }
    this.#updated = updated;
    this.failures = 0;
  }
}

/** Age of the file at the request; undefined if unknown. @param {Headers} headers */
function ageOf(headers) {
  const [date = Number.NaN, modified = Number.NaN] = ['date', 'last-modified'].map((name) =>
    Date.parse(headers.get(name) ?? ''),
  );
  const age = date - modified + Number(headers.get('age') ?? 0) * 1_000;
  return Number.isNaN(age) ? undefined : age;
}
