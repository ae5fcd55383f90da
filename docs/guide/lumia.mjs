// Runs a chat command of Lumia Stream with each track that deckcast shows (help page: /help/other-programs).
// `node lumia.mjs COMMAND`, with the token of Lumia's API in LUMIA_TOKEN.
import { setTimeout as pause } from 'node:timers/promises';

const [, , value = 'track', from = 'http://127.0.0.1:9090/', to = 'http://127.0.0.1:39231/'] = process.argv;
const NOW = new URL('api/v1/now.txt', from);
const SEND = new URL(`api/send?token=${encodeURIComponent(process.env.LUMIA_TOKEN ?? '')}`, to);

async function ask(url, init) {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  if (answer?.ok !== true) {
    // Without the address: the token is in it.
    throw new Error(`${url.host} ${answer ? `answers ${answer.status}` : 'does not answer'}`);
  }
  return answer.text();
}

// What is on air at the start is no news.
for (let last; ; await pause(1_000)) {
  try {
    const track = (await ask(NOW)).trim();
    if (track !== '' && last !== undefined && track !== last) {
      const params = { value, extraSettings: { message: track } };
      const body = JSON.stringify({ type: 'chat-command', params });
      await ask(SEND, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    }
    last = track;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
}
