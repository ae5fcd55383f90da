/** Finds the beat grid of a music file: in its tags, where Serato writes it, or in the library of another program. */

import { dirname, join, relative } from 'node:path';
import type { BeatGrid } from '../../core/contracts/beat.ts';
import { messageOf } from '../../core/errors.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { type RemoteFile, readNativeTags } from '../../host/audio-tags.ts';
import {
  asBytes,
  asNumber,
  asText,
  bytesOf,
  type ForeignRow,
  numberOf,
  type Query,
  textOf,
} from '../../host/sqlite/foreign.ts';
import type { UserHome } from '../shared/user-home.ts';
import { historyLocations } from '../softb/locations.ts';
import { type Columns, WatchedDatabase, type WatchedTables } from '../softb/watched-database.ts';
import { readEngineGrid } from './engine-grid.ts';
import { readMixxxGrid } from './mixxx-grid.ts';
import { analysisPath, readRekordboxGrid } from './rekordbox-grid.ts';
import { readSeratoGrid, seratoData } from './serato-grid.ts';

const MIXXX_TABLES = {
  required: {
    library: ['location', 'beats', 'beats_version', 'samplerate'],
    track_locations: ['id', 'location'],
  },
};

/** PerformanceData: analysis in Engine 3; Engine 2 keeps it in Track. */
const ENGINE_TABLES = { required: { Track: ['id', 'path'] }, optional: ['PerformanceData'] };

/** A beat map or an analysis has some ten bytes per beat. */
const MOST_GRID_BYTES = 1024 * 1024;

interface GridTools {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly log: Logger;
}

/** Resolves to undefined for a file without a grid, or if none can be read. */
export async function readGrid(
  path: string,
  home: UserHome,
  tools: GridTools,
): Promise<BeatGrid | undefined> {
  for (const read of [gridInTags, gridOfEngine, gridOfRekordbox, gridOfMixxx]) {
    try {
      const grid = await read(path, home, tools);
      if (grid !== undefined) {
        return grid;
      }
    } catch (error) {
      // Debug level, because the path may name a hidden track.
      tools.log.debug('cannot read a beat grid', { path, reason: messageOf(error) });
    }
  }
  return undefined;
}

async function gridInTags(path: string, _: UserHome, { disk }: GridTools): Promise<BeatGrid | undefined> {
  const { size = 0 } = (await disk.stat(path)) ?? {};
  const readRange: RemoteFile['readRange'] = async (start, end) =>
    (await disk.read(path, end - start, start)) ?? new Uint8Array();
  const tags = await readNativeTags({ name: path, size, readRange });
  for (const { id, value } of Object.values(tags).flat()) {
    const data = seratoTag(id, value);
    if (data !== undefined) {
      return readSeratoGrid(data);
    }
  }
  return undefined;
}

/** Contents of the tag, if it is the beat grid. */
function seratoTag(id: string, value: unknown): Uint8Array | undefined {
  if (id === 'GEOB' && typeof value === 'object' && value !== null && 'data' in value) {
    const isGrid = 'description' in value && value.description === 'Serato BeatGrid';
    return isGrid && value.data instanceof Uint8Array ? value.data : undefined;
  }
  const isGrid = /^(?:serato_beatgrid|----:com\.serato\.dj:beatgrid)$/i.test(id);
  return isGrid && typeof value === 'string' ? seratoData(value) : undefined;
}

/** Reads the Engine library on this computer, or on the medium with the file. */
async function gridOfEngine(path: string, home: UserHome, tools: GridTools): Promise<BeatGrid | undefined> {
  for (const folder of new Set([...foldersAbove(path), join(home.directory, 'Music')])) {
    const library = join(folder, 'Engine Library');
    const values = { path: slashed(relative(library, path), home) };
    const row = await rowOf(join(library, 'Database2', 'm.db'), ENGINE_TABLES, tools, (columns) => ({
      sql: columns.PerformanceData?.has('beatData')
        ? `SELECT ${asBytes('beatData', MOST_GRID_BYTES)} FROM PerformanceData
            WHERE trackId = (SELECT id FROM Track WHERE path = @path)`
        : `SELECT ${asBytes('beatData', MOST_GRID_BYTES)} FROM Track WHERE path = @path`,
      values,
    }));
    const grid = row && readEngineGrid(bytesOf(row, 'beatData'));
    if (grid !== undefined) {
      return grid;
    }
  }
  return undefined;
}

/** Reads the analysis that rekordbox exported to the medium. */
async function gridOfRekordbox(
  path: string,
  home: UserHome,
  { disk }: GridTools,
): Promise<BeatGrid | undefined> {
  for (const folder of foldersAbove(path)) {
    const track = `/${slashed(relative(folder, path), home)}`;
    const analysis = await disk.read(join(folder, analysisPath(track)), MOST_GRID_BYTES);
    if (analysis !== undefined) {
      return readRekordboxGrid(analysis, track);
    }
  }
  return undefined;
}

async function gridOfMixxx(path: string, home: UserHome, tools: GridTools): Promise<BeatGrid | undefined> {
  for (const { program, path: file } of historyLocations(home)) {
    if (program === 'Mixxx') {
      const columns = [asBytes('beats', MOST_GRID_BYTES), asText('beats_version'), asNumber('samplerate')];
      const sql = `SELECT ${columns.join(', ')} FROM library
        WHERE location = (SELECT id FROM track_locations WHERE location = @path)`;
      const row = await rowOf(file, MIXXX_TABLES, tools, () => ({
        sql,
        values: { path: slashed(path, home) },
      }));
      if (row !== undefined) {
        return readMixxxGrid(
          textOf(row, 'beats_version'),
          bytesOf(row, 'beats'),
          numberOf(row, 'samplerate') ?? 0,
        );
      }
    }
  }
  return undefined;
}

/** First row; undefined also without a database. */
async function rowOf(
  file: string,
  tables: WatchedTables,
  tools: GridTools,
  query: (columns: Columns) => Query,
): Promise<ForeignRow | undefined> {
  if ((await tools.disk.stat(file)) === undefined) {
    return undefined;
  }
  const database = new WatchedDatabase(file, tables, tools);
  try {
    return (await database.rows(query, true))?.[0];
  } finally {
    database.close();
  }
}

/** Nearest first. */
function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

/** The programs write slashes on every system. */
function slashed(path: string, { platform }: UserHome): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
