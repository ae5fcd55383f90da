import { reloadIfRefused } from './sign-in.js';

const RETRY_MS = 1_500;

/**
 * Repeats the request until the server answers, because a page may be opened during a restart. For pages that
 * configure.
 *
 * @template T
 * @param {() => Promise<T>} request
 * @param {(known: boolean, error?: unknown) => void} connected  false while the server does not answer or fails, with the error
 */
export async function untilAnswered(request, connected) {
  for (;;) {
    try {
      const answer = await request();
      connected(true);
      return answer;
    } catch (error) {
      connected(false, error);
      await reloadIfRefused('configure');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
