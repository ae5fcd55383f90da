import { readMessage } from './message.js';
import { BACKEND } from './settings.js';

/** @import { Authorization } from './twitch.d.ts' */

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;

/**
 * The track on air, for pages that were opened after its broadcast; undefined when there is none. Rejects when the
 * backend does not answer.
 * @param {Authorization} authorization
 */
export async function fetchNow({ channelId, token }) {
  const url = `${BACKEND}/v1/channels/${encodeURIComponent(channelId)}/now`;
  for (let failed = 0; ; failed += 1) {
    try {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) {
        throw new Error(`the backend answered ${answer.status}`);
      }
      return readMessage(await answer.text());
    } catch (error) {
      if (failed + 1 === TRIES) {
        throw error;
      }
      // Random: the pages of all viewers fail at the same moment, and must not retry at the same moment.
      const wait = FIRST_WAIT_MS * 2 ** failed * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
