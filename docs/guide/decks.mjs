// Brings decks to deckcast (help page: /help/osc-and-http-decks). Reads a line for each change from standard input: deck,
// `playing` or `paused`, artist and title, with tabs between them; the deck alone: it is empty.
import { createInterface } from 'node:readline';

const [, , address = 'http://127.0.0.1:9090/'] = process.argv;
const token = process.env.DECKCAST_TOKEN;
const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
const decks = new Map();

async function put(deck) {
  const url = new URL(`api/v1/decks/${encodeURIComponent(deck)}`, address);
  const body = JSON.stringify(decks.get(deck));
  const answer = await fetch(url, { method: 'PUT', headers, body }).catch(() => undefined);
  if (answer?.ok !== true) {
    process.stderr.write(`deck ${deck}: ${answer ? await answer.text() : `${url.host} does not answer`}\n`);
  }
}

// Again before the minute is over after which a deck counts as empty.
const again = setInterval(() => [...decks.keys()].forEach(put), 30_000);
for await (const line of createInterface({ input: process.stdin })) {
  const [deck = '', state, artist, title] = line.split('\t');
  decks.set(deck, state === undefined ? {} : { track: { artist, title }, playing: state === 'playing' });
  await put(deck);
}
clearInterval(again);
for (const deck of decks.keys()) {
  decks.set(deck, {});
  await put(deck);
}
