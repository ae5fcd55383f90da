import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { flacFile } from '../../../../test/support/audio-files.ts';
import {
  type EngineRow,
  type EngineSchema,
  writeEngineDatabase,
} from '../../../../test/support/engine-database.ts';
import { testFolder } from '../../../../test/support/folder.ts';
import { amount } from '../../../../test/support/full-length.ts';
import { boothSet, type HwDeviceBooth, openBooth, setTrack } from '../../../../test/support/hwdevice.ts';
import { PATIENCE_MS, waitFor } from '../../../../test/support/wait.ts';
import { say } from '../../../core/message.ts';
import type { Disk } from '../../../core/tools.ts';
import type { NativeArt } from '../../../core/track.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';

const STICK = 'STICK (USB 1)';
const LIBRARY = `/${STICK}/Engine Library/Database2/m.db`;

/** Needs distinct bytes only, because the tests never draw it. */
function picture(name: string): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(name), Buffer.alloc(3000)]);
}

const ROWS: EngineRow[] = [
  {
    path: 'Music/Moby/Porcelain.mp3',
    title: 'Porcelain',
    artist: 'Moby',
    album: 'Play',
    genre: 'Downtempo',
    seconds: 241,
    art: picture('porcelain'),
  },
  { path: 'Music/Moby/Honey.mp3', title: 'Honey', artist: 'Moby', seconds: 208 },
  { uri: 'streaming://TIDAL/77', title: 'Glue', artist: 'Bicep', art: picture('glue') },
];

/** Large enough for several parts of a copy. */
const MANY = amount({ short: 3_000, full: 20_000 });

function* many(): Generator<EngineRow> {
  for (let index = 0; index < MANY; index++) {
    yield {
      path: `Music/${index}.mp3`,
      title: `Track ${index}`,
      artist: `Artist ${index % 900}`,
      seconds: 200,
    };
  }
  yield* ROWS;
}

const TRACKS = [
  setTrack('porcelain', {
    title: '',
    artist: '',
    genre: '',
    path: `${STICK}/Engine Library/Music/Moby/Porcelain.mp3`,
  }),
  setTrack('honey', { path: `${STICK}/Engine Library/Music/Moby/Honey.mp3` }),
  setTrack('beside', { path: `${STICK}/Contents/beside.flac` }),
  setTrack('glue', { path: 'PRIME (Unknown)/streaming://TIDAL/77' }),
  setTrack('unlabeled', { genre: '', path: `${STICK}/Engine Library/Music/Unlabeled.mp3` }),
  setTrack('new', { path: `${STICK}/Engine Library/Music/New.mp3` }),
];

let written: string;
let library: string;
let large: string;
/** In memory, because reading the files piece by piece would dominate the test time. */
let held: Readonly<Record<string, Uint8Array>>;
let folder: string;
let database: string;
let booth: HwDeviceBooth;

beforeAll(async () => {
  written = await mkdtemp(join(tmpdir(), 'deckcast-libraries-'));
  library = write(ROWS, '3.0.2', join(written, 'm.db'));
  large = write(many(), '3.0.2', join(written, 'large.db'));
  held = { [library]: await readFile(library), [large]: await readFile(large) };
});

afterAll(() => rm(written, { recursive: true, force: true }));

beforeEach(async () => {
  folder = join(await testFolder(), 'copies');
  database = join(await testFolder(), 'm.db');
});

afterEach(async () => {
  await booth.close();
});

function write(rows: Iterable<EngineRow>, schema: EngineSchema = '3.0.2', path = database): string {
  writeEngineDatabase(path, schema, rows);
  return path;
}

async function connect(
  options: {
    readonly library?: string;
    readonly keep?: boolean;
    /** Small values slow the device down. */
    readonly chunkSize?: number;
    readonly disk?: Disk;
  } = {},
) {
  const { library: served, keep = true, chunkSize, disk } = options;
  const files = [
    ...(served === undefined ? [] : [{ path: LIBRARY, content: held[served] ?? { disk: served } }]),
    {
      path: `/${STICK}/Contents/beside.flac`,
      content: flacFile({ title: 'Beside', artist: 'B', album: 'B', genre: 'B', cover: picture('beside') }),
    },
  ];
  booth = await openBooth(
    boothSet([{ id: 'prime', software: 'JC11', files, ...(chunkSize && { chunkSize }) }], ...TRACKS),
    {
      'hwdevice.library': keep ? folder : '',
    },
    disk,
  );
  return booth.simulated;
}

