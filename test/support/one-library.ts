/** OneLibrary of a medium, written by SQLCipher itself. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenTrack } from '@deckcast/prodjlink/library';
import type Database from '@signalapp/sqlcipher';
import { testFolder } from './folder.ts';
import { encryptedDatabase, KEY } from './rekordbox.ts';

export const ONE_LIBRARY_PATH = 'PIONEER/rekordbox/exportLibrary.db';

/** Tables that are read, after published descriptions. The real library has more columns. */
export const ONE_LIBRARY_SCHEMA = `
  CREATE TABLE content (content_id INTEGER PRIMARY KEY, title VARCHAR, titleForSearch VARCHAR, subtitle VARCHAR,
    bpmx100 INTEGER, length INTEGER, artist_id_artist INTEGER, artist_id_remixer INTEGER, album_id INTEGER,
    genre_id INTEGER, label_id INTEGER, key_id INTEGER, image_id INTEGER, djComment VARCHAR, rating INTEGER,
    releaseYear INTEGER, path VARCHAR, fileName VARCHAR, isrc VARCHAR);
  CREATE TABLE artist (artist_id INTEGER PRIMARY KEY, name VARCHAR, nameForSearch VARCHAR);
  CREATE TABLE album (album_id INTEGER PRIMARY KEY, name VARCHAR, artist_id INTEGER);
  CREATE TABLE genre (genre_id INTEGER PRIMARY KEY, name VARCHAR);
  CREATE TABLE label (label_id INTEGER PRIMARY KEY, name VARCHAR);
  CREATE TABLE key (key_id INTEGER PRIMARY KEY, name VARCHAR);
  CREATE TABLE image (image_id INTEGER PRIMARY KEY, path VARCHAR);`;

export interface OneLibraryOptions {
  readonly key?: string;
  readonly journal?: 'DELETE' | 'WAL';
  /** Changes the database before it is copied. */
  readonly change?: (database: Database) => void;
}

/** Bytes of the database and of its log; empty without one. */
export async function writtenOneLibrary(
  tracks: readonly WrittenTrack[],
  { key = KEY, journal = 'DELETE', change }: OneLibraryOptions = {},
): Promise<{ readonly library: Uint8Array; readonly log: Uint8Array }> {
  const path = join(await testFolder(), 'exportLibrary.db');
  const database = encryptedDatabase(path, key, journal);
  database.exec(ONE_LIBRARY_SCHEMA);
  database.exec('BEGIN');
  for (const track of tracks) {
    add(database, track);
  }
  database.exec('COMMIT');
  change?.(database);
  const library = readFileSync(path);
  const log = journal === 'WAL' ? readFileSync(`${path}-wal`) : new Uint8Array();
  database.close();
  rmSync(path);
  return { library, log };
}

/** Bytes of the database. */
export async function oneLibrary(
  tracks: readonly WrittenTrack[],
  options: OneLibraryOptions = {},
): Promise<Uint8Array> {
  return (await writtenOneLibrary(tracks, options)).library;
}

function add(database: Database, track: WrittenTrack): void {
  const idOf = (table: string, column: string, text = ''): number | null => {
    if (text === '') {
      return null;
    }
    const known = database
      .prepare(`SELECT ${table}_id AS id FROM "${table}" WHERE ${column} = ?`)
      .get([text]);
    if (known !== undefined) {
      return Number(known.id);
    }
    return Number(
      database.prepare(`INSERT INTO "${table}" (${column}) VALUES (?)`).run([text]).lastInsertRowid,
    );
  };
  const row = {
    content_id: track.id,
    title: track.title ?? null,
    bpmx100: Math.round((track.bpm ?? 0) * 100),
    length: track.duration ?? 0,
    artist_id_artist: idOf('artist', 'name', track.artist),
    artist_id_remixer: idOf('artist', 'name', track.remixer),
    album_id: idOf('album', 'name', track.album),
    genre_id: idOf('genre', 'name', track.genre),
    label_id: idOf('label', 'name', track.label),
    key_id: idOf('key', 'name', track.key),
    image_id: idOf('image', 'path', track.artworkPath),
    djComment: track.comment ?? null,
    releaseYear: track.year ?? 0,
    path: track.filePath ?? `/Contents/${track.fileName ?? `${track.id}.mp3`}`,
    fileName: track.fileName ?? null,
    isrc: track.isrc ?? null,
  };
  const names = Object.keys(row);
  database
    .prepare(`INSERT INTO content (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(Object.values(row));
}
