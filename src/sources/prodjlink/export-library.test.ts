import { PlayerFiles } from '@deckcast/prodjlink';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loopbackClock } from '../../../packages/prodjlink/src/testing/loopback-clock.ts';
import {
  type LinkExports,
  LinkFileServer,
} from '../../../packages/simulator/src/prodjlink/link-file-server.ts';
import { LIBRARY_PATH } from '../../../packages/simulator/src/prodjlink/link-medium.ts';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { mediumOf } from '../../../test/support/prodjlink-players.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { EXPORT_LIBRARY, ExportLibrary, type ExportLibraryOptions } from './export-library.ts';

const ART = '/PIONEER/Artwork/00001/a1.jpg';
const PICTURE = Uint8Array.of(1, 2, 3);
const PAGE = 4096;
/** First track id on a page. */
const FIRST_TRACK_ID = 0x28 + 0x48;
const stickWith = (title: string, picture: Uint8Array) =>
  mediumOf([{ id: 1, title, artworkPath: ART }], { [ART.slice(1)]: picture });
const STICK = stickWith('Slow Elevator', PICTURE);
const OTHER_STICK = stickWith('Another One', Uint8Array.of(4, 5, 6));

let exports: LinkExports;
let server: LinkFileServer;
let files: PlayerFiles;
let library: ExportLibrary;

beforeEach(async () => {
  exports = { '/C/': STICK.files };
  server = new LinkFileServer(exports);
  files = new PlayerFiles({
    address: '127.0.0.1',
    portmapPort: await server.open(),
    restMs: 0,
    answerMs: 20,
    attempts: 1,
    clock: loopbackClock,
  });
});

afterEach(async () => {
  library.close();
  await files.close();
  server.close();
});

function read(isOnlyWay: boolean, change: Partial<ExportLibraryOptions> = {}): void {
  library = new ExportLibrary({
    files,
    reader: 'export',
    formats: [EXPORT_LIBRARY],
    exported: '/C/',
    name: 'USB of player 1',
    waitMs: 0,
    isOnlyWay,
    // Waits between retries end at once.
    clock: sleeplessClock(),
    log: keptLog(),
    onStale: () => undefined,
    signal: new AbortController().signal,
    ...change,
  });
}

const copied = () =>
  waitFor('the copy', () => String(library.state).startsWith('its library has') || undefined);

const requested = (times: number) =>
  waitFor(`call ${times}`, () => server.calls.length >= times || undefined);

test('waits before it reads a medium that comes and goes', async () => {
  const clock = fakeClock();
  read(true, { waitMs: 2_000, clock });
  await clock.advance(1_999);
  expect(server.calls).toEqual([]);
  await clock.advance(1);
  await requested(1);
});

describe('track', () => {
  const COUNT = 600;
  const tracks = Array.from({ length: COUNT }, (_, index) => ({
    id: index + 1,
    title: `Tide ${index + 1}`,
    artist: `Artist ${index % 100}`,
    album: `Album ${index % 60}`,
  }));
  const put = (order: readonly (typeof tracks)[number][], damage?: (bytes: Buffer) => void): void => {
    const { files: written } = mediumOf(order);
    const bytes = Buffer.from(written[LIBRARY_PATH] ?? []);
    damage?.(bytes);
    exports['/C/'] = { [LIBRARY_PATH]: bytes };
  };

  test('finds a row with its references long before the copy ends', async () => {
    put(tracks);
    read(true);
    const found = await library.track(444);
    expect(library.state).toBe('its library is being read');
    expect(found?.row).toMatchObject({ title: 'Tide 444', artist: 'Artist 43', album: 'Album 23' });
    const early = server.calls.length;
    const several = await Promise.all([5, 599, 300].map((id) => library.track(id)));
    expect(several.map((track) => track?.row.title)).toEqual(['Tide 5', 'Tide 599', 'Tide 300']);
    await copied();
    expect(server.calls.length).toBeGreaterThan(4 * early);
  });

  test('finds rows on pages without any order', async () => {
    put([...tracks].reverse());
    read(true);
    expect((await library.track(444))?.row).toMatchObject({ title: 'Tide 444', artist: 'Artist 43' });
    expect(library.state).toBe('its library is being read');
    await copied();
    expect((await library.track(3))?.row.title).toBe('Tide 3');
    expect(await library.track(COUNT + 1)).toBeUndefined();
  });

  test('finds rows by the copy if the pages are misleading', async () => {
    put(tracks, (bytes) => {
      for (let page = 40 * PAGE; page < bytes.length; page += PAGE) {
        bytes.writeUInt32LE(0xffff_ffff, page + FIRST_TRACK_ID);
      }
    });
    read(true);
    expect((await library.track(444))?.row.title).toBe('Tide 444');
  });
});

