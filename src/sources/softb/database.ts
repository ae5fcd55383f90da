/** A DJ program's SQLite database, read while the program writes it. */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { believedBpm, believedYear } from '../../core/track-numbers.ts';
import {
  asNumber,
  asText,
  type DatabaseFile,
  ForeignDatabases,
  type ForeignRow,
  numberOf,
  plainColumns,
  textOf,
} from '../../host/sqlite/foreign.ts';
import { inOrder, type PlayRecord, type RecordedPlay } from './record.ts';

/** More new plays than this at once are an import. */
const MAX_PLAYS = 100;

/** The columns of every query. */
const NUMBERS = ['play_order', 'id', 'seconds'];
const TEXTS = ['deck', 'artist', 'title', 'album', 'genre', 'filename', 'file'];
/** What a version of the program may lack: empty then. */
const DETAIL_NUMBERS = ['bpm'];
const DETAIL_TEXTS = ['musical_key', 'comment', 'label', 'remixer', 'year'];

/** How to read plays from a program's database. */
export interface PlayTable {
  /** The required tables and columns. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** The table of those columns that a version of the program may lack, and their names for us. */
  readonly details: { readonly table: string; readonly columns: Readonly<Record<string, string>> };
  /** Every play, with the required columns under our names and `details` in place of the others. */
  readonly plays: (details: string) => string;
}

/**
 * Serato DJ 4. `start_time` is when the deck was loaded (seconds since 1970-01-01 UTC), `played` is set once the track
 * was heard: of those decks, the one that was loaded last is on air.
 */
