import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { deviceSpecs, loopback, type SimulatedTrack, Simulation } from '@deckcast/simulator';
import type { SourceListener } from '../src/core/contracts/source.ts';
import { shown } from '../src/core/shown.ts';
import type { Tools } from '../src/core/tools.ts';
import { UNKNOWN_TRACK } from '../src/core/track.ts';
import { systemClock } from '../src/host/clock.ts';
import { nodeDisk } from '../src/host/disk/node-disk.js';
import { ForeignDatabases } from '../src/host/sqlite/foreign.ts';
import { enrichOptions, enrichPart, type RunningEnricher } from '../src/show/pictures/index.ts';
import { EngineLibrary, parseTrackPath } from '../src/sources/hwdevice/engine-library/index.ts';
import { hwDeviceOptions } from '../src/sources/hwdevice/options.ts';
import { HwDeviceSource } from '../src/sources/hwdevice/source.ts';
import { type EngineRow, writeEngineDatabase } from '../test/support/engine-database.ts';
import { coverOf } from '../test/support/services/streaming.ts';
import { settingsOf } from '../test/support/settings.ts';
import { type Figure, type Measurement, percentile, silent, withFolder } from './measure.ts';
import { mostResidentMemory, startDeckcast } from './peer.ts';

const TRACKS = 50_000;
const LATER = 40;
const STICK = 'BENCH (USB 1)';

/** Time until a track has the device's art, with a library of 50,000 tracks. */
export const art: Measurement = {
  name: 'art',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const database = join(folder, 'm.db');
      const small = join(folder, 'small.db');
      const cover = await coverOf('teal');
      writeEngineDatabase(database, '3.0.2', rows(TRACKS, cover));
      writeEngineDatabase(small, '3.0.2', rows(TRACKS / 100, cover));
      const floor = await measureFloor(database, folder);
      const ours = await measureDeckcast(database, join(folder, 'copies'));
      return [
        {
          what: 'connect to first art',
          unit: 'ms',
          ours: ours.first,
          against: 'copy the library on disk and read one picture',
          theirs: floor.first,
          wanted: { bound: 'at most', value: 2_000 },
        },
        {
          what: `load to art, 99th percentile of ${LATER}`,
          unit: 'ms',
          ours: percentile(ours.later, 0.99),
          against: 'find and draw the same without a device',
          theirs: percentile(floor.later, 0.99),
          wanted: { bound: 'at most', value: 20 },
        },
        {
          what: `most memory while ${TRACKS.toLocaleString('en')} tracks are fetched`,
          unit: 'MiB',
          ours: await mostMemory(database, join(folder, 'large')),
          against: `${(TRACKS / 100).toLocaleString('en')} tracks`,
          theirs: await mostMemory(small, join(folder, 'small')),
          target: { bound: 'at most', ratio: 1.2 },
        },
      ];
    });
  },
};

function* rows(count: number, cover: Uint8Array): Generator<EngineRow> {
  for (let n = 0; n < count; n += 1) {
    const row = { path: `Music/${n}.mp3`, title: `Track ${n}`, artist: `Artist ${n % 900}`, seconds: 300 };
    // Played tracks have covers of their own, as in real life.
    yield n <= LATER ? { ...row, art: Buffer.concat([cover, Buffer.from(String(n))]) } : row;
  }
}

function track(n: number): SimulatedTrack {
  return {
    id: `${n}`,
    artist: 'Bench',
    title: `Track ${n}`,
    genre: 'House',
    seconds: 300,
    bpm: 120,
    key: 'Am',
    path: `${STICK}/Engine Library/Music/${n}.mp3`,
    loadSeconds: 0,
  };
}

/** Peak MiB until the program has fetched a device's library. */
async function mostMemory(database: string, copies: string): Promise<number> {
  const simulation = simulate(database, []);
  const stopping = new AbortController();
  const running = simulation.run(stopping.signal);
  const library = `--hwdevice.library=${copies}`;
  const deckcast = await startDeckcast('127.0.0.1:29095', [library], 'medium library ready');
  const most = mostResidentMemory(deckcast.pid);
  await deckcast.stop();
  stopping.abort();
  await running;
  return most;
}

