import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { hiddenPublication, played, publication } from '../../test/support/publication.ts';
import { track } from '../../test/support/tracks.ts';
import { AirTimes } from '../core/air-times.ts';
import type { Env } from './endpoints.ts';
import { createNowTextHandler } from './now-text.ts';

let clock: FakeClock;
let air: AirTimes;

beforeEach(() => {
  clock = fakeClock();
  air = new AirTimes();
});

async function get(query: Record<string, string> = {}) {
  const app = new Hono<Env>().get('/', createNowTextHandler(air, clock)['GET /now.txt']);
  const answer = await app.request(`/?${new URLSearchParams(query)}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

describe('now.txt', () => {
  test('returns the track on air as a line of text, and nothing before the first', async () => {
    expect(await get()).toEqual({
      status: 200,
      type: expect.stringMatching(/^text\/plain; ?charset=utf-8$/i),
      text: '',
    });
    air.record(played('One', 1), clock.monotonic());
    expect(await get()).toMatchObject({ text: 'Nightjar Avenue - One' });
  });

  test("uses the caller's format", async () => {
    air.record(publication({ track: track({ title: 'One', key: 'Am', bpm: 124 }) }), clock.monotonic());
    expect(await get({ format: '♫ $SONG$ ($BPM$, $KEY_CAMELOT$) $ARTIST$' })).toMatchObject({
      text: '♫ One (124, 8A) ',
    });
  });

  test('returns the track on air at an earlier time', async () => {
    air.record(played('One', 1), clock.monotonic());
    await clock.advance(60_000);
    air.record(played('Two', 2), clock.monotonic());
    await clock.advance(10_000);
    expect(await get({ ago: '9s' })).toMatchObject({ text: 'Nightjar Avenue - Two' });
    expect(await get({ ago: '12s' })).toMatchObject({ text: 'Nightjar Avenue - One' });
    expect(await get({ ago: '1m11s' })).toMatchObject({ text: '' });
  });

  test('calls a hidden track ID, however long ago it was on air', async () => {
    air.record(played('One', 1), clock.monotonic());
    await clock.advance(60_000);
    air.record(hiddenPublication({ playId: 'play-2', position: 2 }), clock.monotonic());
    expect(await get()).toMatchObject({ text: 'ID - ID' });
    air.change(hiddenPublication({ playId: 'play-1', position: 1 }));
    expect(await get({ ago: '30s' })).toMatchObject({ text: 'ID - ID' });
  });

  test('calls a track without names ID', async () => {
    air.record(publication({ track: track({ title: '', artist: '', bpm: 124 }) }), clock.monotonic());
    expect(await get()).toMatchObject({ text: 'ID - ID' });
  });

  test.each([
    [{ ago: '12' }, /a duration needs a unit/],
    [{ ago: '-5s' }, /is not a duration\. Write it like/],
    [{ format: 'x'.repeat(501) }, /"format" has more than 500 characters/],
  ])('refuses %j with a reason', async (query: Record<string, string>, reason) => {
    const { status, text } = await get(query);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ v: 1, done: false, reason: expect.stringMatching(reason) });
  });
});
