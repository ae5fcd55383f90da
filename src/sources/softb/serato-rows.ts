/**
 * Serato DJ 4: one row per load in `master.sqlite`. Serato updates `played` once the track was heard, `deck`
 * when decks are swapped, `end_time` when the track leaves its deck. Times are epoch seconds; 0, -1 or null
 * if not known yet.
 */
import type { Track } from '../../core/track.ts';
import {
  asNumber,
  asText,
  type ForeignRow,
  numberOf,
  type Query,
  textOf,
} from '../../host/sqlite/foreign.ts';
import { trackOf } from './row-track.ts';
import type { Columns, WatchedTables } from './watched-database.ts';

export interface SeratoRow {
  readonly id: number;
  readonly deck: string;
  /** Epoch milliseconds. */
  readonly loadedAt: number;
  readonly played: boolean;
  readonly ended: boolean;
  /** Path on this computer; empty for streams or if unknown. */
  readonly file: string;
  readonly track: Track;
}

const MAX_ROWS = 200;

export const SERATO_4: WatchedTables = {
  required: {
    history_entry: [
      'id',
      'session_id',
      'deck',
      'start_time',
      'played',
      'artist',
      'name',
      'album',
      'genre',
      'file_name',
      'length_sec',
    ],
  },
  optional: ['connection', 'location'],
};

/** Our names for columns of `history_entry`; missing ones are empty. */
const NUMBERS = {
  id: 'id',
  loaded_at: 'start_time',
  ended_at: 'end_time',
  played: 'played',
  seconds: 'length_sec',
  bpm: 'bpm',
};
const TEXTS = {
  deck: 'deck',
  artist: 'artist',
  title: 'name',
  album: 'album',
  genre: 'genre',
  label: 'label',
  remixer: 'remixer',
  comment: 'comments',
  musical_key: 'key',
  year: 'year',
  filename: 'file_name',
  portable: 'portable_id',
};

/**
 * Newest loads from row `first` on, and the `loaded` rows however old. Without `first`: loads of the latest
 * session, and the last of each deck.
 */
export function loadsSince(
  first: number | undefined,
  loaded: readonly number[] = [],
): (columns: Columns) => Query {
  const newest = (since: string): string =>
    `SELECT id FROM history_entry WHERE ${since} ORDER BY id DESC LIMIT ${MAX_ROWS}`;
  const which =
    first === undefined
      ? `WHERE id IN (${newest(LATEST_SESSION)})
           OR id IN (SELECT max(id) FROM history_entry WHERE ${LATEST_SESSION} GROUP BY deck)`
      : `WHERE id IN (${newest('id >= @first')}) OR id IN (SELECT value FROM json_each(@loaded))`;
  return (columns) => ({
    sql: rowsFrom('history_entry', columns, `${which} ORDER BY id DESC`),
    ...(first === undefined ? {} : { values: { first, loaded: JSON.stringify(loaded) } }),
  });
}

const LATEST_SESSION = 'session_id = (SELECT session_id FROM history_entry ORDER BY id DESC LIMIT 1)';

/** Rows for `seratoRow`, from a table with columns of `history_entry`. */
export function rowsFrom(table: string, columns: Columns, which: string): string {
  const { [table]: entry, connection, location } = columns;
  const selected = [...Object.entries(NUMBERS), ...Object.entries(TEXTS)].map(
    ([name, column]) => `${entry?.has(column) ? `entry.${column}` : 'NULL'} AS ${name}`,
  );
  const isPlaced = entry?.has('location_id') === true;
  const place = (from: string, found: ReadonlySet<string> | undefined, by: string, column: string): string =>
    isPlaced && found?.has(by) === true && found.has(column)
      ? `(SELECT ${column} FROM ${from} WHERE ${from}.${by} = entry.location_id LIMIT 1)`
      : 'NULL';
  const all = `SELECT ${selected.join(', ')},
      ${place('connection', connection, 'location_id', 'database_uri')} AS database_uri,
      ${place('location', location, 'id', 'path')} AS root
    FROM ${table} AS entry ${which}`;
  const columnsOf = [
    ...Object.keys(NUMBERS).map((name) => asNumber(name)),
    ...[...Object.keys(TEXTS), 'database_uri', 'root'].map(asText),
  ].join(', ');
  return `SELECT ${columnsOf} FROM (${all})`;
}

export function seratoRow(row: ForeignRow): SeratoRow {
  const file = fileOf(textOf(row, 'portable'), textOf(row, 'root'), textOf(row, 'database_uri'));
  return {
    id: numberOf(row, 'id') ?? 0,
    deck: textOf(row, 'deck'),
    loadedAt: (numberOf(row, 'loaded_at') ?? 0) * 1000,
    played: numberOf(row, 'played') === 1,
    ended: (numberOf(row, 'ended_at') ?? 0) > 0,
    file,
    track: trackOf(row),
  };
}

/** Library on an external volume. The system volume's is elsewhere. */
const VOLUME_LIBRARY = /^(.*)\/_serato_\/library\/location\.sqlite$/i;

/**
 * Empty without a path, or if its volume is unknown. `portable`: path below the volume. `root`: the volume,
 * mostly empty. `library`: database of the volume.
 */
export function fileOf(portable: string, root: string, library: string): string {
  if (portable === '' || /^[a-z]+:\/\//i.test(portable)) {
    return '';
  }
  if (/^([\\/]|[a-z]:)/i.test(portable)) {
    return portable;
  }
  const at = library.replaceAll('\\', '/');
  const volume = root === '' ? (VOLUME_LIBRARY.exec(at)?.[1] ?? /^[a-z]:|^(?=\/)/i.exec(at)?.[0]) : root;
  return volume === undefined ? '' : `${volume.replace(/[\\/]+$/, '')}/${portable}`;
}
