/** How sure a page is that what it shows is on air now: by the clocks of servers alone, because those of programs and readers may be wrong. */

/** The program writes every thirty seconds: after three of them it is gone, or without a network. */
const SURE_FOR_MS = 100_000;
const TIME_LIMIT_MS = 10_000;

/** @param {string | URL} address */
export async function get(address) {
  const answer = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (!answer.ok) {
    throw new Error(`${answer.status}`);
  }
  return answer;
}

/** What is known of one program from its `now.json`. Times are those of `performance.now()`. */
export class Sureness {
  /** When the program was last known to be there. */
  sureAt = Number.NEGATIVE_INFINITY;
  #updated = '';

  get isSure() {
    return performance.now() - this.sureAt < SURE_FOR_MS;
  }

  /**
   * Where no server tells how old the file is, only a change shows that the program is there.
   *
   * @param {Headers} headers
   * @param {string} updated  as the file says it
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
  }
}

/** How old the file was when it was asked for; undefined where that is not told. @param {Headers} headers */
function ageOf(headers) {
  const [date = Number.NaN, modified = Number.NaN] = ['date', 'last-modified'].map((name) =>
    Date.parse(headers.get(name) ?? ''),
  );
  const age = date - modified + Number(headers.get('age') ?? 0) * 1_000;
  return Number.isNaN(age) ? undefined : age;
}
