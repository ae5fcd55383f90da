// Records the demo's messages for the looks on the documentation site: `node scripts/site/record-feed.js` writes
// `site/feed/` during the demo's ten tracks. Start it in a separate network namespace.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { WebSocket } from 'ws';

/** Ends before the silence after the tenth track. */
const RECORDED_MS = 215_000;
const COVER_PIXELS = 400;

const root = new URL('../..', import.meta.url);
const folder = new URL('site/feed/', root);
const demo = spawn(process.execPath, ['bin/deckcast.js', 'demo', '--http.addr=127.0.0.1:0'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = once(demo, 'exit');
/** @type {{ at: number, feed: string, message: unknown }[]} */
const lines = [];
/** Covers by their name in the recording. @type {Map<string, Promise<Buffer>>} */
const covers = new Map();
try {
  const address = await overlayAddress();
  const startedAt = Date.now();
  const sockets = ['events', 'decks'].map((feed) => record(address, feed, startedAt));
  await new Promise((resolve) => setTimeout(resolve, RECORDED_MS));
  for (const socket of sockets) {
    socket.close();
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, png] of covers) {
    const webp = sharp(await png)
      .resize(COVER_PIXELS)
      .webp({ quality: 82 });
    await writeFile(new URL(name, folder), await webp.toBuffer());
  }
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  await writeFile(new URL('feed.jsonl', folder), `${text}\n`);
  console.log(`${lines.length} messages, ${covers.size} covers in ${fileURLToPath(folder)}`);
} finally {
  demo.kill('SIGTERM');
  await ended;
}

async function overlayAddress() {
  for await (const line of createInterface({ input: demo.stderr })) {
    const [, address] = /msg="overlay ready" url=(\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      demo.stderr.resume();
      return address;
    }
  }
  throw new Error('the demo ended before its overlay was ready');
}

/**
 * @param {string} address
 * @param {string} feed
 * @param {number} startedAt
 */
function record(address, feed, startedAt) {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}api/v1/${feed}`);
  let last = '';
  socket.on('message', (data) => {
    const message = JSON.parse(String(data), (key, value) =>
      key === 'art' ? coverOf(address, value) : value,
    );
    // Pings and repeated decks tell a page nothing.
    const { at: _, ...rest } = message;
    const content = JSON.stringify(rest);
    if (message.type !== 'ping' && content !== last) {
      last = content;
      lines.push({ at: Date.now() - startedAt, feed, message });
    }
  });
  return socket;
}

/**
 * Cover with its name in the recording.
 * @param {string} address
 * @param {{ url: string } | null} art
 */
function coverOf(address, art) {
  if (art === null) {
    return null;
  }
  const name = `${art.url.replace(/^.*-(\d+)\.png$/, '$1')}.webp`;
  if (!covers.has(name)) {
    const png = fetch(new URL(art.url, address)).then((answer) => answer.arrayBuffer());
    covers.set(name, png.then(Buffer.from));
  }
  return { ...art, url: `/feed/${name}` };
}
