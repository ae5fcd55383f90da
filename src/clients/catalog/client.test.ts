import { describe, expect, it } from 'vitest';
import {
  CATALOG_KEY,
  CATALOG_SECRET,
  catalogStandIn,
  type StandInRelease,
} from '../../../test/support/services/catalog.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { Secret } from '../../core/option.ts';
import { CatalogClient } from './client.ts';

const RELEASES: StandInRelease[] = [
  {
    id: 1,
    artist: 'Daft Punk',
    title: 'Discovery',
    tracks: ['One More Time', 'Aerodynamic'],
    cover: 'orange',
  },
  { id: 2, artist: 'Daft Punk', title: 'One More Time', tracks: ['One More Time'] },
  { id: 3, artist: 'Daft Punk', title: 'Discovery', tracks: [], type: 'master', cover: 'red' },
];
const forever = new AbortController().signal;

async function setUp(options: { readonly key?: string; readonly callsPerMinute?: number } = {}) {
  const clock = sleeplessClock();
  const service = await catalogStandIn(clock, RELEASES, options.callsPerMinute);
  const credentials = { key: new Secret(options.key ?? CATALOG_KEY), secret: new Secret(CATALOG_SECRET) };
  const client = new CatalogClient(service.url, credentials, { fetch, clock, userAgent: 'deckcast/1.2.3' });
  return { service, client, clock, credentials };
}

describe('a search', () => {
  it('identifies us, returns rows, and takes the blank picture for none', async () => {
    const { service, client } = await setUp();
    const rows = await client.search(
      { artist: 'Daft Punk', track: 'One More Time', type: 'release' },
      forever,
    );
    expect(rows).toEqual([
      { id: 1, type: 'release', title: 'Daft Punk - Discovery', coverUrl: `${service.url}/images/orange` },
      { id: 2, type: 'release', title: 'Daft Punk - One More Time' },
    ]);
    expect(service.requests[0]?.headers).toMatchObject({
      'user-agent': 'deckcast/1.2.3',
      authorization: `Discogs key=${CATALOG_KEY}, secret=${CATALOG_SECRET}`,
    });
  });

  it('with wrong credentials is refused once, until they change', async () => {
    const { service, client, credentials } = await setUp({ key: 'wrong' });
    const search = () => client.search({ q: 'Discovery', type: 'release' }, forever);
    for (let times = 0; times < 2; times++) {
      await expect(search()).rejects.toMatchObject({ advice: 'stop' });
    }
    expect(service.requests).toHaveLength(1);
    credentials.key = new Secret(CATALOG_KEY);
    expect([client.settingsChanged(), client.settingsChanged()]).toEqual([true, false]);
    expect((await search()).length).toBeGreaterThan(0);
  });

  it('never exceeds the limit in the headers, and waits no longer', async () => {
    const { service, client, clock } = await setUp({ callsPerMinute: 5 });
    const startedAt = clock.monotonic();
    for (let calls = 0; calls < 12; calls++) {
      await client.search({ q: 'Daft Punk', type: 'release' }, forever);
    }
    expect(service.requests).toHaveLength(12);
    expect(clock.monotonic() - startedAt).toBeGreaterThan(120_000);
    expect(clock.monotonic() - startedAt).toBeLessThan(180_000);
  });

  it('waits a minute if too many calls are refused without a time', async () => {
    const { service, client, clock } = await setUp();
    service.faults.next('/database', {
      status: 429,
      json: { message: 'You are making requests too quickly.' },
    });
    const startedAt = clock.monotonic();
    expect(await client.search({ q: 'Daft Punk', type: 'release' }, forever)).toHaveLength(2);
    expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(60_000);
  });
});

it('reads the tracks of a release, even after one that is gone', async () => {
  const { client } = await setUp();
  const row = { id: 1, type: 'release', title: '' } as const;
  await expect(client.tracklist({ ...row, id: 99 }, forever)).rejects.toThrow('Discogs answered 404');
  expect(await client.tracklist(row, forever)).toEqual(['One More Time', 'Aerodynamic']);
});

it('fetches covers, and does not take a refused cover for refused credentials', async () => {
  const { service, client } = await setUp();
  service.faults.next('/images/', { status: 403, body: 'the address has expired' });
  const url = `${service.url}/images/orange`;
  await expect(client.image(url, 1_000_000, forever)).rejects.toMatchObject({ advice: 'drop' });
  expect((await client.image(url, 1_000_000, forever)).byteLength).toBeGreaterThan(1000);
});
