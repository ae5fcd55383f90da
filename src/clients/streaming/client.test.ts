import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { outOfOrder, tooMany } from '../../../test/support/services/faults.ts';
import {
  STREAMING_ID,
  STREAMING_SECRET,
  type StandInTrack,
  streamingStandIn,
} from '../../../test/support/services/streaming.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { StreamingClient } from './client.ts';

const ONE = { id: 'one', title: 'One More Time', artists: ['Daft Punk'], durationMs: 320_000 };
const TRACKS: StandInTrack[] = [
  { ...ONE, album: 'Discovery', cover: 'orange' },
  { id: 'two', title: 'Aerodynamic', artists: ['Daft Punk'], durationMs: 212_000 },
];
const LOOK = { background: '0099cc', bar: 'white', width: 640, timeLimitMs: 4000 } as const;
const forever = new AbortController().signal;

async function setUp(
  options: { readonly secret?: string; readonly path?: string; readonly clock?: Clock } = {},
) {
  const service = await streamingStandIn(TRACKS);
  const { clock = sleeplessClock() } = options;
  const requestTimes: number[] = [];
  const base = `${service.url}${options.path ?? ''}`;
  const credentials = {
    id: new Secret(STREAMING_ID),
    secret: new Secret(options.secret ?? STREAMING_SECRET),
  };
  const client = new StreamingClient({ apiUrl: base, authUrl: base, codeUrl: base }, 'US', credentials, {
    fetch: (url, init) => {
      requestTimes.push(clock.monotonic());
      return fetch(url, init);
    },
    clock,
    userAgent: 'deckcast/1.2.3',
  });
  return { credentials, service, client, requestTimes };
}

describe('a search', () => {
  it('returns tracks with their smallest cover that need not be enlarged', async () => {
    const { service, client } = await setUp();
    expect(await client.search('track:"One More Time" artist:"Daft Punk"', forever)).toEqual([
      {
        uri: 'spotify:track:one',
        title: 'One More Time',
        artists: ['Daft Punk'],
        album: 'Discovery',
        compilation: false,
        durationMs: 320_000,
        isrc: 'ZZ0000000000',
        imageUrl: `${service.url}/image/300/orange`,
      },
    ]);
    expect((await client.search('Aerodynamic', forever))[0]).not.toHaveProperty('imageUrl');
    expect(await client.search('Veridis Quo', forever)).toEqual([]);
  });

  it('signs in once for concurrent calls', async () => {
    const { service, client } = await setUp();
    await Promise.all(['One', 'Aerodynamic', 'More'].map((query) => client.search(query, forever)));
    await client.search('Time', forever);
    expect(service.count('/api/token')).toBe(1);
  });

  it('signs in again before the token ends', async () => {
    const { service, client } = await setUp();
    service.faults.next('/api/token', {
      json: { access_token: 'short', token_type: 'Bearer', expires_in: 60 },
    });
    service.faults.next('/v1/search', { json: { tracks: { items: [] } } });
    await client.search('One', forever);
    await client.search('One', forever);
    expect(service.count('/api/token')).toBe(2);
  });

  it('renews a rejected token once, and pauses if the new one is refused, too', async () => {
    const { service, client } = await setUp();
    await client.search('One', forever);
    service.revokeTokens();
    expect(await client.search('One', forever)).toHaveLength(1);
    expect(service.count('/api/token')).toBe(2);
    service.faults.next('/v1/search', { status: 401 }, { status: 401 });
    await expect(client.search('One', forever)).rejects.toMatchObject({ advice: 'stop' });
    const before = service.requests.length;
    await expect(client.search('One', forever)).rejects.toThrow('Spotify answered 401');
    expect(service.requests.length).toBe(before);
  });

  it('with a wrong secret is refused once, until the secret changes', async () => {
    const { service, client, credentials } = await setUp({ secret: 'wrong' });
    for (let times = 0; times < 2; times++) {
      await expect(client.search('One', forever)).rejects.toMatchObject({
        message: "Spotify's account service rejected the client id or secret",
        advice: 'stop',
      });
    }
    expect(service.requests).toHaveLength(1);
    credentials.secret = new Secret(STREAMING_SECRET);
    expect([client.settingsChanged(), client.settingsChanged()]).toEqual([true, false]);
    expect(await client.search('One', forever)).toHaveLength(1);
  });

  it('makes all calls wait as long as a 429 says', async () => {
    const clock = fakeClock();
    let sleeps = 0;
    const sleep: Clock['sleep'] = (ms, signal) => {
      sleeps += 1;
      return clock.sleep(ms, signal);
    };
    const { service, client, requestTimes } = await setUp({ clock: { ...clock, sleep } });
    await client.search('One', forever);
    service.faults.next('/v1/search', tooMany(20));
    const paused = client.search('One', forever);
    // The answer has arrived once the client waits to try again.
    await waitFor('the refusal', () => (sleeps > 0 ? true : undefined));
    const other = client.search('Time', forever);
    await clock.advance(19_999);
    expect(requestTimes).toHaveLength(3);
    await clock.advance(1);
    expect(await Promise.all([paused, other])).toMatchObject([[{}], [{}]]);
    expect(requestTimes).toHaveLength(5);
  });

  it('fails at once while a 429 asks for hours', async () => {
    const { service, client } = await setUp();
    service.faults.next('/v1/search', tooMany(7200));
    const failure = client.search('One', forever);
    await expect(failure).rejects.toMatchObject({ advice: 'retry' });
    await expect(failure).rejects.toHaveProperty(
      'retryAfterMs',
      expect.toSatisfy((ms) => ms > 7_000_000),
    );
    await expect(client.search('One', forever)).rejects.toThrow('Spotify answered 429');
    expect(service.count('/v1/search')).toBe(1);
  });

  it('is tried three times if the service is out of order', async () => {
    const { service, client } = await setUp();
    service.faults.next('/v1/search', outOfOrder(502), 'reset');
    expect(await client.search('One', forever)).toHaveLength(1);
    service.faults.next('/v1/search', outOfOrder(), outOfOrder(), outOfOrder());
    await expect(client.search('One', forever)).rejects.toMatchObject({ advice: 'retry' });
    expect(service.count('/v1/search')).toBe(6);
  });

  it('times out after ten seconds without an answer, or without its end', async () => {
    const clock = fakeClock();
    const { service, client } = await setUp({ clock: { ...clock, sleep: () => Promise.resolve() } });
    await client.search('One', forever);
    service.faults.next('/v1/search', 'hang', { json: {}, endless: true }, 'hang');
    const search = client.search('One', forever);
    const refused = expect(search).rejects.toThrow('Spotify did not answer within 10 s');
    for (const tries of [1, 2, 3]) {
      await waitFor(`try ${tries}`, () => (service.count('/v1/search') > tries ? true : undefined));
      await clock.advance(9_999);
      expect(clock.waiting).toBe(1);
      await clock.advance(1);
    }
    await refused;
  });

  it.each([
    ['too large', { body: `"${'x'.repeat(3_000_000)}"` }, 'more than 2097152 bytes'],
    ['not JSON', { headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }, 'not JSON'],
    ['of another form', { json: { tracks: null } }, 'another form: tracks'],
  ])('refuses an answer that is %s, and takes the next one', async (_, answer, message) => {
    const { service, client } = await setUp();
    service.faults.next('/v1/search', answer);
    await expect(client.search('One', forever)).rejects.toMatchObject({
      advice: 'drop',
      message: expect.stringContaining(message),
    });
    expect(await client.search('One', forever)).toHaveLength(1);
  });

  it('leaves out tracks that it cannot parse', async () => {
    const { service, client } = await setUp();
    service.faults.next('/v1/search', { json: { tracks: { items: [null, { uri: 'spotify:local:x' }, 7] } } });
    expect(await client.search('One', forever)).toEqual([]);
  });

  it('works behind a gateway with a path', async () => {
    const { service, client } = await setUp({ path: '/gateway/' });
    service.faults.next('/gateway/api/token', { json: { access_token: 't', expires_in: 3600 } });
    service.faults.next('/gateway/v1/search?', { json: { tracks: { items: [] } } });
    expect(await client.search('One', forever)).toEqual([]);
  });
});

