import sharp from 'sharp';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type KeptLog, keptLog } from '../../../test/support/log.ts';
import {
  CATALOG_KEY,
  CATALOG_SECRET,
  type CatalogStandIn,
  catalogStandIn,
} from '../../../test/support/services/catalog.ts';
import { outOfOrder, tooMany } from '../../../test/support/services/faults.ts';
import {
  coverOf,
  STREAMING_ID,
  STREAMING_SECRET,
  type StreamingStandIn,
  streamingStandIn,
} from '../../../test/support/services/streaming.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { track } from '../../../test/support/tracks.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Enrichment } from '../../core/contracts/enricher.ts';
import { Secret } from '../../core/option.ts';
import type { NativeArt, ShownTrack } from '../../core/track.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { enrichPart, licensedWishes, type RunningEnricher } from './index.ts';
import { type EnrichSettings, enrichOptions } from './options.ts';

const TRACK = track({
  artist: 'Daft Punk',
  title: 'One More Time',
  album: 'Discovery',
  durationMs: 320_000,
});
const SEARCH = '/v1/search';
const CODE = '/uri/';

let streaming: StreamingStandIn;
let catalog: CatalogStandIn;
let log: KeptLog;

beforeEach(async () => {
  log = keptLog();
  streaming = await streamingStandIn([
    {
      id: 'one',
      title: 'One More Time',
      artists: ['Daft Punk'],
      album: 'Discovery',
      durationMs: 320_000,
      cover: 'lime',
    },
    { id: 'lookalike', title: 'One More Time', artists: ['Scooter'], durationMs: 320_000, cover: 'black' },
  ]);
  catalog = await catalogStandIn(sleeplessClock(), [
    { id: 7, artist: 'Daft Punk', title: 'One More Time', tracks: ['One More Time'], cover: 'blue' },
    { id: 8, artist: 'Daft Punk', title: 'Musique', tracks: ['Musique', 'Revolution 909'], cover: 'white' },
  ]);
});

/** Configured and licensed by default. */
async function enricherWith(
  change: Partial<EnrichSettings> = {},
  facts = { licensed: true },
): Promise<RunningEnricher> {
  const enricher = await enrichPart.create(
    settings(change),
    {
      log,
      clock: sleeplessClock(),
      fetch,
      userAgent: 'deckcast/1.2.3',
      disk: nodeDisk,
    },
    facts,
  );
  const stop = new AbortController();
  const ended = enricher.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return enricher;
}

function settings(change: Partial<EnrichSettings> = {}): EnrichSettings {
  return {
    'art.precedence': enrichOptions['art.precedence'].default,
    'placeholder.art.internal': '',
    'art.cache.entries': 100,
    'art.cache.bytes': 10_000_000,
    'catalog.key': new Secret(CATALOG_KEY),
    'catalog.secret': new Secret(CATALOG_SECRET),
    'catalog.url': catalog.url,
    'streaming.id': new Secret(STREAMING_ID),
    'streaming.secret': new Secret(STREAMING_SECRET),
    'streaming.market': 'us',
    'streaming.barcolor': 'black',
    'streaming.bgcolor': 'ffffff',
    'streaming.width': 300,
    'streaming.timeout': 4,
    'streaming.api_url': streaming.url,
    'streaming.auth_url': streaming.url,
    'streaming.code_url': streaming.url,
    ...change,
  };
}

function native(color: string): NativeArt {
  return () => coverOf(color);
}

async function enrich(
  enricher: RunningEnricher,
  wanted: ShownTrack,
  nativeArt?: NativeArt,
): Promise<Enrichment> {
  return enricher.enrich(wanted, nativeArt, new AbortController().signal);
}

/** Color names. */
async function coverFound(...sought: Parameters<typeof enrich>): Promise<string | undefined> {
  return colorOf(await enrich(...sought));
}

async function colorOf({ art }: Enrichment): Promise<string | undefined> {
  if (art === undefined) {
    return undefined;
  }
  const pixel = await sharp(art.png).resize(1, 1).removeAlpha().raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = [...pixel].map((value) => (value > 127 ? 1 : 0));
  return ['black', 'blue', 'lime', 'cyan', 'red', 'magenta', 'yellow', 'white'][red * 4 + green * 2 + blue];
}

