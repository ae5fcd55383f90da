import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { type BenchPeer, residentMemory, startDeckcast, startPeer } from './peer.ts';

const PAGES = 1_000;
const STUCK = 50;
const PUBLICATIONS = 20;
/** Discarded publications, in which both sides and the pages here compile their hot paths. */
const WARM_UP = 5;
const REST_MS = 250;
/** More would fill the listener's backlog. */
const AT_ONCE = 50;

interface Result {
  /** Milliseconds from the post to each page. */
  readonly arrivals: number[];
  readonly kibPerPage: number;
  /** Messages of a page, one per publication. */
  readonly messages: string[];
}

export const overlays: Measurement = {
  name: 'overlays',
  async run(): Promise<readonly Figure[]> {
    const start = () => startDeckcast('127.0.0.1:29092', ['--source=http'], 'overlay ready');
    const ours = await start();
    const posts = Array.from({ length: WARM_UP + PUBLICATIONS }, (_, n) =>
      JSON.stringify({ artist: 'Nightjar Avenue', title: `Track ${n + 1}` }),
    );
    const our = await measure(ours, 29092, '/api/v1/track', posts, 0);
    await ours.stop();
    const again = await start();
    const withStuck = await measure(again, 29092, '/api/v1/track', posts, STUCK);
    await again.stop();
    const bare = await startPeer('broadcast', ['29093']);
    const floor = await measure(bare, 29093, '/', our.messages, 0);
    await bare.stop();
    const against = 'bare ws broadcast of the same messages';
    return [
      {
        what: `one publication to ${PAGES} overlays, 99th percentile`,
        unit: 'ms',
        ours: percentile(our.arrivals, 0.99),
        against,
        theirs: percentile(floor.arrivals, 0.99),
        target: { bound: 'at most', ratio: 1.2 },
      },
      {
        what: `the same while ${STUCK} of them do not read`,
        unit: 'ms',
        ours: percentile(withStuck.arrivals, 0.99),
        against,
        theirs: percentile(floor.arrivals, 0.99),
        target: { bound: 'at most', ratio: 1.2 },
      },
      {
        what: 'memory for each connected overlay',
        unit: 'KiB',
        ours: our.kibPerPage,
        against,
        theirs: floor.kibPerPage,
        wanted: { bound: 'at most', value: 40 },
      },
    ];
  },
};

async function measure(
  peer: BenchPeer,
  port: number,
  path: string,
  posts: readonly string[],
  stuck: number,
): Promise<Result> {
  await sleep(1_000);
  const before = residentMemory(peer.pid);
  const arrivals: number[] = [];
  const messages: string[] = [];
  let postedAt = 0;
  const pages: WebSocket[] = [];
  for (let made = 0; made < PAGES; made += AT_ONCE) {
    pages.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => open(port)))));
  }
  for (const [index, page] of pages.entries()) {
    if (index < stuck) {
      page.pause();
    }
    page.on('message', (data) => {
      // The first is a snapshot.
      const message = String(data);
      if (index >= stuck && message.includes('"type":"track"')) {
        arrivals.push(performance.now() - postedAt);
        if (index === stuck) {
          messages.push(message);
        }
      }
    });
  }
  await sleep(1_000);
  const kibPerPage = ((residentMemory(peer.pid) - before) * 1024) / PAGES;
  for (const [n, body] of posts.entries()) {
    if (n === WARM_UP) {
      arrivals.length = 0;
    }
    postedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
    await response.arrayBuffer();
    await sleep(REST_MS);
  }
  const expected = (PAGES - stuck) * PUBLICATIONS;
  if (arrivals.length !== expected) {
    throw new Error(`${arrivals.length} of ${expected} messages arrived`);
  }
  for (const page of pages) {
    page.terminate();
  }
  return { arrivals, kibPerPage, messages };
}

function open(port: number): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const page = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`);
    page.once('open', () => resolve(page));
    page.once('error', reject);
  });
}
