/** Tokens and keys that are forged, expired, foreign or broken: none gets in. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { amount } from '../support/full-length.ts';
import { EXTENSION } from '../support/services/twitch-extension.ts';
import {
  askNow,
  buildServiceForTests,
  keyFor,
  type LiveService,
  postTrack,
  startService,
  startTwitch,
  viewerToken,
} from './service.ts';

buildServiceForTests();

const BLUE = { message: 'Ada - Blue', artist: 'Ada', title: 'Blue' };
const SECRET = Buffer.from(EXTENSION.secret, 'base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Of each kind; ten times as many in all. */
const MANY = amount({ short: 25, full: 100 });

/** Cut, longer, or with one bit turned, at many places. */
function damaged(good: string): string[] {
  return Array.from({ length: MANY }, (_, index) => {
    const place = Math.floor((index / MANY) * good.length);
    const wrong = String.fromCharCode(good.charCodeAt(place) ^ 1);
    return [
      good.slice(0, place),
      `${good.slice(0, place)}${wrong}${good.slice(place + 1)}`,
      good + good[place],
    ][index % 3] as string;
  });
}

/** Tokens that a page could send to learn what is on air in channel 42. */
async function viewerTokens(): Promise<string[]> {
  const soon = Math.floor(Date.now() / 1000) + 3_600;
  const claims = { channel_id: '42', role: 'viewer', exp: soon };
  const good = await viewerToken(claims);
  const [header = '', body = '', signature = ''] = good.split('.');
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, i) => make(i));
  return [
    ...damaged(good),
    // Unsigned, in every spelling.
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg) => [
      `${base64url({ alg, typ: 'JWT' })}.${body}.`,
      `${base64url({ alg, typ: 'JWT' })}.${body}.${signature}`,
      `${base64url({ alg, typ: 'JWT' })}.${body}`,
    ]),
    // Signed by others, or with what anybody can know.
    ...(await Promise.all(many(2 * MANY, () => viewerToken(claims, { secret: randomBytes(32) })))),
    ...(await Promise.all(
      ['', EXTENSION.secret, EXTENSION.clientId, EXTENSION.ownerId, 'secret'].map((text) =>
        viewerToken(claims, { secret: createHash('sha256').update(text).digest() }),
      ),
    )),
    await viewerToken(claims, { secret: Buffer.from(EXTENSION.secret) }),
    // Another algorithm with the right secret.
    ...(await Promise.all(
      ['HS384', 'HS512'].map((alg) => viewerToken(claims, { alg, secret: Buffer.concat([SECRET, SECRET]) })),
    )),
    // Expired, and without an end.
    ...(await Promise.all(
      many(MANY, (index) => viewerToken(claims, { expires: soon - 3_601 - index * 977 })),
    )),
    // Other channels, and what only looks like ours.
    ...(await Promise.all(
      many(MANY, (index) => viewerToken({ ...claims, channel_id: index === 42 ? '0' : String(index) })),
    )),
    ...(await Promise.all(
      [' 42', '42 ', '042', '42\u0000', 42, ['42'], { id: '42' }, null, true, 'all', ''].map((channel_id) =>
        viewerToken({ ...claims, channel_id }),
      ),
    )),
    // Not a viewer's.
    ...(await Promise.all(
      ['external', 'admin', 'VIEWER', '', null, 7, ['viewer']].map((role) =>
        viewerToken({ ...claims, role }),
      ),
    )),
    // No token at all.
    ...many(MANY, (index) => randomBytes(index).toString('base64url')),
    '.',
    '..',
    `${header}..${signature}`,
    'a'.repeat(5_000),
    `${good} ${good}`,
  ];
}

function keys(good: string): string[] {
  const made = () => `dcl_${randomBytes(32).toString('base64url')}`;
  const stored = createHash('sha256').update(good).digest();
  return [
    ...damaged(good),
    ...Array.from({ length: 3 * MANY }, made),
    // What somebody could read in a stolen database.
    stored.toString('hex'),
    stored.toString('base64url'),
    `dcl_${stored.toString('base64url')}`,
    good.toUpperCase(),
    good.replace('dcl_', ''),
    `${good}.${good}`,
    "' OR 1=1 --",
    '%',
    '',
  ].filter((key) => key !== good);
}

async function statuses(make: readonly (() => Promise<Response>)[]): Promise<number[]> {
  const all: number[] = [];
  for (let start = 0; start < make.length; start += 20) {
    const some = await Promise.all(make.slice(start, start + 20).map((request) => request()));
    all.push(...some.map(({ status }) => status));
  }
  return all;
}

test(`of ${10 * MANY} forged, expired, foreign and truncated tokens and keys none gets in`, async () => {
  const twitch = await startTwitch();
  const service: LiveService = await startService(twitch);
  const key = await keyFor(service, twitch, '42');
  expect((await postTrack(service, key, BLUE)).status).toBe(202);
  expect((await askNow(service, '42', await viewerToken({ channel_id: '42' }))).status).toBe(200);

  const tokens = await viewerTokens();
  const wrongKeys = keys(key);
  expect(tokens.length + wrongKeys.length).toBeGreaterThan(10 * MANY);

  const answers = await statuses(tokens.map((token) => () => askNow(service, '42', token)));
  expect(answers.filter((status) => status !== 401 && status !== 403)).toEqual([]);
  const posted = await statuses(
    wrongKeys.map((wrong) => () => postTrack(service, wrong, { ...BLUE, title: 'Forged' })),
  );
  // Anyone who tries many is soon not even listened to.
  expect(posted.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  const signIns = [
    ...damaged(twitch.twitch.tokenFor('42')),
    ...Array.from({ length: 50 }, (_, index) => twitch.twitch.tokenFor('42', `application ${index}`)),
  ];
  const signedIn = await statuses(
    signIns.map(
      (token) => () =>
        fetch(`${service.url}/v1/api-keys`, { method: 'POST', headers: { authorization: `OAuth ${token}` } }),
    ),
  );
  expect(signedIn.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  expect(JSON.stringify(twitch.twitch.broadcasts)).not.toContain('Forged');
  expect(twitch.twitch.complaints).toEqual([]);
  // And the good ones still do.
  expect((await postTrack(service, key, BLUE)).status).toBe(202);
}, 60_000);