export const SERATO_4: PlayTable = {
  tables: {
    history_entry: [
      'id',
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
  details: { table: 'history_entry', columns: { bpm: 'bpm', key: 'musical_key', year: 'year' } },
  plays: (details) => `SELECT start_time AS play_order, id, deck, artist, name AS title, album, genre,
     file_name AS filename, NULL AS file, length_sec AS seconds, ${details}
   FROM history_entry AS track WHERE played = 1 AND start_time IS NOT NULL`,
};

/** Mixxx. Playlists of kind 2 are its sessions; it adds a track once the audience has heard it for a while. */
export const MIXXX: PlayTable = {
  tables: {
    PlaylistTracks: ['id', 'playlist_id', 'track_id'],
    Playlists: ['id', 'hidden'],
    library: ['id', 'artist', 'title', 'album', 'genre', 'location', 'duration'],
    track_locations: ['id', 'location', 'filename'],
  },
  details: {
    table: 'library',
    columns: { bpm: 'bpm', key: 'musical_key', comment: 'comment', year: 'year' },
  },
  plays: (
    details,
  ) => `SELECT entry.id AS play_order, 0 AS id, NULL AS deck, track.artist, track.title, track.album, track.genre,
     place.filename, place.location AS file, track.duration AS seconds, ${details}
   FROM PlaylistTracks AS entry
   JOIN Playlists AS session ON session.id = entry.playlist_id AND session.hidden = 2
   JOIN library AS track ON track.id = entry.track_id
   LEFT JOIN track_locations AS place ON place.id = track.location`,
};

interface PlayQueries {
  /** Selects the plays after the one of `@order` and `@id`, newest first, at most `@most`. */
  readonly after: string;
  /** Selects the latest play. */
  readonly newest: string;
}

/** `found`: the columns of the table with the details. */
function queriesOf({ details, plays }: PlayTable, found: ReadonlySet<string>): PlayQueries {
  const names = new Map(Object.entries(details.columns).map(([column, name]) => [name, column]));
  const selected = [...DETAIL_NUMBERS, ...DETAIL_TEXTS].map((name) => {
    const column = names.get(name);
    return `${column !== undefined && found.has(column) ? `track.${column}` : 'NULL'} AS ${name}`;
  });
  const all = plays(selected.join(', '));
  const columns = [
    ...[...NUMBERS, ...DETAIL_NUMBERS].map((name) => asNumber(name)),
    ...[...TEXTS, ...DETAIL_TEXTS].map(asText),
  ].join(', ');
  return {
    after: `SELECT ${columns} FROM (${all}) WHERE (play_order, id) > (@order, @id) ORDER BY play_order DESC, id DESC LIMIT @most`,
    newest: `SELECT ${columns} FROM (${all}) ORDER BY play_order DESC, id DESC LIMIT 1`,
  };
}

export class DatabaseRecord implements PlayRecord {
  readonly #file: DatabaseFile;
  readonly #plays: PlayTable;
  readonly #disk: Disk;
  readonly #closing = new AbortController();
  readonly #databases: ForeignDatabases;
  /** The opening of the file whose tables were checked, and what to ask it. */
  #checked: { readonly tables: string; readonly queries: PlayQueries } | undefined;
  /** The version that was read last. */
  #version: string | undefined;
  /** The state of the file in which it cannot be used. */
  #refused: { readonly state: string; readonly error: UpstreamError } | undefined;

  constructor(path: string, plays: PlayTable, tools: { readonly clock: Clock; readonly disk: Disk }) {
    this.#file = { path, live: true };
    this.#plays = plays;
    this.#disk = tools.disk;
    this.#databases = new ForeignDatabases(tools.clock, this.#closing.signal);
  }

  async playsAfter(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]> {
    if (this.#refused !== undefined && this.#refused.state === (await this.#state())) {
      throw this.#refused.error;
    }
    try {
      return await this.#read(last);
    } catch (error) {
      if (error instanceof UpstreamError && error.advice === 'drop') {
        this.#refused = { state: await this.#state(), error };
      }
      throw error;
    }
  }

  close(): void {
    this.#closing.abort(new Error('the record is closed'));
  }

  async #read(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]> {
    const { opening, results } = await this.#databases.query(this.#file, [SCHEMA_VERSION, DATA_VERSION]);
    const [schemaVersion, dataVersion] = results.map((rows) => JSON.stringify(rows));
    const tables = `${opening} ${schemaVersion}`;
    if (tables !== this.#checked?.tables) {
      this.#checked = { tables, queries: await this.#queries() };
    }
    // Unchanged: no query needed.
    const version = `${opening} ${dataVersion}`;
    if (last !== undefined && version === this.#version) {
      return [];
    }
    const query =
      last === undefined
        ? { sql: this.#checked.queries.newest }
        : {
            sql: this.#checked.queries.after,
            values: { order: last.order, id: last.id, most: MAX_PLAYS },
          };
    const answer = await this.#databases.query(this.#file, [query]);
    this.#version = version;
    return inOrder((answer.results[0] ?? []).map(playOf));
  }

  /** Throws UpstreamError for a database with another schema. */
  async #queries(): Promise<PlayQueries> {
    const { tables, details } = this.#plays;
    const found = await plainColumns(this.#databases, this.#file, Object.keys(tables));
    for (const [table, columns] of Object.entries(tables)) {
      const missing = columns.filter((column) => !found[table]?.has(column));
      if (missing.length > 0) {
        throw new UpstreamError(
          `the database has no table ${table} with the columns ${missing.join(', ')}`,
          'retry',
        );
      }
    }
    return queriesOf(this.#plays, found[details.table] ?? new Set());
  }

  /** Changes with every write to the database. */
  async #state(): Promise<string> {
    const files = [this.#file.path, `${this.#file.path}-wal`].map((path) =>
      this.#disk.stat(path).catch(() => undefined),
    );
    const states = await Promise.all(files);
    return states.map((file) => file?.mark).join(', ');
  }
}

/** Changes with every change of the tables. */
const SCHEMA_VERSION = { sql: 'PRAGMA schema_version' };
/** Changes with every commit of another connection. */
const DATA_VERSION = { sql: 'PRAGMA data_version' };

function playOf(row: ForeignRow): RecordedPlay {
  const deck = textOf(row, 'deck');
  const file = textOf(row, 'file');
  const seconds = numberOf(row, 'seconds') ?? 0;
  return {
    order: numberOf(row, 'play_order') ?? 0,
    id: numberOf(row, 'id') ?? 0,
    ...(deck === '' ? {} : { deck }),
    ...(file === '' ? {} : { file }),
    track: {
      ...UNKNOWN_TRACK,
      artist: textOf(row, 'artist'),
      title: textOf(row, 'title'),
      album: textOf(row, 'album'),
      genre: textOf(row, 'genre'),
      label: textOf(row, 'label'),
      remixer: textOf(row, 'remixer'),
      comment: textOf(row, 'comment'),
      key: textOf(row, 'musical_key'),
      bpm: believedBpm(numberOf(row, 'bpm')),
      year: believedYear(textOf(row, 'year')),
      filename: textOf(row, 'filename'),
      durationMs: seconds > 0 ? Math.round(seconds * 1000) : 0,
    },
  };
}