function simulated() {
  const device = booth.simulated.simulation.device('prime');
  if (device === undefined) {
    throw new Error('the set has no such device');
  }
  return device;
}

async function load(track: string) {
  const before = booth.notes.loaded.length;
  await booth.simulated.simulation.perform({ do: 'load', deck: { device: 'prime', deck: 1 }, track });
  await waitFor(`${track} to be loaded`, () => booth.notes.loaded[before]);
  return { track: booth.notes.loaded[before], art: booth.notes.loadedArt[before] };
}

async function pictureOf(track: string): Promise<string | undefined> {
  return nameOf((await load(track)).art);
}

async function nameOf(art: NativeArt | undefined): Promise<string | undefined> {
  const bytes = await art?.(soon());
  return bytes === undefined
    ? undefined
    : Buffer.from(bytes.subarray(8)).toString('latin1').replace(/\0+$/, '');
}

/** Blocks once a copy has this many bytes. `offsets` collects where writes begin. */
function heldAt(bytes: number) {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isThere = false;
  const offsets: number[] = [];
  const disk: Disk = {
    ...nodeDisk,
    async writeAt(path, at, content, options) {
      offsets.push(at);
      await nodeDisk.writeAt(path, at, content, options);
      if (at + content.length >= bytes) {
        isThere = true;
        await held;
      }
    },
  };
  return {
    disk,
    offsets,
    release: () => release(),
    reached: () => waitFor('the copy', () => isThere || undefined),
  };
}

function soon(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}

function stateOf(medium = STICK): string | undefined {
  const wanted = say('hwdevice.library-of-medium', { medium });
  const found = booth.source.health().details?.find(({ name }) => isDeepStrictEqual(name, wanted));
  return found && String(found.state);
}

function ready(): Promise<true> {
  return waitFor(
    'the library',
    () => (stateOf() === 'ready' ? true : undefined),
    () => `it is ${stateOf()}`,
  );
}

it("completes names and art from the library of a stick, prefers the deck's own names, and drops all with the medium", async () => {
  await connect({ library });
  // The picture request waits for the library.
  expect(await pictureOf('porcelain')).toBe('porcelain');
  await ready();
  const { track, art } = await load('porcelain');
  expect(track).toMatchObject({
    title: 'Porcelain',
    artist: 'Moby',
    album: 'Play',
    genre: 'Downtempo',
    filename: 'Porcelain.mp3',
  });
  expect(Buffer.from((await art?.(soon())) ?? [])).toEqual(picture('porcelain'));
  const other = await load('honey');
  expect(other.track).toMatchObject({ title: 'honey', artist: "honey's artist", durationMs: 300_000 });
  // Neither the library nor the file has a picture.
  expect(await nameOf(other.art)).toBeUndefined();
  // A streamed track with a row in the stick's library.
  expect(await pictureOf('glue')).toBe('glue');
  // The art function is the same for each load.
  expect((await load('porcelain')).art).toBe(art);
  await booth.simulated.simulation.perform({ do: 'eject', device: 'prime' });
  await waitFor('the medium to be gone', () => (stateOf() === undefined ? true : undefined));
  expect((await load('porcelain')).track).toMatchObject({ title: '' });
});

describe('a track without a library', () => {
  it('has the art of its audio file while the device is connected', async () => {
    await connect();
    expect(await pictureOf('honey')).toBeUndefined();
    const { art } = await load('beside');
    expect(await nameOf(art)).toBe('beside');
    await booth.simulated.simulation.perform({ do: 'leave', device: 'prime' });
    await waitFor('the device to be gone', () => (stateOf() === undefined ? true : undefined));
    await expect(art?.(soon())).rejects.toThrow('not connected');
  });

  it('has art of its audio file also if copies are turned off', async () => {
    await connect({ library, keep: false });
    expect(await pictureOf('beside')).toBe('beside');
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  });
});

