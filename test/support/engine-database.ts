/** Writes Engine databases of each schema version, as far as a reader of tracks needs. */
import Database from 'libsql';

export interface EngineRow {
  /** Path as the library stores it, relative to its folder: `Music/…`, `../…`. */
  readonly path?: string;
  readonly title: string;
  readonly artist: string;
  readonly album?: string;
  readonly genre?: string;
  readonly label?: string;
  /** Engine 1 has no column for it. */
  readonly remixer?: string;
  readonly comment?: string;
  /** Engine's key number, from 1. 24 is stored as 0, as Engine 2 does. */
  readonly key?: number;
  readonly bpm?: number;
  readonly year?: number;
  readonly seconds?: number;
  readonly filename?: string;
  /** Encoded picture. */
  readonly art?: Uint8Array;
  readonly beatData?: Uint8Array;
  /** Address of a streaming track: `streaming://…`. */
  readonly uri?: string;
}

export const ENGINE_SCHEMAS = ['1.6.0', '1.18.0', '2.18.0', '2.20.3', '2.21.2', '3.0.0', '3.0.2'] as const;
export type EngineSchema = (typeof ENGINE_SCHEMAS)[number];

/** Row 1 of the pictures means "none". */
const NO_ART = 1;

const COMMON = `
  CREATE TABLE Information (
    id INTEGER PRIMARY KEY AUTOINCREMENT, uuid TEXT, schemaVersionMajor INTEGER, schemaVersionMinor INTEGER,
    schemaVersionPatch INTEGER, currentPlayedIndiciator INTEGER
  );
  CREATE TABLE AlbumArt (id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT, albumArt BLOB);
  INSERT INTO AlbumArt VALUES (${NO_ART}, '', NULL);
`;

const ENGINE_1 = `
  CREATE TABLE Track (
    id INTEGER, playOrder INTEGER, length INTEGER, lengthCalculated INTEGER, bpm INTEGER, year INTEGER, path TEXT,
    filename TEXT, bitrate INTEGER, bpmAnalyzed REAL, trackType INTEGER, isExternalTrack NUMERIC,
    uuidOfExternalDatabase TEXT, idTrackInExternalDatabase INTEGER,
    idAlbumArt INTEGER REFERENCES AlbumArt (id) ON DELETE RESTRICT, PRIMARY KEY (id)
  );
  CREATE INDEX index_Track_path ON Track (path);
  CREATE INDEX index_Track_filename ON Track (filename);
  CREATE TABLE MetaData (id INTEGER REFERENCES Track (id), type INTEGER, text TEXT, PRIMARY KEY (id, type));
  CREATE TABLE MetaDataInteger (id INTEGER REFERENCES Track (id), type INTEGER, value INTEGER, PRIMARY KEY (id, type));
`;

/** Engine 2 keeps the analysis in the track's own row, Engine 3 in a table of its own. */
const engine2 = (analysis: string) => `
  CREATE TABLE Track (
    id INTEGER PRIMARY KEY AUTOINCREMENT, playOrder INTEGER, length INTEGER, bpm INTEGER, year INTEGER, path TEXT,
    filename TEXT, bitrate INTEGER, bpmAnalyzed REAL, albumArtId INTEGER REFERENCES AlbumArt (id), fileBytes INTEGER,
    title TEXT, artist TEXT, album TEXT, genre TEXT, comment TEXT, label TEXT, composer TEXT, remixer TEXT,
    key INTEGER, rating INTEGER, albumArt TEXT, timeLastPlayed DATETIME, isPlayed BOOLEAN, fileType TEXT,
    isAnalyzed BOOLEAN, ${analysis} streamingSource TEXT, uri TEXT, originDatabaseUuid TEXT, originTrackId INTEGER,
    CONSTRAINT C_path UNIQUE (path)
  );
  CREATE INDEX index_Track_filename ON Track (filename);
  CREATE INDEX index_Track_uri ON Track (uri);
`;

