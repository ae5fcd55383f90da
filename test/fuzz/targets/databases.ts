import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlayerFile, ProDjLinkError } from '@deckcast/prodjlink';
import Database from 'libsql';
import { UpstreamError } from '../../../src/core/errors.ts';
import { Secret } from '../../../src/core/option.ts';
import { systemClock } from '../../../src/host/clock.ts';
import { nodeDisk } from '../../../src/host/disk/node-disk.js';
import { CopyError, DecryptedCopy } from '../../../src/host/sqlite/decrypted-copy.js';
import { ForeignDatabases } from '../../../src/host/sqlite/foreign.ts';
import { EngineLibrary } from '../../../src/sources/hwdevice/engine-library/index.ts';
import { MEDIUM_TRACKS } from '../../../src/sources/libraries/listed-tables.ts';
import { OneLibraries, openTables } from '../../../src/sources/prodjlink/one-library.ts';
import { REKORDBOX } from '../../../src/sources/rekordbox/history.ts';
import { DatabaseRecord, LATEST, MIXXX } from '../../../src/sources/softb/database.ts';
import { SeratoDecks } from '../../../src/sources/softb/serato-decks.ts';
import { loadsSince, SERATO_4, seratoRow } from '../../../src/sources/softb/serato-rows.ts';
import { WatchedDatabase } from '../../../src/sources/softb/watched-database.ts';
import { writeEngineDatabase } from '../../support/engine-database.ts';
import { ONE_LIBRARY_SCHEMA } from '../../support/one-library.ts';
import { encryptedDatabase, KEY, REKORDBOX_SCHEMA } from '../../support/rekordbox.ts';
import { SERATO_4_SCHEMA } from '../../support/serato.ts';
import { acceptedBy, acceptedLater, type FuzzTarget, hold } from '../target.ts';

const MIXXX_TABLES = `
  CREATE TABLE Playlists (id INTEGER PRIMARY KEY, hidden INTEGER);
  CREATE TABLE PlaylistTracks (id INTEGER PRIMARY KEY, playlist_id INTEGER, track_id INTEGER, pl_datetime_added);
  CREATE TABLE library (id INTEGER PRIMARY KEY, artist TEXT, title TEXT, album TEXT, genre TEXT, location INTEGER, duration REAL);
  CREATE TABLE track_locations (id INTEGER PRIMARY KEY, filename TEXT);
  INSERT INTO Playlists VALUES (1, 2);
  INSERT INTO PlaylistTracks VALUES (1, 1, 1, '2026-01-01 20:00:00');
  INSERT INTO library VALUES (1, 'Ada', 'One', 'LP', 'House', 1, 200.5);
  INSERT INTO track_locations VALUES (1, 'one.mp3');`;
const SERATO_PLAY = `
  INSERT INTO history_entry (id, session_id, start_time, played, deck, artist, name, length_sec)
  VALUES (1, 1, 1763700000, 1, '1', 'Ada', 'One', 200);`;
const REKORDBOX_PLAY = `
  INSERT INTO djmdContent (ID, FolderPath, FileNameL, Title, ArtistID, BPM, Length) VALUES ('1', '/m/1.mp3', '1.mp3', 'One', '2', 12850, 200);
  INSERT INTO djmdArtist VALUES ('2', 'Ada');
  INSERT INTO djmdSongHistory VALUES ('3', '4', '1', 1, 0, '2026-01-01 20:00:00.000 +00:00', '');`;
const ONE_LIBRARY_TRACK = `
  INSERT INTO content (content_id, title, bpmx100, length, artist_id_artist, image_id) VALUES (1, 'One', 12850, 200, 2, 3);
  INSERT INTO artist (artist_id, name) VALUES (2, 'Ada');
  INSERT INTO image VALUES (3, '/PIONEER/Artwork/00001/b1.jpg');`;

/** Small pages, so that changes hit. */
const SMALL = 'PRAGMA page_size = 512; ';

