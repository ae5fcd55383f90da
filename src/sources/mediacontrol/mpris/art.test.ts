import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { listen } from '../../../core/listening.ts';
import { systemClock } from '../../../host/clock.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { artAt } from './art.ts';

const tools = { clock: systemClock, disk: nodeDisk, fetch, userAgent: 'deckcast/test' };
const picture = Buffer.from('a picture');
const signal = new AbortController().signal;

test('art in a file is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'art-'));
  try {
    const path = join(folder, 'my cover.png');
    await writeFile(path, picture);
    expect(await artAt(pathToFileURL(path).href, tools)?.(signal)).toEqual(picture);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('art whose file is gone is not art', async () => {
  expect(await artAt('file:///nowhere/cover.png', tools)?.(signal)).toBeUndefined();
});

test('what is not a file of a picture’s size is not read', async () => {
  expect(await artAt('file:///dev/zero', tools)?.(signal)).toBeUndefined();
});

test('art inside its address is decoded', async () => {
  expect(await artAt(`data:image/png;base64,${picture.toString('base64')}`, tools)?.(signal)).toEqual(
    picture,
  );
});

test('art on the web is fetched', async () => {
  const server = createServer((_, response) => response.end(picture));
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  try {
    expect(await artAt(`http://127.0.0.1:${port}/cover`, tools)?.(signal)).toEqual(picture);
  } finally {
    server.close();
  }
});

test.each(['', 'cover.png', 'data:image/png,plain', 'ftp://host/cover.png'])(
  '%j can hold no art',
  (address) => {
    expect(artAt(address, tools)).toBeUndefined();
  },
);