describe('a copy of a library', () => {
  it('is reused by the next run, and copied again once it is damaged', async () => {
    await connect({ library });
    await ready();
    await booth.close();
    await connect({ library });
    await ready();
    expect(booth.log.at('info').filter((message) => message.startsWith('copying'))).toEqual([]);
    expect(await pictureOf('porcelain')).toBe('porcelain');
    await booth.close();

    const [name = ''] = await readdir(folder);
    const copy = await readFile(join(folder, name));
    await writeFile(join(folder, name), copy.fill(0x5a, 4096));
    await connect({ library });
    const { art } = await load('porcelain');
    await waitFor('the picture', async () => ((await nameOf(art)) === 'porcelain' ? true : undefined));
    expect(booth.log.at('warn')).toContain('medium library copy damaged; copying again');
  });

  it('is replaced when the device changes its library, which completes the track on air', async () => {
    const { simulation } = await connect({ library });
    await ready();
    const deck = { device: 'prime', deck: 1 };
    const before = await load('new');
    expect(await nameOf(before.art)).toBeUndefined();
    const { art } = await load('unlabeled');
    await simulation.perform({ do: 'fader', deck, level: 1, over: 0 });
    await simulation.perform({ do: 'play', deck });
    await booth.notes.announces(1);
    expect(booth.notes.transitions).toMatchObject([{ track: { title: 'unlabeled', genre: '' } }]);

    const row = { path: 'Music/Unlabeled.mp3', genre: 'Promo', title: 'X', artist: 'X', art: picture('x') };
    const added = { path: 'Music/New.mp3', title: 'New', artist: 'N', art: picture('new') };
    const newer = write([...ROWS, row, added], '3.0.2', `${database}.new`);
    simulated().medium.put({ path: LIBRARY, content: { disk: newer } });
    await simulation.perform({ do: 'changed', device: 'prime' });
    // An art request triggers a check of the library.
    const learned = await waitFor(
      'the genre',
      async () => {
        await nameOf(art);
        return booth.notes.learned.find(({ track }) => track.genre !== '');
      },
      () => JSON.stringify([stateOf(), booth.notes.learned, booth.log.lines], undefined, 1),
    );
    expect(learned).toMatchObject({
      playId: booth.notes.transitions[0]?.playId,
      track: { title: 'unlabeled', genre: 'Promo' },
    });
    expect(await nameOf(before.art)).toBe('new');
    expect(await readdir(folder)).toHaveLength(1);
  });
});

it('serves art from files and honors aborts while the disk for copies hangs', async () => {
  const disk: Disk = { ...nodeDisk, writeAt: () => new Promise(() => undefined) };
  await connect({ library, disk });
  await waitFor('the copy to begin', () => (stateOf()?.startsWith('fetching') ? true : undefined));
  expect(await pictureOf('beside')).toBe('beside');
  const { art } = await load('glue');
  await expect(art?.(AbortSignal.abort())).rejects.toThrow('aborted');
});

describe('a large library', () => {
  it('does not delay the art of a file', async () => {
    const percent = () => Number(/(\d+) %/.exec(stateOf() ?? '')?.[1] ?? 0);
    await connect({ library: large, chunkSize: 64 });
    const { art } = await load('beside');
    const before = percent();
    expect(await nameOf(art)).toBe('beside');
    expect(stateOf()).not.toBe('ready');
    // The part in progress may finish, a sixth of the library; no other part starts.
    expect(percent() - before).toBeLessThan(40);
  });

  it('resumes copying after a lost connection', async () => {
    const half = (await stat(large)).size / 2;
    const { disk, offsets, release, reached } = heldAt(half);
    await connect({ library: large, disk });
    await reached();
    await booth.simulated.simulation.perform({ do: 'drop' });
    await waitFor('the loss', () => booth.log.at('warn').includes('device lost; reconnecting') || undefined);
    const before = offsets.length;
    release();
    await ready();
    expect(Math.min(...offsets.slice(before))).toBeGreaterThanOrEqual(half);
    expect(await pictureOf('porcelain')).toBe('porcelain');
  });

  it('is copied again if the device writes to it during the copy', async () => {
    const { disk, release, reached } = heldAt(1_000_000);
    await connect({ library: large, disk });
    await reached();
    const newer = write(ROWS, '3.0.2', `${database}.new`);
    // Same size as before, so that only the header tells them apart.
    await truncate(newer, (await stat(large)).size);
    simulated().medium.put({ path: LIBRARY, content: { disk: newer } });
    release();
    await ready();
    expect(await pictureOf('porcelain')).toBe('porcelain');
    const copy = await readFile(join(folder, (await readdir(folder))[0] ?? ''));
    expect(copy.equals(await readFile(newer))).toBe(true);
  });
});
