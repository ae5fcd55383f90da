import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { localPage } from '../../../test/support/local-page.ts';
import { startServer, WELL } from '../../../test/support/server.ts';
import type { SaveRequest } from '../requests.ts';
import type { ReadSettings, SaveOutcome, SettingsStore } from './settings.ts';

const later = cleanUps();

const READ: ReadSettings = {
  file: { path: '/conf.yaml', exists: true },
  revision: 'r1',
  groups: [],
  options: [],
  problems: [],
};
const SAVED: SaveOutcome = { outcome: 'saved', revision: 'r2', changed: ['delay'], needRestart: [] };

interface Asked {
  readonly url: string;
  readonly port: number;
  /** Headers of a page that was let in. */
  readonly page: Readonly<Record<string, string>>;
  /** What reached the store. */
  readonly calls: readonly (SaveRequest | 'read' | 'checked' | 'listed')[];
}

async function start(outcome: SaveOutcome | undefined): Promise<Asked> {
  const calls: (SaveRequest | 'read' | 'checked' | 'listed')[] = [];
  const store: SettingsStore = {
    async read() {
      calls.push('read');
      return READ;
    },
    async save(wanted) {
      calls.push(wanted);
      return outcome ?? SAVED;
    },
    async check({ option }) {
      calls.push('checked');
      return option === 'delay' ? { done: true } : { done: false, reason: 'no' };
    },
    async paths(folder) {
      calls.push('listed');
      return [`${folder}x`];
    },
  };
  const server = await startServer({}, { ...WELL, settings: outcome && store });
  later(server.stop);
  const page = await localPage(server.url);
  return { url: `${server.url}api/v1/settings`, port: server.port, page, calls };
}

async function patch(url: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, { method: 'PATCH', headers, body: text });
  return { status: response.status, answer: await response.json() };
}

test('they are read, and saved with the revision that was read', async () => {
  const { url, page, calls } = await start(SAVED);
  expect(await (await fetch(url, { headers: page })).json()).toEqual({ v: 1, isHere: true, ...READ });
  const wanted = { revision: 'r1', set: { delay: '5', source: ['http'] }, unset: ['osc.host'] };
  expect(await patch(url, wanted, page)).toEqual({
    status: 200,
    answer: { v: 1, done: true, revision: 'r2', changed: ['delay'], needRestart: [] },
  });
  expect(calls).toEqual(['read', wanted]);
});

test.each<[number, SaveOutcome]>([
  [409, { outcome: 'conflict', revision: 'r2', reason: 'changed meanwhile' }],
  [422, { outcome: 'refused', reason: 'not allowed', problems: [{ where: '--delay', what: 'no' }] }],
  [500, { outcome: 'failed', reason: 'the disk is full' }],
])('a save that fails answers %d and says why', async (status, outcome) => {
  const { url, page } = await start(outcome);
  const { outcome: _, ...rest } = outcome;
  expect(await patch(url, { revision: 'r1' }, page)).toEqual({
    status,
    answer: { v: 1, done: false, ...rest },
  });
});

test.each([
  '{',
  '[]',
  {},
  { revision: 1 },

  { revision: 'r1', set: { delay: null } },
])('what is not a request is not saved: %j', async (body) => {
  const { url, page, calls } = await start(SAVED);
  expect(await patch(url, body, page)).toMatchObject({ status: 400, answer: { done: false } });
  expect(calls).toEqual([]);
});

test('a program without a configuration file says so', async () => {
  const { url, page } = await start(undefined);
  expect((await fetch(url, { headers: page })).status).toBe(409);
  expect(await patch(url, { revision: 'none' }, page)).toMatchObject({ status: 409 });
});

test('a value is checked, and a folder listed, without saving anything', async () => {
  const { url, page, calls } = await start(SAVED);
  const check = (body: object) =>
    fetch(`${url}/check`, { method: 'POST', headers: page, body: JSON.stringify(body) });
  expect(await (await check({ option: 'delay', value: '5' })).json()).toEqual({ v: 1, done: true });
  expect(await (await check({ option: 'x', value: '' })).json()).toEqual({ v: 1, done: false, reason: 'no' });
  expect((await check({ option: 'delay' })).status).toBe(400);
  expect(
    await (await fetch(`${url}/paths?folder=${encodeURIComponent('/a b/')}`, { headers: page })).json(),
  ).toEqual({
    v: 1,
    paths: ['/a b/x'],
  });
  expect(calls).toEqual(['checked', 'checked', 'listed']);
});

describe('nobody else reads or writes them', () => {
  test('a page elsewhere, whatever it calls this computer', async () => {
    const { url, port, page, calls } = await start(SAVED);
    const foreign = { ...page, Origin: 'https://evil.example' };
    expect((await fetch(url, { headers: foreign })).status).toBe(403);
    expect((await fetch(`${url}/paths`, { headers: foreign })).status).toBe(403);
    expect((await fetch(`${url}/check`, { method: 'POST', headers: foreign, body: '{}' })).status).toBe(403);
    expect((await patch(url, { revision: 'r1' }, foreign)).status).toBe(403);
    for (const method of ['GET', 'PATCH']) {
      expect(await rebound(port, method, page)).toBe(403);
    }
    expect(calls).toEqual([]);
  });

  test('a page elsewhere does not even get the permission to ask', async () => {
    const { url, page } = await start(SAVED);
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PATCH' },
    });
    const read = await fetch(url, { headers: page });
    for (const { headers } of [preflight, read]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-methods')).toBeNull();
    }
  });
});

/** Asks as a browser would whose page's name was pointed to this computer; `fetch` cannot set the host. */
function rebound(port: number, method: string, page: object): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const host = `evil.example:${port}`;
    const headers = { ...page, Host: host, Origin: `http://${host}` };
    request({ host: '127.0.0.1', port, path: '/api/v1/settings', method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