describe('art', () => {
  it('comes from the first provider that has some, with recording code and streaming code', async () => {
    const enricher = await enricherWith();
    const nativeArt = native('red');
    const whole = await enrich(enricher, TRACK, nativeArt);
    expect(await colorOf(whole)).toBe('red');
    expect(whole.isrc).toBe('ZZ0000000000');
    expect(await sharp(whole.code?.png).metadata()).toMatchObject({ format: 'png', width: 256, height: 64 });
    expect(streaming.count('/uri/plain/png/ffffff/black/300/spotify:track:one')).toBe(1);
    // Cached pictures come synchronously.
    let again: Enrichment | undefined;
    enrich(enricher, TRACK, nativeArt).then((known) => {
      again = known;
    });
    await Promise.resolve();
    expect(again).toEqual(whole);
    expect(await coverFound(enricher, TRACK)).toBe('lime');
    expect(await coverFound(enricher, TRACK, async () => undefined)).toBe('lime');
    expect(log.at('warn')).toEqual([]);
    const broken: NativeArt = async () => Buffer.from('no image');
    expect(await coverFound(enricher, TRACK, broken)).toBe('lime');
    expect(log.at('warn')).toEqual(['art service failed']);
  });

  it('follows --art.precedence', async () => {
    const catalogFirst = await enricherWith({ 'art.precedence': ['catalog', 'native'] });
    expect(await coverFound(catalogFirst, TRACK, native('red'))).toBe('blue');
  });

  it('skips services that are not configured and falls back to the placeholder', async () => {
    const enricher = await enricherWith({
      'placeholder.art.internal': 'note',
      'streaming.id': new Secret(''),
      'streaming.secret': new Secret(''),
    });
    expect(await coverFound(enricher, TRACK)).toBe('blue');
    const { art } = await enrich(enricher, { ...TRACK, artist: 'Nobody' });
    expect(await sharp(art?.png).metadata()).toMatchObject({ width: 256, height: 256 });
    expect(streaming.requests).toEqual([]);
    expect(log.lines).toEqual([]);
  });

  it('comes from a release by the artist that contains the track', async () => {
    const enricher = await enricherWith({ 'art.precedence': ['streaming', 'catalog'] });
    expect(await enrich(enricher, { ...TRACK, artist: 'Beyoncé' })).toEqual({});
    expect(await coverFound(enricher, { ...TRACK, title: 'Revolution 909', album: '' })).toBe('white');
    expect(catalog.count('/releases/8')).toBe(1);
    expect(await enrich(enricher, { ...TRACK, title: 'Musique (Live)', album: '' })).toEqual({});
  });
});

it('a track goes out without a streaming code that is late', async () => {
  streaming.faults.next(CODE, 'hang', 'hang', 'hang', 'hang', 'hang', 'hang');
  const enricher = await enricherWith();
  enricher.prefetch(TRACK);
  const inTime = () => enricher.enrich(TRACK, undefined, AbortSignal.abort());
  await waitFor('the art', async () => (await inTime()).art);
  expect(Object.keys(await inTime())).toEqual(['art', 'isrc']);
});

describe('time', () => {
  it('is not spent if no service is configured', async () => {
    const none = new Secret('');
    const enricher = await enricherWith({
      'streaming.id': none,
      'streaming.secret': none,
      'catalog.key': none,
      'catalog.secret': none,
      'placeholder.art.internal': 'pixel',
    });
    let art: Enrichment['art'];
    enrich(enricher, TRACK).then((enrichment) => {
      art = enrichment.art;
    });
    await Promise.resolve();
    expect(art?.png.byteLength).toBe(68);
  });

  it('ends when the signal fires; the best art that arrived is used', async () => {
    const enricher = await enricherWith();
    const slow: NativeArt = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const enough = new AbortController();
    const enrichment = enricher.enrich(TRACK, slow, enough.signal);
    const inTime = () => enricher.enrich(TRACK, slow, AbortSignal.abort());
    await waitFor('the second choice', async () =>
      (await colorOf(await inTime())) === 'lime' ? true : undefined,
    );
    enough.abort();
    expect(await colorOf(await enrichment)).toBe('lime');
  });
});

