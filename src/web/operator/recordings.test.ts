import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from '../../../test/support/clean-up.ts';
import { localPage } from '../../../test/support/local-page.ts';
import { testServer, WELL } from '../../../test/support/server.ts';
import type { Recordings } from './recordings.ts';

/** More than a piece that is read at once. */
const SOUND = Uint8Array.from({ length: 600_000 }, (_, n) => n % 251);

async function start(change: Partial<Recordings> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  afterTest(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'friday.mp3');
  await writeFile(path, SOUND);
  const fileOf = async (session: number, position: number) =>
    session === 7 && position === 2 ? path : undefined;
  const recordings = { ...WELL.recordings, fileOf, ...change };
  const { url } = await testServer({}, { ...WELL, recordings });
  const headers = await localPage(url);
  const send = (place: string, init: { headers?: object; method?: string; body?: string } = {}) =>
    fetch(`${url}api/v1/${place}`, { ...init, headers: { ...headers, ...init.headers } });
  return { url, send, path };
}

test.each([
  ['all', undefined, 0, SOUND.length, 200],
  ['a middle part', 'bytes=300000-300009', 300_000, 300_010, 206],
  ['the rest', 'bytes=599990-', 599_990, SOUND.length, 206],
  ['the end', 'bytes=-5', SOUND.length - 5, SOUND.length, 206],
  ['all, for a range of another unit', 'seconds=1-2', 0, SOUND.length, 200],
])('serves %s of the sound', async (_, range, from, to, status) => {
  const { send } = await start();
  const response = await send('recording/sound?session=7&position=2', {
    headers: range === undefined ? {} : { Range: range },
  });
  expect(response.status).toBe(status);
  expect(response.headers.get('Content-Type')).toBe('audio/mpeg');
  expect(response.headers.get('Content-Range')).toBe(
    status === 206 ? `bytes ${from}-${to - 1}/${SOUND.length}` : null,
  );
  expect(Buffer.from(await response.arrayBuffer()).equals(SOUND.subarray(from, to))).toBe(true);
});

test('refuses a range behind the end, and a track without a file', async () => {
  const { send, path } = await start();
  const behind = await send('recording/sound?session=7&position=2', { headers: { Range: 'bytes=600000-' } });
  expect([behind.status, behind.headers.get('Content-Range')]).toEqual([416, 'bytes */600000']);
  expect((await send('recording/sound?session=7&position=3')).status).toBe(404);
  await rm(path);
  const gone = await send('recording/sound?session=7&position=2');
  expect(gone.status).toBe(404);
  expect(await gone.text()).not.toContain(path);
});

test('lets only a page on this computer analyze recordings and play them', async () => {
  const begun: string[] = [];
  const begin = (path: string) => {
    begun.push(path);
    return undefined;
  };
  const { url, send } = await start({ begin });
  const init = { method: 'POST', body: '{"path": "/music/set.mp3"}' };
  for (const place of ['recording', 'recording/sound?session=7&position=2']) {
    expect((await fetch(`${url}api/v1/${place}`)).status).toBe(403);
  }
  expect((await fetch(`${url}api/v1/recording`, init)).status).toBe(403);
  expect(begun).toEqual([]);
  expect((await send('recording', init)).status).toBe(200);
  expect(begun).toEqual(['/music/set.mp3']);
  expect((await send('recording', { ...init, body: '{"path": " "}' })).status).toBe(400);
});

test('passes corrections of a recorded set on, with the reason for a refusal', async () => {
  const corrected: unknown[] = [];
  const correct: Recordings['correct'] = async (...args) => {
    corrected.push(args);
    return args[1] === 2 ? undefined : 'no such track';
  };
  const { send } = await start({ correct });
  const edit = (body: object) => send('edit', { method: 'POST', body: JSON.stringify(body) });
  expect((await edit({ session: 7, position: 2, artist: 'Ada', title: 'Blue' })).status).toBe(200);
  const refused = await edit({ session: 7, position: 3, title: 'Blue' });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ reason: 'no such track' }),
  ]);
  expect(corrected).toEqual([
    [7, 2, { artist: 'Ada', title: 'Blue' }],
    [7, 3, { title: 'Blue' }],
  ]);
});

test('passes hides and reveals of a stored set on, and leaves the track on air alone', async () => {
  const changed: unknown[] = [];
  const change: Recordings['change'] = async (...args) => {
    changed.push(args);
    return args[1] === 2 ? undefined : 'no such track';
  };
  const { send } = await start({ change });
  const post = async (verb: string, body: object) => {
    const response = await send(verb, { method: 'POST', body: JSON.stringify(body) });
    return [response.status, Object(await response.json()).reason];
  };
  expect(await post('hide', { session: 7, position: 2 })).toEqual([200, undefined]);
  expect(await post('reveal', { session: 7, position: 2, earlier: true })).toEqual([200, undefined]);
  expect(await post('hide', { session: 7 })).toEqual([409, 'no such track']);
  expect(changed).toEqual([
    [7, 2, 'hide'],
    [7, 2, 'reveal'],
    [7, 0, 'hide'],
  ]);
});