export function databases(): FuzzTarget {
  const folder = mkdtempSync(join(tmpdir(), 'deckcast-fuzz-'));
  const path = join(folder, 'input.db');
  const tools = { clock: systemClock, disk: nodeDisk };
  const record = new DatabaseRecord(path, MIXXX, tools);
  const rekordbox = new DatabaseRecord(path, REKORDBOX, tools);
  const serato = new WatchedDatabase(path, SERATO_4, tools);
  const stick = new WatchedDatabase(path, MEDIUM_TRACKS.tables, tools);
  const closing = new AbortController();
  const opened = new ForeignDatabases(systemClock, closing.signal);

  function written(name: string, write: (path: string) => void): Uint8Array {
    const made = join(folder, name);
    write(made);
    return readFileSync(made);
  }
  const tables = (sql: string) => (file: string) => {
    const database = new Database(file);
    database.exec(SMALL + sql.replace('PRAGMA journal_mode = WAL;', ''));
    database.close();
  };
  const row = { path: '../Music/One.mp3', title: 'One', artist: 'Ada', album: 'LP', genre: 'House' };

  return {
    seeds: [
      written('engine1.db', (file) => writeEngineDatabase(file, '1.18.0', [row])),
      written('engine3.db', (file) => writeEngineDatabase(file, '3.0.2', [row])),
      written('serato.db', tables(SERATO_4_SCHEMA + SERATO_PLAY)),
      written('mixxx.db', tables(MIXXX_TABLES)),
      written('rekordbox.db', tables(REKORDBOX_SCHEMA + REKORDBOX_PLAY)),
      written('one-library.db', tables(ONE_LIBRARY_SCHEMA + ONE_LIBRARY_TRACK)),
    ],
    runs: 4,
    async run(bytes) {
      // Open files must not change under their reader.
      writeFileSync(`${path}.new`, bytes);
      renameSync(`${path}.new`, path);
      const library = await acceptedLater(UpstreamError, () => EngineLibrary.open(opened, path));
      await acceptedLater(UpstreamError, async () => {
        const found = await library?.find({
          kind: 'file',
          holder: 'x',
          medium: 'USB',
          path: 'Music/One.mp3',
        });
        if (found?.artId !== undefined) {
          await library?.art(found.artId);
        }
      });
      await library?.close();
      for (const program of [record, rekordbox]) {
        const plays = await acceptedLater(UpstreamError, () => program.newest());
        hold((plays?.length ?? 0) <= LATEST, 'more plays than were asked for');
      }
      await acceptedLater(UpstreamError, async () => {
        const one = await openTables(opened, { path, live: false });
        const { duration = 0 } = (await one.track(1)) ?? {};
        hold(Number.isFinite(duration) && duration >= 0, `a playing time of ${duration}`);
      });
      const listed = await acceptedLater(UpstreamError, () =>
        stick.rows((columns) => ({ sql: MEDIUM_TRACKS.rows(columns), values: { after: 0, most: 10 } }), true),
      );
      for (const row of listed ?? []) {
        const { path: file } = MEDIUM_TRACKS.read(row, '/stick/PIONEER/rekordbox/exportLibrary.db');
        hold(file === '' || file.startsWith('/stick/'), `a track outside of its medium: ${file}`);
      }
      const loads = await acceptedLater(UpstreamError, () => serato.rows(loadsSince(undefined), true));
      const decks = new SeratoDecks();
      decks.update(loads?.map(seratoRow) ?? [], 0);
      hold(
        decks.update([], 0).every((event) => event.kind !== 'tags'),
        'an empty history loads nothing',
      );
    },
    close() {
      closing.abort();
      record.close();
      rekordbox.close();
      serato.close();
      stick.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function encrypted(): FuzzTarget {
  const folder = mkdtempSync(join(tmpdir(), 'deckcast-fuzz-'));
  const path = join(folder, 'input.db');
  const made = join(folder, 'made.db');
  const database = encryptedDatabase(made, KEY);
  database.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)');
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.exec("INSERT INTO t (b) VALUES ('One')");
  const main = readFileSync(made);
  const log = readFileSync(`${made}-wal`);
  database.close();
  return {
    seeds: [Buffer.concat([main, log])],
    runs: 10,
    run(bytes) {
      writeFileSync(path, bytes.subarray(0, main.length));
      writeFileSync(`${path}-wal`, bytes.subarray(main.length));
      const copy = new DecryptedCopy(path, join(folder, 'copy.db'), KEY);
      // Further passes show that the file is at rest.
      let passes = 0;
      while (acceptedBy(CopyError, () => copy.refresh())?.unfinished === true) {
        passes += 1;
        hold(passes < 20, 'a file that does not change is read without end');
      }
    },
    close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function inPlayer(bytes: Uint8Array, log?: Uint8Array): PlayerFile {
  return {
    size: bytes.length,
    modified: 0,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    openBeside: async () => {
      if (log === undefined || log.length === 0) {
        throw new ProDjLinkError('missing', 'the player has no such file');
      }
      return inPlayer(log);
    },
  };
}

/** Copied from a player, decrypted, and asked for a track. */
export function encryptedLibrary(): FuzzTarget {
  const folder = mkdtempSync(join(tmpdir(), 'deckcast-fuzz-'));
  const made = join(folder, 'made.db');
  const database = encryptedDatabase(made, KEY);
  database.exec(ONE_LIBRARY_SCHEMA);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.exec(ONE_LIBRARY_TRACK);
  const main = readFileSync(made);
  const log = readFileSync(`${made}-wal`);
  database.pragma('wal_checkpoint(TRUNCATE)');
  const whole = readFileSync(made);
  database.close();
  const closing = new AbortController();
  const libraries = new OneLibraries({ key: new Secret(KEY), clock: systemClock, signal: closing.signal });
  return {
    seeds: [whole, Buffer.concat([main, log]), whole.subarray(0, whole.length - 2_000)],
    runs: 2,
    async run(bytes) {
      const file = inPlayer(bytes.subarray(0, main.length), bytes.subarray(main.length));
      const rows = await acceptedLater(UpstreamError, () => libraries.open(file, closing.signal));
      await acceptedLater(UpstreamError, async () => {
        await rows?.index(() => undefined);
        const track = await rows?.track(1);
        hold(track === undefined || track.title === 'One', 'a page that was changed is believed');
      });
      await rows?.close?.();
    },
    async close() {
      closing.abort();
      await libraries.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
