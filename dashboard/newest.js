import { read } from './api.js';
import { localized } from './text.js';

/**
 * Returns a function that reads `/api/v1/<path>` and shows the answer, unless it was called again meanwhile, because
 * answers can overtake each other. It rejects as `read` does.
 *
 * @template Answer
 * @param {string} path
 * @param {(answer: Answer) => void} show
 * @returns {(query: string) => Promise<void>}
 */
export function showNewest(path, show) {
  let calls = 0;
  return async (query) => {
    calls += 1;
    const call = calls;
    const answer = localized(await (await read(`${path}${query}`)).json());
    if (call === calls) {
      show(answer);
    }
  };
}