test('reads the library of a player that was silent for a long time', async () => {
  server.faults.silent = true;
  read(true);
  await requested(8);
  server.faults.silent = false;
  expect((await library.track(1))?.row.title).toBe('Slow Elevator');
});

test('reads a picture up to four times if the player does not answer', async () => {
  read(true);
  const found = await library.track(1);
  const art = () => found?.art?.(new AbortController().signal);
  await copied();
  server.faults.lose = 3;
  expect(await art()).toEqual(Buffer.from(PICTURE));
  server.faults.silent = true;
  const before = server.calls.length;
  await expect(art()).rejects.toThrow('no answer');
  expect(server.calls.slice(before)).toHaveLength(4);
});

test('rejects a picture after the stick was replaced, also after lost packets', async () => {
  const onStale = vi.fn();
  read(true, { onStale });
  const found = await library.track(1);
  await copied();
  exports['/C/'] = OTHER_STICK.files;
  server.reinsert();
  server.faults.lose = 1;
  await expect(found?.art?.(new AbortController().signal)).rejects.toMatchObject({ code: 'stale' });
  expect(onStale).toHaveBeenCalledOnce();
});

test.each([
  ['answers nothing, after four attempts, if its database can be queried', 'silent', 'port', 4],
  ['refuses reads, after one attempt', 'refuse', 'mount', 1],
] as const)('gives up on a player that %s', async (_, fault, call, times) => {
  server.faults[fault] = true;
  read(fault === 'refuse');
  expect(await library.track(1)).toBeUndefined();
  expect(server.calls.filter((kind) => kind === call)).toHaveLength(times);
});

test('tries four times to find a library, because the player may still be mounting the medium', async () => {
  exports['/C/'] = {};
  read(true);
  expect(await library.track(1)).toBeUndefined();
  expect(server.calls.filter((call) => call === 'mount').length).toBeLessThanOrEqual(4);
  expect(library.state).toBe('it has no rekordbox library');
});

describe('damaged library', () => {
  const COUNT = 200;
  const tracks = Array.from({ length: COUNT }, (_, index) => ({ id: index + 1, title: `Tide ${index + 1}` }));
  const { files: written } = mediumOf(tracks);
  const bytes = Buffer.from(written[LIBRARY_PATH] ?? []);
  /** Empty pages of all tables come first. */
  const damagedAt = Array.from({ length: bytes.length / PAGE }, (_, page) => page * PAGE).find(
    (at) => at > 40 * PAGE && bytes.readUInt32LE(at + 8) === 0 && bytes.readUInt32LE(at + 4) > 0,
  );

  test.each<readonly [string, (copy: Buffer, at: number) => void]>([
    ['a page is overwritten', (copy, at) => copy.fill(0xff, at, at + PAGE)],
    [
      'the stick has a defect',
      (_copy, at) => {
        server.faults.defectAt = at + 100;
      },
    ],
  ])('returns the other tracks and is reported once if %s', async (_, damage) => {
    const copy = Buffer.from(bytes);
    damage(copy, damagedAt ?? 0);
    exports['/C/'] = { [LIBRARY_PATH]: copy };
    const log = keptLog();
    read(true, { log });
    expect((await library.track(1))?.row.title).toBe('Tide 1');
    expect((await library.track(COUNT))?.row.title).toBe(`Tide ${COUNT}`);
    await waitFor('the report', () => library.problem);
    expect(library.problem).toMatchObject({
      medium: 'USB of player 1',
      isPartial: true,
      finding: expect.stringMatching(/^its library is damaged: 1\d\d tracks can be read/),
    });
    expect(library.state).toBe(library.problem?.finding);
    const missing = await Promise.all(tracks.map(({ id }) => library.track(id)));
    const count = missing.filter((track) => track === undefined).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(40);
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