function simulate(database: string, tracks: readonly SimulatedTrack[]): Simulation {
  const files = [{ path: `/${STICK}/Engine Library/Database2/m.db`, content: { disk: database } }];
  const devices = deviceSpecs([{ id: 'prime', software: 'JC11', files }]);
  const set = { name: 'Art', waitForClient: false, devices, tracks, timeline: [] };
  return new Simulation({ set, network: loopback(), clock: systemClock, log: silent });
}

interface Times {
  readonly first: number;
  readonly later: readonly number[];
}

async function measureFloor(database: string, folder: string): Promise<Times> {
  const { enricher, stop } = await startEnricher();
  const startedAt = performance.now();
  const copy = join(folder, 'floor.db');
  copyFileSync(database, copy);
  const closing = new AbortController();
  const library = await EngineLibrary.open(new ForeignDatabases(systemClock, closing.signal), copy);
  const draw = async (n: number): Promise<number> => {
    const began = performance.now();
    const path = parseTrackPath(`net://${'0'.repeat(32)}/${track(n).path}`);
    const artId = path && (await library.find(path))?.artId;
    await enricher.enrich(
      shown(UNKNOWN_TRACK, false).track,
      () => library.art(artId ?? 0),
      AbortSignal.timeout(10_000),
    );
    return performance.now() - began;
  };
  await draw(0);
  const first = performance.now() - startedAt;
  const later: number[] = [];
  for (let n = 1; n <= LATER; n += 1) {
    later.push(await draw(n));
  }
  closing.abort();
  await stop();
  return { first, later };
}

async function measureDeckcast(database: string, copies: string): Promise<Times> {
  const { enricher, stop } = await startEnricher();
  const tracks = Array.from({ length: LATER + 1 }, (_, n) => track(n));
  const simulation = simulate(database, tracks);
  /** Loads by title, without reports repeated for an arriving library. */
  const loads = new Map<string, { readonly at: number; readonly done: Promise<number> }>();
  let onLoaded: () => void = () => undefined;
  const listener: SourceListener = {
    transition: () => undefined,
    visibility: () => undefined,
    namesChanged: () => undefined,
    offAir: () => undefined,
    ended: () => undefined,
    loaded(loaded, nativeArt) {
      if (loads.has(loaded.title)) {
        return;
      }
      const at = performance.now();
      const done = Promise.resolve(
        enricher.enrich(shown(loaded, false).track, nativeArt, AbortSignal.timeout(60_000)),
      );
      loads.set(loaded.title, {
        at,
        done: done.then((found) => (found.art === undefined ? Number.NaN : performance.now())),
      });
      onLoaded();
    },
  };
  let connectedAt = 0;
  const tools = toolsWith((message) => {
    if (message === 'device connected') {
      connectedAt = performance.now();
      void load(0);
    }
  });
  const settings = settingsOf(hwDeviceOptions, {
    'hwdevice.library': copies,
    'hwdevice.discovery.interface': ['lo'],
  });
  const source = new HwDeviceSource(settings, tools);
  const stopping = new AbortController();
  const running = [source.run(listener, stopping.signal), simulation.run(stopping.signal)];

  function load(n: number): Promise<void> {
    return simulation.perform({ do: 'load', deck: { device: 'prime', deck: (n % 4) + 1 }, track: `${n}` });
  }

  async function loaded(n: number): Promise<{ readonly at: number; readonly done: Promise<number> }> {
    for (;;) {
      const found = loads.get(track(n).title);
      if (found !== undefined) {
        return found;
      }
      await new Promise<void>((resolve) => {
        onLoaded = resolve;
      });
    }
  }

  const first = (await (await loaded(0)).done) - connectedAt;
  const later: number[] = [];
  for (let n = 1; n <= LATER; n += 1) {
    await load(n);
    const { at, done } = await loaded(n);
    later.push((await done) - at);
  }
  stopping.abort();
  await Promise.all(running);
  await stop();
  return { first, later };
}

async function startEnricher(): Promise<{ readonly enricher: RunningEnricher; stop(): Promise<void> }> {
  const settings = settingsOf(enrichOptions, {});
  const enricher = await enrichPart.create(
    settings,
    toolsWith(() => undefined),
    { licensed: false },
  );
  const stopping = new AbortController();
  const ended = enricher.run(stopping.signal);
  return {
    enricher,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

function toolsWith(onInfo: (message: string) => void): Tools {
  return { log: { ...silent, info: onInfo }, clock: systemClock, disk: nodeDisk, fetch, userAgent: 'bench' };
}
