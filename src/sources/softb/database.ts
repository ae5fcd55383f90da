/** The plays in a DJ program's SQLite database. */
import type { Clock, Disk } from '../../core/tools.ts';
import {
  asNumber,
  asText,
  type Cipher,
  type ForeignRow,
  numberOf,
  textOf,
} from '../../host/sqlite/foreign.ts';
import { inOrder, type PlayRecord, type RecordedPlay } from './record.ts';
import { trackOf } from './row-track.ts';
import { WatchedDatabase } from './watched-database.ts';

/** Entries of one snapshot: more than are added between two looks, unless the user imports them. */
export const LATEST = 200;

/** The columns of every query. */
const NUMBERS = ['recorded_at', 'id', 'seconds'];
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
  /**
   * Selects the newest plays with the required columns under our names, `recorded_at` in milliseconds since 1970-01-01
   * UTC, and `details` in place of the others.
   */
  readonly plays: (details: string) => string;
  /** `PlayRecord.playsApartMs`. */
  readonly playsApartMs: number;
}

/**
 * Mixxx. Playlists of kind 2 are its sessions; it adds a track once the audience has heard it for a while. Tracks that a
 * user drops into a session have no time, and sessions that are joined keep the times of their tracks.
 */
export const MIXXX: PlayTable = {
  tables: {
    PlaylistTracks: ['id', 'playlist_id', 'track_id', 'pl_datetime_added'],
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
  ) => `SELECT entry.recorded_at, entry.id, NULL AS deck, track.artist, track.title, track.album, track.genre,
     place.filename, place.location AS file, track.duration AS seconds, ${details}
   FROM (
     SELECT added.id, added.track_id, strftime('%s', added.pl_datetime_added) * 1000 AS recorded_at
     FROM PlaylistTracks AS added
     JOIN Playlists AS session ON session.id = added.playlist_id AND session.hidden = 2
     WHERE strftime('%s', added.pl_datetime_added) IS NOT NULL
     ORDER BY added.id DESC LIMIT ${LATEST}
   ) AS entry
   JOIN library AS track ON track.id = entry.track_id
   LEFT JOIN track_locations AS place ON place.id = track.location`,
  // It looks every two seconds for the deck that is heard, and its times are whole seconds.
  playsApartMs: 2000,
};

/** Selects the newest plays. `found`: the columns of the table with the details. */
function newestOf({ details, plays }: PlayTable, found: ReadonlySet<string>): string {
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
  return `SELECT ${columns} FROM (${all}) ORDER BY recorded_at DESC, id DESC LIMIT ${LATEST}`;
}

export class DatabaseRecord implements PlayRecord {
  readonly playsApartMs: number;
  readonly #plays: PlayTable;
  readonly #database: WatchedDatabase;

  constructor(
    path: string,
    plays: PlayTable,
    tools: { readonly clock: Clock; readonly disk: Disk },
    cipher?: Cipher,
  ) {
    this.playsApartMs = plays.playsApartMs;
    this.#plays = plays;
    this.#database = new WatchedDatabase(path, { required: plays.tables }, tools, cipher);
  }

  async newest(): Promise<readonly RecordedPlay[] | undefined> {
    const rows = await this.#database.rows(
      (columns) => ({ sql: newestOf(this.#plays, columns[this.#plays.details.table] ?? new Set()) }),
      false,
    );
    return rows && inOrder(rows.map(playOf));
  }

  close(): void {
    this.#database.close();
  }
}

function playOf(row: ForeignRow): RecordedPlay {
  return {
    at: numberOf(row, 'recorded_at') ?? 0,
    id: numberOf(row, 'id') ?? 0,
    played: true,
    deck: textOf(row, 'deck') || undefined,
    file: textOf(row, 'file') || undefined,
    track: trackOf(row),
  };
}