describe('a code image', () => {
  it('is requested with its look, and fetched from the address of a redirection', async () => {
    const { service, client } = await setUp();
    const elsewhere = `${service.url}/uri/plain/png/000000/white/256/spotify:track:one`;
    service.faults.next('/uri/', { status: 302, headers: { location: elsewhere } });
    const bytes = await client.code('spotify:track:one', LOOK, forever);
    expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe('PNG');
    expect(service.requests.map(({ path }) => path)).toContain(
      '/uri/plain/png/0099cc/white/640/spotify:track:one',
    );
  });

  it.each([
    ["isn't a PNG", { headers: { 'content-type': 'image/png' }, body: '<html>' }],
    ['is refused, whatever the credentials,', { status: 403, body: '' }],
  ])('that %s is dropped', async (_, answer) => {
    const { service, client } = await setUp();
    service.faults.next('/uri/', answer);
    await expect(client.code('spotify:track:one', LOOK, forever)).rejects.toMatchObject({ advice: 'drop' });
  });
});

describe('a cover', () => {
  it('if refused, does not count as a refusal of the credentials', async () => {
    const { service, client } = await setUp();
    service.faults.next('/image/', { status: 403, body: '' });
    const refused = client.image(`${service.url}/image/300/orange`, 1_000_000, forever);
    await expect(refused).rejects.toMatchObject({ advice: 'drop' });
  });

  it('is fetched within its limits', async () => {
    const { service, client } = await setUp();
    const url = `${service.url}/image/300/orange`;
    expect((await client.image(url, 1_000_000, forever)).byteLength).toBeGreaterThan(1000);
    await expect(client.image(url, 1000, forever)).rejects.toThrow('more than 1000 bytes');
    service.faults.next('/image/', { body: Buffer.alloc(2000), endless: true });
    await expect(client.image(url, 1000, forever)).rejects.toThrow('more than 1000 bytes');
  });
});
