import { describe, expect, test } from 'vitest';
import { publication } from '../../test/support/publication.ts';
import { testServer, WELL } from '../../test/support/server.ts';
import { EXAMPLES } from '../../test/support/wire-examples.ts';
import { Secret } from '../core/option.ts';

const ELSEWHERE = { Origin: 'https://elsewhere.example' };
const MAY = { Authorization: 'Bearer open sesame' };

async function start(deps = WELL) {
  const running = await testServer({ 'http.token': new Secret('open sesame') }, deps);
  const request = (path: string, init?: RequestInit) => fetch(`${running.url}${path}`, init);
  return { ...running, request };
}

async function answerOf(response: Response) {
  return {
    status: response.status,
    allow: response.headers.get('allow'),
    body: (await response.json()) as unknown,
  };
}

const refused = (status: number, reason: unknown, allow: string | null = null) => ({
  status,
  allow,
  body: { v: 1, done: false, reason },
});

describe('unknown addresses', () => {
  test('return 404 for every caller and method', async () => {
    const { request } = await start();
    for (const path of ['api', 'api/', 'api/v1', 'api/v1/', 'api/v1/nope', 'api/v2/now', 'api/v1/now/']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        expect(await answerOf(await request(path, { method }))).toEqual(
          refused(404, expect.stringContaining(`there is no /${path}`)),
        );
      }
    }
  });

  test('list the known formats for an unknown one', async () => {
    const { request } = await start();
    expect(await answerOf(await request('api/v1/history/tape'))).toEqual(
      refused(404, expect.stringContaining('youtube')),
    );
  });
});

test('a handler that throws returns the reason, and logs it', async () => {
  const list = () => Promise.reject(new Error('the disk is gone'));
  const { request, log } = await start({ ...WELL, sessions: { ...WELL.sessions, list } });
  expect(await answerOf(await request('api/v1/sessions', { headers: MAY }))).toEqual(
    refused(500, expect.stringContaining('log')),
  );
  expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { reason: 'the disk is gone' } });
});

describe('a plain GET on a WebSocket', () => {
  test('/api/v1/events describes its own messages and no others', async () => {
    const { request } = await start();
    const { status, body } = await answerOf(await request('api/v1/events'));
    expect(status).toBe(426);
    const words = new Set(JSON.stringify(body).match(/\w+/g));
    const { type: _type, ...header } = EXAMPLES.events.ping;
    const own = [...Object.keys(header), 'type', ...Object.keys(EXAMPLES.events)];
    expect(own.filter((word) => !words.has(word))).toEqual([]);
    expect(Object.keys(EXAMPLES.record).filter((key) => words.has(key))).toEqual([]);
  });

  test('/ws describes each of its keys', async () => {
    const { request } = await start();
    const text = await (await request('ws')).text();
    expect(Object.keys(EXAMPLES.record).filter((key) => !text.includes(key))).toEqual([]);
  });
});

describe('pages of other origins', () => {
  const allowedOrigin = (response: Response) => response.headers.get('access-control-allow-origin');
  const preflight = (method: string) => ({
    method: 'OPTIONS',
    headers: {
      ...ELSEWHERE,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'content-type',
    },
  });

  test('may read everything outside the API, including 404s and headers', async () => {
    const { request } = await start();
    for (const path of ['api/v1/now', 'api/v1/nope', 'sdk/v1.js']) {
      expect(allowedOrigin(await request(path, { headers: ELSEWHERE }))).toBe('*');
      expect(allowedOrigin(await request(path, { method: 'HEAD', headers: ELSEWHERE }))).toBe('*');
    }
  });

  test('may load the art of the track on air', async () => {
    const { request, server } = await start();
    server.audience.show(publication({ art: { png: new Uint8Array([137, 80, 78, 71]) } }));
    const { track } = (await (await request('api/v1/now')).json()) as typeof EXAMPLES.now;
    expect(allowedOrigin(await request(track?.art?.url.slice(1) ?? '', { headers: ELSEWHERE }))).toBe('*');
  });

  test('learn from preflight requests that they may send headers, but not POST', async () => {
    const { request } = await start();
    for (const path of ['api/v1/now', 'api/v1/history/csv', 'sdk/v1.js']) {
      const response = await request(path, preflight('GET'));
      expect(response.status).toBe(204);
      expect(allowedOrigin(response)).toBe('*');
      expect(response.headers.get('access-control-allow-headers')).toBe('*');
    }
    for (const verb of ['hide', 'reveal', 'skip', 'recall', 'onair', 'edit', 'track']) {
      for (const method of ['POST', 'GET']) {
        expect(allowedOrigin(await request(`api/v1/${verb}`, preflight(method)))).toBeNull();
      }
    }
    const { headers } = await request('api/v1/settings', preflight('PATCH'));
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('access-control-allow-methods')).toBeNull();
  });
});