describe('prefetching', () => {
  it('costs one lookup per service, and none when the track is featured', async () => {
    const enricher = await enricherWith({ 'art.precedence': ['native', 'streaming', 'catalog'] });
    let fetched = 0;
    const nativeArt: NativeArt = async () => {
      fetched += 1;
      return coverOf('red');
    };
    enricher.prefetch(TRACK, nativeArt);
    enricher.prefetch(TRACK, nativeArt);
    await enrich(enricher, TRACK, nativeArt);
    await streaming.waitForRequests(4);
    await catalog.waitForRequests(2);
    await enrich(enricher, TRACK, nativeArt);
    expect(fetched).toBe(1);
    expect(streaming.requests.map(({ path }) => path.split('?')[0])).toEqual(
      expect.arrayContaining(['/api/token', '/v1/search', '/image/300/lime']),
    );
    expect([streaming.count(SEARCH), streaming.count('/image'), streaming.count(CODE)]).toEqual([1, 1, 1]);
    expect(catalog.requests).toHaveLength(2);
  });

  it('reports a failure once and retries at the next lookup', async () => {
    streaming.faults.next(SEARCH, outOfOrder(), outOfOrder(), outOfOrder());
    const enricher = await enricherWith({ 'art.precedence': ['streaming'] });
    enricher.prefetch(TRACK);
    expect(await enrich(enricher, TRACK)).toEqual({});
    const reason = 'Spotify answered 503';
    expect(log.lines).toMatchObject([{ level: 'warn', fields: { service: 'streaming', reason } }]);
    const failed = { name: 'streaming', answered: 0, lastError: reason, lastErrorAt: expect.any(Number) };
    expect(enricher.health()).toEqual([failed]);
    expect(await coverFound(enricher, TRACK)).toBe('lime');
    expect(log.at('info')).toEqual(['art service works again']);
    expect(enricher.health()[0]).toEqual({ ...failed, answered: 1, lastSuccessAt: expect.any(Number) });
  });

  it('keeps track names out of log and health', async () => {
    streaming.faults.next(SEARCH, tooMany(7200));
    catalog.faults.next('/database', { body: 'no JSON' });
    const enricher = await enricherWith();
    const unreadable = Object.assign(new Error("EACCES: open '/music/Daft Punk/cover.jpg'"), {
      code: 'EACCES',
    });
    await enrich(enricher, TRACK, () => Promise.reject(unreadable));
    expect(log.lines.length).toBeGreaterThanOrEqual(3);
    expect(enricher.health()).toContainEqual(
      expect.objectContaining({ name: 'native', lastError: 'the cover cannot be read (EACCES)' }),
    );
    expect(JSON.stringify([log.lines, enricher.health()])).not.toMatch(/Daft|One More|Discovery/);
  });
});

it('without a license, streaming service and catalog are off and native art stays', async () => {
  const enricher = await enricherWith({}, { licensed: false });
  expect(await enrich(enricher, TRACK)).toEqual({});
  expect(await coverFound(enricher, TRACK, native('red'))).toBe('red');
  expect([...streaming.requests, ...catalog.requests]).toEqual([]);
  expect(licensedWishes(settings())).toEqual(['streaming metadata', 'catalog art']);
});

describe('the settings', () => {
  it.each([
    ['catalog.key', 'catalog.secret'],
    ['catalog.secret', 'catalog.key'],
    ['streaming.id', 'streaming.secret'],
    ['streaming.secret', 'streaming.id'],
  ] as const)('with --%s alone name the missing --%s', (given, missing) => {
    const none = new Secret('');
    expect(enrichPart.check(settings())).toEqual([]);
    const alone = settings({ [missing]: none });
    expect(enrichPart.check(alone)).toEqual([
      { where: `--${missing}`, what: `this is needed too, because --${given} is set` },
    ]);
  });

  it.each(['catalog.key', 'catalog.secret'] as const)('refuse a --%s that no header takes', (name) => {
    const broken = settings({ [name]: new Secret('two\nlines') });
    expect(enrichPart.check(broken)).toEqual([
      { where: `--${name}`, what: 'use only plain letters, digits and symbols here, no spaces' },
    ]);
  });
});
