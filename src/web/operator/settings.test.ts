import { expect, test } from 'vitest';
import { localPage } from '../../../test/support/local-page.ts';
import { testServer, WELL } from '../../../test/support/server.ts';
import type { SaveRequest } from '../requests.ts';
import type { ReadSettings, SaveOutcome, SettingsStore } from './settings.ts';

const READ: ReadSettings = {
  file: { path: '/conf.yaml', exists: true },
  revision: 'r1',
  groups: [],
  options: [],
  problems: [],
};
const SAVED: SaveOutcome = { outcome: 'saved', revision: 'r2', changed: ['delay'], needRestart: [] };

async function start(outcome: SaveOutcome | undefined) {
  const calls: (SaveRequest | 'read' | 'checked' | 'listed' | 'kept')[] = [];
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
    async keepPicture({ picture }) {
      calls.push('kept');
      return { done: true, path: `${picture.length}.png` };
    },
  };
  const server = await testServer({}, { ...WELL, settings: outcome && store });
  const page = await localPage(server.url);
  return { url: `${server.url}api/v1/settings`, page, calls };
}

async function patch(url: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const response = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(body) });
  return { status: response.status, answer: await response.json() };
}

test('reads settings, and saves them with their revision', async () => {
  const { url, page, calls } = await start(SAVED);
  expect(await (await fetch(url, { headers: page })).json()).toEqual({ v: 1, isHere: true, ...READ });
  const wanted = { revision: 'r1', set: { delay: '5', source: ['http'] }, unset: ['osc.host'] };
  expect(await patch(url, wanted, page)).toEqual({
    status: 200,
    answer: { v: 1, done: true, revision: 'r2', changed: ['delay'], needRestart: [] },
  });
  expect(await patch(url, { revision: 'r2', set: { delay: null } }, page)).toMatchObject({ status: 400 });
  expect(calls).toEqual(['read', wanted]);
});

test('keeps a picture for a page on this computer only', async () => {
  const { url, page, calls } = await start(SAVED);
  const keep = async (data: string, headers: Readonly<Record<string, string>>) =>
    fetch(`${url}/picture`, { method: 'POST', headers, body: JSON.stringify({ data }) });
  expect((await keep('AAAA', {})).status).toBe(403);
  expect((await keep('no Base64', page)).status).toBe(400);
  expect(calls).toEqual([]);
  expect(await (await keep('AAAA', page)).json()).toEqual({ v: 1, done: true, path: '3.png' });
  expect(calls).toEqual(['kept']);
});

test.each<[number, SaveOutcome]>([
  [409, { outcome: 'conflict', revision: 'r2', reason: 'changed meanwhile' }],
  [422, { outcome: 'refused', reason: 'not allowed', problems: [{ where: '--delay', what: 'no' }] }],
  [500, { outcome: 'failed', reason: 'the disk is full' }],
])('answers a failed save with %d and the reason', async (status, outcome) => {
  const { url, page } = await start(outcome);
  const { outcome: _, ...rest } = outcome;
  expect(await patch(url, { revision: 'r1' }, page)).toEqual({
    status,
    answer: { v: 1, done: false, ...rest },
  });
});

test('explains a program without a configuration file', async () => {
  const { url, page } = await start(undefined);
  expect((await fetch(url, { headers: page })).status).toBe(409);
  expect(await patch(url, { revision: 'none' }, page)).toMatchObject({ status: 409 });
});

test('checks a value and lists a folder without saving', async () => {
  const { url, page, calls } = await start(SAVED);
  const check = (body: object) =>
    fetch(`${url}/check`, { method: 'POST', headers: page, body: JSON.stringify(body) });
  expect(await (await check({ option: 'delay', value: '5' })).json()).toEqual({ v: 1, done: true });
  expect(await (await check({ option: 'x', value: '' })).json()).toEqual({ v: 1, done: false, reason: 'no' });
  expect((await check({ option: 'delay' })).status).toBe(400);
  const listed = await fetch(`${url}/paths?folder=${encodeURIComponent('/a b/')}`, { headers: page });
  expect(await listed.json()).toEqual({ v: 1, paths: ['/a b/x'] });
  expect(calls).toEqual(['checked', 'checked', 'listed']);
});
