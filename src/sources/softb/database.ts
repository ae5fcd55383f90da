/** A DJ program's SQLite database, read while the program writes it. */
import { statSync } from 'node:fs';
import { asNumber, asText, type ForeignRow, foreignRow, numberOf, textOf } from '../../core/foreign-row.ts';
import { SqliteDatabase } from '../../sqlite/database.ts';
import { inOrder, type PlayRecord, type RecordedPlay } from './record.ts';

/** More new plays than this at once are no plays but an import. */
const MAX_PLAYS = 100;
/** Longer than a program takes to write a play. */
const LOCK_WAIT_MS = 100;

/** Each query gives these columns under these names. */
const NUMBERS = ['play_order', 'id', 'seconds'];
const TEXTS = ['deck', 'artist', 'title', 'album', 'genre', 'filename'];

/**
 * `@order` and `@id` name the last known play; the answer has those after it, oldest first, at most `@most`.
 * With `newest` it is the latest play alone.
 */
export interface Queries {
  readonly after: string;
  readonly newest: string;
}

/**
 * Serato DJ 4. `start_time` is when the deck was loaded (seconds since 1970-01-01 UTC), `played` is set once the
 * track was heard: of the decks that were heard, the one that was loaded last is the one.
 */
export const SERATO_4: Queries = playsOf(
  `SELECT start_time AS play_order, id, deck, artist, name AS title, album, genre, file_name AS filename,
     length_sec AS seconds
   FROM history_entry WHERE played = 1 AND start_time IS NOT NULL`,
);

/** Mixxx. Playlists of kind 2 are its sessions; it adds a track once the audience has heard it for a while. */
export const MIXXX: Queries = playsOf(
  `SELECT entry.id AS play_order, 0 AS id, NULL AS deck, track.artist, track.title, track.album, track.genre,
     place.filename, track.duration AS seconds
   FROM PlaylistTracks AS entry
   JOIN Playlists AS session ON session.id = entry.playlist_id AND session.hidden = 2
   JOIN library AS track ON track.id = entry.track_id
   LEFT JOIN track_locations AS place ON place.id = track.location`,
);

function playsOf(plays: string): Queries {
  const columns = [...NUMBERS.map((name) => asNumber(name)), ...TEXTS.map(asText)].join(', ');
  return {
    after: `SELECT ${columns} FROM (${plays}) WHERE (play_order, id) > (@order, @id) ORDER BY play_order DESC, id DESC LIMIT @most`,
    newest: `SELECT ${columns} FROM (${plays}) ORDER BY play_order DESC, id DESC LIMIT 1`,
  };
}

export class DatabaseRecord implements PlayRecord {
  readonly #path: string;
  readonly #queries: Queries;
  #open: { readonly database: SqliteDatabase; readonly file: string; version: unknown } | undefined;

  constructor(path: string, queries: Queries) {
    this.#path = path;
    this.#queries = queries;
  }

  async playsAfter(last: RecordedPlay | undefined): Promise<readonly RecordedPlay[]> {
    try {
      return this.#read(last);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#open?.database.close();
    this.#open = undefined;
  }

  #read(last: RecordedPlay | undefined): readonly RecordedPlay[] {
    const open = this.#opened();
    // Changes with every commit of another connection: nothing new needs no query.
    const version = JSON.stringify(open.database.row('PRAGMA data_version'));
    if (last !== undefined && version === open.version) {
      return [];
    }
    const rows =
      last === undefined
        ? open.database.rows(this.#queries.newest)
        : open.database.rows(this.#queries.after, { order: last.order, id: last.id, most: MAX_PLAYS });
    open.version = version;
    return inOrder(rows.map(foreignRow).map(playOf));
  }

  /** The program may have replaced the file by another. */
  #opened() {
    const { dev, ino } = statSync(this.#path);
    const file = `${dev} ${ino}`;
    if (this.#open?.file !== file) {
      this.close();
      const database = new SqliteDatabase(this.#path, 'read', LOCK_WAIT_MS);
      this.#open = { database, file, version: undefined };
    }
    return this.#open;
  }
}

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
