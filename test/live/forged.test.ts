/** Forged, foreign and damaged keys and sign-ins are rejected. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { amount } from '../support/full-length.ts';
import { waitFor } from '../support/wait.ts';
import {
  buildServiceForTests,
  keyFor,
  type LiveService,
  postTrack,
  startService,
  startTwitch,
} from './service.ts';

buildServiceForTests();

const BLUE = { message: 'Ada - Blue', artist: 'Ada', title: 'Blue' };

/** Inputs of each kind. */
const MANY = amount({ short: 9, full: 100 });

/** Truncates, extends or flips a bit, at many places. */
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

const randomKey = (): string => `dcl_${randomBytes(32).toString('base64url')}`;

function keys(good: string): string[] {
  const stored = createHash('sha256').update(good).digest();
  return [
    ...damaged(good),
    ...Array.from({ length: 3 * MANY }, randomKey),
    // Contents of a stolen database.
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

test('forged, foreign and truncated keys and sign-ins are rejected', async () => {
  const twitch = await startTwitch();
  const service: LiveService = await startService(twitch);
  const key = await keyFor(service, twitch, '42');
  expect((await postTrack(service, key, BLUE)).status).toBe(202);

  const wrongKeys = keys(key);
  const posted = await statuses(
    wrongKeys.map((wrong) => () => postTrack(service, wrong, { ...BLUE, title: 'Forged' })),
  );
  expect(posted.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  // A client that tries many is soon rejected without a look-up.
  const more = Array.from({ length: 40 }, () => () => postTrack(service, randomKey(), BLUE));
  await waitFor('a refusal', async () => (await statuses(more)).includes(429) || undefined);
  const token = twitch.twitch.tokenFor('42');
  const foreign = Array.from({ length: 50 }, (_, index) =>
    twitch.twitch.tokenFor('42', `application ${index}`),
  );
  const wrongTokens = [...damaged(token), ...foreign].map((wrong) => `OAuth ${wrong}`);
  const signIns = [
    `OAuth ${foreign[0]}`,
    `Bearer ${token}`,
    'OAuth unknowntoken',
    'OAuth',
    '',
    ...wrongTokens,
  ];
  const signedIn = await statuses(
    signIns.map((authorization, index) => () => {
      // The first ones come from addresses of their own, because a client that tries many is soon rejected without a
      // look-up.
      const headers = { authorization, 'x-forwarded-for': `192.0.2.${Math.min(index, 5)}` };
      return fetch(`${service.url}/v1/api-keys`, { method: 'POST', headers });
    }),
  );
  expect(signedIn.slice(0, 5)).toEqual(Array(5).fill(401));
  expect(new Set(signedIn)).toEqual(new Set([401, 429]));
  expect(JSON.stringify(twitch.twitch.broadcasts)).not.toContain('Forged');
  expect(twitch.twitch.complaints).toEqual([]);
  // Good keys and sign-ins still work.
  expect((await postTrack(service, key, BLUE)).status).toBe(202);
  expect(await keyFor(service, twitch, '7')).toMatch(/^dcl_/);
});
