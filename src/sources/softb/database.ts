/** A DJ program's SQLite database, read while the program writes it. */
import { UpstreamError } from '../../core/errors.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import {
  asNumber,
  asText,
  type DatabaseFile,
  ForeignDatabases,
  type ForeignRow,
  numberOf,
  plainColumns,
  textOf,
} from '../../sqlite/foreign.ts';
import { inOrder, type PlayRecord, type RecordedPlay } from './record.ts';

/** More new plays than this at once are an import. */
const MAX_PLAYS = 100;

/** The columns of every query. */
const NUMBERS = ['play_order', 'id', 'seconds'];
const TEXTS = ['deck', 'artist', 'title', 'album', 'genre', 'filename'];

/** How to read plays from a program's database. */
export interface PlayTable {
  /** The required tables and columns. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** Selects the plays after the one of `@order` and `@id`, newest first, at most `@most`. */
  readonly after: string;
  /** Selects the latest play. */
  readonly newest: string;
}

/**
 * Serato DJ 4. `start_time` is when the deck was loaded (seconds since 1970-01-01 UTC), `played` is set once the track
 * was heard: of those decks, the one that was loaded last is on air.
 */
export const SERATO_4: PlayTable = playsOf(
  {
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
  `SELECT start_time AS play_order, id, deck, artist, name AS title, album, genre, file_name AS filename,
     length_sec AS seconds
   FROM history_entry WHERE played = 1 AND start_time IS NOT NULL`,
);

/** Mixxx. Playlists of kind 2 are its sessions; it adds a track once the audience has heard it for a while. */
export const MIXXX: PlayTable = playsOf(
  {
    PlaylistTracks: ['id', 'playlist_id', 'track_id'],
    Playlists: ['id', 'hidden'],
    library: ['id', 'artist', 'title', 'album', 'genre', 'location', 'duration'],
    track_locations: ['id', 'filename'],
  },
  `SELECT entry.id AS play_order, 0 AS id, NULL AS deck, track.artist, track.title, track.album, track.genre,
     place.filename, track.duration AS seconds
   FROM PlaylistTracks AS entry
   JOIN Playlists AS session ON session.id = entry.playlist_id AND session.hidden = 2
   JOIN library AS track ON track.id = entry.track_id
   LEFT JOIN track_locations AS place ON place.id = track.location`,
);

function playsOf(tables: PlayTable['tables'], plays: string): PlayTable {
  const columns = [...NUMBERS.map((name) => asNumber(name)), ...TEXTS.map(asText)].join(', ');
  return {
    tables,
    after: `SELECT ${columns} FROM (${plays}) WHERE (play_order, id) > (@order, @id) ORDER BY play_order DESC, id DESC LIMIT @most`,
    newest: `SELECT ${columns} FROM (${plays}) ORDER BY play_order DESC, id DESC LIMIT 1`,
  };
}

export class DatabaseRecord implements PlayRecord {
  readonly #file: DatabaseFile;
  readonly #plays: PlayTable;
  readonly #disk: Disk;
  readonly #closing = new AbortController();
  readonly #databases: ForeignDatabases;
  /** The opening of the file whose tables were checked. */
  #checked: string | undefined;
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
    if (tables !== this.#checked) {
      await this.#checkTables();
      this.#checked = tables;
    }
    // Unchanged: no query needed.
    const version = `${opening} ${dataVersion}`;
    if (last !== undefined && version === this.#version) {
      return [];
    }
    const query =
      last === undefined
        ? { sql: this.#plays.newest }
        : {
            sql: this.#plays.after,
            values: [{ order: last.order, id: last.id, most: MAX_PLAYS }],
          };
    const answer = await this.#databases.query(this.#file, [query]);
    this.#version = version;
    return inOrder((answer.results[0] ?? []).map(playOf));
  }

  /** Throws UpstreamError for a database with another schema. */
  async #checkTables(): Promise<void> {
    const { tables } = this.#plays;
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
  const seconds = numberOf(row, 'seconds') ?? 0;
  return {
    order: numberOf(row, 'play_order') ?? 0,
    id: numberOf(row, 'id') ?? 0,
    ...(deck === '' ? {} : { deck }),
    track: {
      artist: textOf(row, 'artist'),
      title: textOf(row, 'title'),
      album: textOf(row, 'album'),
      genre: textOf(row, 'genre'),
      filename: textOf(row, 'filename'),
      durationMs: seconds > 0 ? Math.round(seconds * 1000) : 0,
    },
  };
}
