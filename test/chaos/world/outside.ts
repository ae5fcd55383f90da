import { WebSocket } from 'ws';
import { SessionStore } from '../../../src/sets/store.ts';
import type { SaidThing, StoredLine } from '../evidence.ts';

const ANSWERS = [
  '/api/v1/now',
  '/api/v1/history',
  ...['csv', 'cue', 'json'].map((format) => `/api/v1/history/${format}`),
  '/page/set.json',
  '/api/v1/health',
  '/api/v1/sessions',
];

const MOST_SESSIONS = 1_000;
const MOST_PICTURES = 20;

export class Outside {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async request(path: string, method = 'GET', body?: object): Promise<string> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(new URL(path, this.#url), { method, ...sent });
    return `${response.status} ${await response.text()}`;
  }

  /** Deck and play of a track that the operator's page names. */
  async deckOf(token: string): Promise<object | undefined> {
    const { decks } = JSON.parse(await this.#greeting()) as {
      decks: readonly { deck: string; play: string | null; title: string }[];
    };
    const found = decks.find(({ play, title }) => play !== null && title.includes(token));
    return found && { deck: found.deck, play: found.play };
  }

  /** Row of the set list or of its removed ones, as the operator names it. `back`: rows between it and the last one. */
  async rowOf(part: 'tracks' | 'removed', back: number) {
    const { set, ...list } = JSON.parse(
      (await this.request('/api/v1/history?removed=1')).replace(/^200 /, ''),
    ) as {
      readonly [Part in 'tracks' | 'removed']: readonly { readonly position: number }[];
    } & { readonly set: string };
    const position = list[part].at(-1 - back)?.position;
    return position === undefined ? undefined : { set, position };
  }

  /** Resolves when open. Closes with the program. */
  open(path: string, onMessage: (text: string) => void): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(new URL(path, this.#url.replace('http', 'ws')));
      socket.on('message', (data) => onMessage(String(data)));
      socket.on('error', reject);
      socket.once('open', () => resolve(socket));
    });
  }

  /** Answers by path. `said`: pictures to ask for. */
  async query(
    said: readonly SaidThing[],
    note: (where: string, text: string) => void,
  ): Promise<ReadonlyMap<string, string>> {
    const answers = new Map<string, string>();
    for (const path of [...ANSWERS, ...picturesIn(said)]) {
      const answer = await this.request(path);
      answers.set(path, answer);
      note(path, answer);
    }
    note('operator', await this.#greeting());
    return answers;
  }

  #greeting(): Promise<string> {
    return new Promise((resolve, reject) => {
      const opening = this.open('/api/v1/operator', (text) => {
        resolve(text);
        void opening.then((socket) => socket.terminate());
      });
      opening.catch(reject);
    });
  }
}

/** Announced pictures, which must go once their track is hidden. */
function picturesIn(said: readonly SaidThing[]): readonly string[] {
  const found = said
    .filter(({ where }) => where === 'events')
    .flatMap(({ text }) => [...text.matchAll(/"url":"(\/art\/[^"]+)"/g)].map(([, path = '']) => path));
  return [...new Set(found)].slice(-MOST_PICTURES);
}

/** Oldest first, with removed rows; empty without a file. */
export function storedSets(path: string): StoredLine[][] {
  const store = SessionStore.existing(path);
  const sessions = (store?.sessions(MOST_SESSIONS) ?? []).reverse();
  const sets = sessions.map(({ id }) =>
    (store?.entries(id) ?? []).map((entry) => ({
      position: entry.position,
      removed: entry.removed === true,
      hidden: entry.hidden,
      artist: entry.track.artist,
      title: entry.track.title,
      elapsedMs: entry.elapsedMs,
    })),
  );
  store?.close();
  return sets;
}
