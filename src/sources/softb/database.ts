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
  readonly #plays: PlayTable;
  readonly #database: WatchedDatabase;

  constructor(
    path: string,
    plays: PlayTable,
    tools: { readonly clock: Clock; readonly disk: Disk },
    cipher?: Cipher,
  ) {
    this.#plays = plays;
    this.#database = new WatchedDatabase(path, { required: plays.tables }, tools, cipher);
  }

  async playsAfter(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]> {
    const rows = await this.#database.rows((columns) => {
      const queries = queriesOf(this.#plays, columns[this.#plays.details.table] ?? new Set());
      return last === undefined
        ? { sql: queries.newest }
        : { sql: queries.after, values: { order: last.order, id: last.id, most: MAX_PLAYS } };
    }, last === undefined);
    return inOrder((rows ?? []).map(playOf));
  }

  close(): void {
    this.#database.close();
  }
}

function playOf(row: ForeignRow): RecordedPlay {
  return {
    order: numberOf(row, 'play_order') ?? 0,
    id: numberOf(row, 'id') ?? 0,
    deck: textOf(row, 'deck') || undefined,
    file: textOf(row, 'file') || undefined,
    track: trackOf(row),
  };
}
