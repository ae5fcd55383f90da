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

/** Entries of a snapshot. Only imports add more between polls. */
export const LATEST = 200;

const NUMBERS = ['recorded_at', 'id', 'seconds'];
const TEXTS = ['artist', 'title', 'album', 'genre', 'filename', 'file'];
/** Missing from some versions of a program; then empty. */
const DETAIL_NUMBERS = ['bpm'];
const DETAIL_TEXTS = ['musical_key', 'comment', 'label', 'remixer', 'year'];

export interface PlayTable {
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** Table with columns that some versions lack, and our names for them. */
  readonly details: { readonly table: string; readonly columns: Readonly<Record<string, string>> };
  /**
   * Newest plays: required columns under our names, `recorded_at` in epoch milliseconds, `details` for the
   * others.
   */
  readonly plays: (details: string) => string;
  readonly minGapMs: number;
}

/**
 * Mixxx's sessions are playlists of kind 2, to which it adds a track once the audience has heard it for a
 * while. Tracks that a user drops in have no time, and joined sessions keep their tracks' times.
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
  ) => `SELECT entry.recorded_at, entry.id, track.artist, track.title, track.album, track.genre,
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
  // Mixxx checks every two seconds which deck is heard, and stores whole seconds.
  minGapMs: 2000,
};

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
  readonly minGapMs: number;
  readonly #plays: PlayTable;
  readonly #database: WatchedDatabase;

  constructor(
    path: string,
    plays: PlayTable,
    tools: { readonly clock: Clock; readonly disk: Disk },
    cipher?: Cipher,
  ) {
    this.minGapMs = plays.minGapMs;
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
    file: textOf(row, 'file') || undefined,
    track: trackOf(row),
  };
}
