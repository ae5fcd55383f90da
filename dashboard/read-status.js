import { requestOnce, VERB_MS } from './api.js';

/** Returns the status of a read without its content, without asking for the right; 0 without an answer. @param {string} path */
export async function readStatus(path) {
  return requestOnce(path, { method: 'HEAD' }, VERB_MS).then(
    ({ status }) => status,
    () => 0,
  );
}
