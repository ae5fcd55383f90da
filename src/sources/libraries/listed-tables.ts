import { basename, dirname, join, normalize, resolve } from 'node:path';
import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import { asNumber, asText, type ForeignRow, numberOf, textOf } from '../../host/sqlite/foreign.ts';
import {
  trackOf as engineTrackOf,
  layoutOf,
  type TABLES,
  VERSION,
} from '../hwdevice/engine-library/schema.ts';
import { trackOf as mediumTrackOf } from '../prodjlink/media-tags.ts';
import { TABLES as MEDIUM_TABLES, queryFor, REQUIRED, rowTrack } from '../prodjlink/one-library.ts';
import { TRACK_NUMBERS, TRACK_TEXTS, trackOf } from '../softb/row-track.ts';
import { rowsFrom, seratoRow } from '../softb/serato-rows.ts';
import type { Columns, WatchedTables } from '../softb/watched-database.ts';

export interface ListedTable {
  readonly tables: WatchedTables;
  /** SQL for up to `@most` rows with an `id` above `@after`. */
  readonly rows: (columns: Columns) => string;
  /**
   * `path`: empty unless a local file.
   * @param library path of the database
   */
  readonly read: (row: ForeignRow, library: string) => CollectionTrack;
}

const NEXT_ROWS = 'WHERE entry.id > @after ORDER BY entry.id LIMIT @most';

const MIXXX_COLUMNS = new Map([
  ['seconds', 'duration'],
  ['musical_key', 'key'],
]);

export const MIXXX_TRACKS: ListedTable = {
  tables: {
    required: {
      library: ['id', 'artist', 'title', 'location'],
      track_locations: ['id', 'location', 'filename'],
    },
  },
  rows({ library, track_locations: places }) {
    const names = [...TRACK_NUMBERS, ...TRACK_TEXTS].filter((name) => name !== 'filename');
    const columns = names.map((name) => {
      const column = MIXXX_COLUMNS.get(name) ?? name;
      return `${library?.has(column) ? `entry.${column}` : 'NULL'} AS ${name}`;
    });
    // Excludes tracks that the DJ removed or Mixxx no longer found.
    const there = [
      ...(library?.has('mixxx_deleted') ? ['entry.mixxx_deleted IS NOT 1'] : []),
      ...(places?.has('fs_deleted') ? ['place.fs_deleted IS NOT 1'] : []),
    ];
    const selected = [asNumber('id'), ...TRACK_NUMBERS.map((name) => asNumber(name))];
    const texts = [...TRACK_TEXTS, 'file'].map(asText);
    return `SELECT ${[...selected, ...texts].join(', ')} FROM (
      SELECT entry.id AS id, ${columns.join(', ')}, place.filename AS filename, place.location AS file
      FROM library AS entry JOIN track_locations AS place ON place.id = entry.location
      WHERE ${[...there, 'entry.id > @after'].join(' AND ')} ORDER BY entry.id LIMIT @most)`;
  },
  read: (row) => ({ path: textOf(row, 'file'), track: trackOf(row) }),
};

export const SERATO_TRACKS: ListedTable = {
  tables: {
    required: { asset: ['id', 'portable_id', 'artist', 'name'] },
    optional: ['connection', 'location'],
  },
  rows: (columns) => rowsFrom('asset', columns, NEXT_ROWS),
  read(row) {
    const { file, track } = seratoRow(row);
    return { path: file, track };
  },
};

/** Engine DJ 2 and later. Paths start at the library's folder, two above the database. */
export const ENGINE_TRACKS: ListedTable = {
  tables: {
    required: { Track: ['id', 'path', 'title', 'artist'], Information: ['uuid', ...VERSION] },
    optional: ['MetaData', 'MetaDataInteger', 'AlbumArt'],
  },
  rows(columns) {
    const table = (name: (typeof TABLES)[number]) => columns[name] ?? new Set<string>();
    const { selection } = layoutOf({
      Information: table('Information'),
      Track: table('Track'),
      MetaData: table('MetaData'),
      MetaDataInteger: table('MetaDataInteger'),
      AlbumArt: table('AlbumArt'),
    });
    return `SELECT ${selection} FROM Track AS entry ${NEXT_ROWS}`;
  },
  read(row, library) {
    const path = textOf(row, 'path');
    const folder = dirname(dirname(library));
    return {
      path: path === '' ? '' : resolve(folder, path),
      track: { ...engineTrackOf(row, [], []), filename: basename(path) },
    };
  },
};

/** OneLibrary. Paths start at the folder with `PIONEER` and cannot leave it. */
export const MEDIUM_TRACKS: ListedTable = {
  tables: { required: REQUIRED, optional: MEDIUM_TABLES },
  rows(columns) {
    const table = (name: (typeof MEDIUM_TABLES)[number]) => [name, columns[name] ?? new Set<string>()];
    const all = Object.fromEntries(MEDIUM_TABLES.map(table));
    return queryFor(all, 'WHERE content_id > @after ORDER BY content_id LIMIT @most');
  },
  read(row, library) {
    const { filePath = '', ...track } = rowTrack(row, numberOf(row, 'id') ?? 0);
    const folder = dirname(dirname(dirname(library)));
    return {
      path: filePath === '' ? '' : join(folder, normalize(`/${filePath}`)),
      track: { ...mediumTrackOf(track), filename: basename(filePath) },
    };
  },
};