const SCHEMA = {
  1: ENGINE_1,
  2: engine2('trackData BLOB, overviewWaveFormData BLOB, beatData BLOB,'),
  3: `${engine2('')}
  CREATE TABLE PerformanceData (trackId INTEGER PRIMARY KEY, trackData BLOB, overviewWaveFormData BLOB, beatData BLOB);`,
};

/** Analysis data of each track, which makes real libraries large. */
const ANALYSIS = Buffer.alloc(2_000, 0x5a);

/** Writes a library into a new file. `rows` may be generated lazily. */
export function writeEngineDatabase(path: string, schema: EngineSchema, rows: Iterable<EngineRow>): void {
  const [major = 0, minor = 0, patch = 0] = schema.split('.').map(Number);
  const database = new Database(path);
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;');
    database.exec(COMMON + (major === 1 ? SCHEMA[1] : major === 2 ? SCHEMA[2] : SCHEMA[3]));
    database
      .prepare(
        'INSERT INTO Information (uuid, schemaVersionMajor, schemaVersionMinor, schemaVersionPatch) VALUES (?, ?, ?, ?)',
      )
      .run('d1682bab-5479-465d-9de7-a2dcf5614288', major, minor, patch);
    if (schema === '1.18.0') {
      database.exec(
        'ALTER TABLE Track ADD COLUMN uri TEXT; ALTER TABLE Track ADD COLUMN isBeatGridLocked NUMERIC;',
      );
    }
    database.exec('BEGIN');
    const write = major === 1 ? engine1Writer(database) : engine2Writer(database, major);
    for (const row of rows) {
      write(row, artRow(database, row.art));
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

type Writer = (row: EngineRow, artId: number) => void;

function artRow(database: Database.Database, art: Uint8Array | undefined): number {
  if (art === undefined) {
    return NO_ART;
  }
  const { lastInsertRowid } = database
    .prepare('INSERT INTO AlbumArt (hash, albumArt) VALUES (?, ?)')
    .run('', Buffer.from(art));
  return Number(lastInsertRowid);
}

function engine1Writer(database: Database.Database): Writer {
  const track = database.prepare(
    'INSERT INTO Track (length, path, filename, idAlbumArt, bpmAnalyzed, year) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const key = database.prepare('INSERT INTO MetaDataInteger (id, type, value) VALUES (?, 4, ?)');
  const text = database.prepare('INSERT INTO MetaData (id, type, text) VALUES (?, ?, ?)');
  return (row, artId) => {
    const values = [row.seconds, row.path, nameOf(row), artId, row.bpm, row.year];
    const { lastInsertRowid } = track.run(...values.map((value) => value ?? null));
    const texts = [row.title, row.artist, row.album, row.genre, row.comment, row.label];
    for (const [index, value] of texts.entries()) {
      text.run(lastInsertRowid, index + 1, value ?? null);
    }
    key.run(lastInsertRowid, row.key ?? 0);
    text.run(lastInsertRowid, 10, '03:20');
  };
}

function engine2Writer(database: Database.Database, major: number): Writer {
  const track = database.prepare(
    `INSERT INTO Track (length, path, filename, albumArtId, title, artist, album, genre, uri, label, remixer, comment,
      key, bpm, bpmAnalyzed, year) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const analysis = database.prepare(
    major === 2
      ? 'UPDATE Track SET trackData = ?, beatData = ? WHERE id = ?'
      : 'INSERT INTO PerformanceData (trackData, beatData, trackId) VALUES (?, ?, ?)',
  );
  return (row, artId) => {
    const values = [
      row.seconds,
      row.path,
      nameOf(row),
      artId,
      row.title,
      row.artist,
      row.album,
      row.genre,
      row.uri,
      row.label,
      row.remixer,
      row.comment,
      row.key === undefined ? undefined : row.key % 24,
      row.bpm === undefined ? undefined : Math.round(row.bpm),
      row.bpm,
      row.year,
    ];
    const { lastInsertRowid } = track.run(...values.map((value) => value ?? null));
    analysis.run(ANALYSIS, row.beatData ?? null, lastInsertRowid);
  };
}

function nameOf({ filename, path }: EngineRow): string | null {
  return filename ?? path?.split('/').at(-1) ?? null;
}
