/** Longest wait for an answer of the server, which is near. */
const ANSWER_LIMIT_MS = 4_000;

/**
 * Returns a function that fetches from the server and reads the answer. It rejects when that takes too long, and resolves
 * with undefined when it has been called again meanwhile: no answer comes after a newer one.
 */
export function createRequest() {
  let latest = new AbortController();
  /**
   * @template Answer
   * @param {string} address
   * @param {(response: Response) => Answer | Promise<Answer>} read
   * @param {RequestInit} [init]
   */
  return async (address, read, init) => {
    latest.abort();
    const mine = new AbortController();
    latest = mine;
    const limit = setTimeout(() => mine.abort(), ANSWER_LIMIT_MS);
    try {
      return await read(await fetch(address, { ...init, signal: mine.signal }));
    } catch (error) {
      if (latest === mine) {
        throw error;
      }
      return undefined;
    } finally {
      clearTimeout(limit);
    }
  };
}
