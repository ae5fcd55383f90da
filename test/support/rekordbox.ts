/** Collection of rekordbox 6 and 7, written by SQLCipher itself. */
import Database from '@signalapp/sqlcipher';

/** Raw key, because deriving one from a passphrase takes a tenth of a second for each opening. */
export const KEY = `x'${'5a'.repeat(32)}'`;

/** Tables that are read, with the program's names. The real database has more columns. */
export const REKORDBOX_SCHEMA = `
  CREATE TABLE djmdContent (ID VARCHAR(255) PRIMARY KEY, FolderPath VARCHAR(255), FileNameL VARCHAR(255),
    Title VARCHAR(255), ArtistID VARCHAR(255), AlbumID VARCHAR(255), GenreID VARCHAR(255), LabelID VARCHAR(255),
    RemixerID VARCHAR(255), KeyID VARCHAR(255), BPM INTEGER, Length INTEGER, ReleaseYear INTEGER, Commnt TEXT,
    rb_local_deleted TINYINT DEFAULT 0);
  CREATE TABLE djmdArtist (ID VARCHAR(255) PRIMARY KEY, Name VARCHAR(255));
  CREATE TABLE djmdAlbum (ID VARCHAR(255) PRIMARY KEY, Name VARCHAR(255));
  CREATE TABLE djmdGenre (ID VARCHAR(255) PRIMARY KEY, Name VARCHAR(255));
  CREATE TABLE djmdLabel (ID VARCHAR(255) PRIMARY KEY, Name VARCHAR(255));
  CREATE TABLE djmdKey (ID VARCHAR(255) PRIMARY KEY, ScaleName VARCHAR(255));
  CREATE TABLE djmdSongHistory (ID VARCHAR(255) PRIMARY KEY, HistoryID VARCHAR(255), ContentID VARCHAR(255),
    TrackNo INTEGER, rb_local_deleted TINYINT DEFAULT 0, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL);`;

/** Database encrypted with this key, in the journal mode that the program uses. */
export function encryptedDatabase(path: string, key = KEY, journal = 'WAL'): Database {
  const database = new Database(path);
  database.pragma(`key = "${key}"`);
  database.pragma(`journal_mode = ${journal}`);
  // Test data need not survive a power failure.
  database.pragma('synchronous = OFF');
  return database;
}

export function collection(path: string, key = KEY) {
  const database = encryptedDatabase(path, key);
  database.exec(REKORDBOX_SCHEMA);
  let tracks = 0;
  let plays = 0;
  return {
    database,
    track(artist: string, title: string): string {
      tracks += 1;
      const id = String(100_000 + tracks);
      database.prepare('INSERT INTO djmdArtist VALUES (?, ?)').run([id, artist]);
      for (const [table, name] of [
        ['djmdAlbum', 'LP'],
        ['djmdGenre', 'House'],
        ['djmdLabel', 'Harbour'],
        ['djmdKey', '8A'],
      ] as const) {
        database.prepare(`INSERT INTO ${table} VALUES (?, ?)`).run([id, name]);
      }
      const names = [`/music/${tracks}.mp3`, `${tracks}.mp3`, title];
      database
        .prepare('INSERT INTO djmdContent VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, 12850, 312, 1999, ?, 0)')
        .run([id, ...names, id, id, id, id, id, 'Opener']);
      return id;
    },
    /** Adds a play at this time, in the program's format. */
    play(track: string, at = written(new Date(Date.UTC(2026, 0, 1, 20) + plays * 60_000))) {
      plays += 1;
      database
        .prepare('INSERT INTO djmdSongHistory VALUES (?, ?, ?, ?, 0, ?, ?)')
        .run([`h${plays}`, 'evening', track, plays, at, at]);
    },
    close: () => database.close(),
  };
}

/** Formats as `2026-01-01 20:00:00.000 +00:00`. */
function written(time: Date): string {
  return time.toISOString().replace('T', ' ').replace('Z', ' +00:00');
}
