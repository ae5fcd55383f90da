import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { amount } from '../../../test/support/full-length.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import {
  SERATO_4_SCHEMA,
  SESSION_HEAD,
  type SeratoEntry,
  sessionEntry,
} from '../../../test/support/serato.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { UpstreamError } from '../../core/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { historyLocations } from './locations.ts';
import { openRecord } from './open.ts';
import { DjSoftwareSource } from './source.ts';

let home: string;
let log: ReturnType<typeof keptLog>;
let source: DjSoftwareSource;
let running: RunningSource | undefined;
let writer: ChildProcess | undefined;
/** The program whose record was read. */
let looked: string | undefined;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'softb-'));
  log = keptLog();
  looked = undefined;
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  if (writer !== undefined && writer.exitCode === null) {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  }
  writer = undefined;
  await rm(home, { recursive: true, force: true });
});

/** A home directory on a Mac, where all three programs may be. */
function start(): RunningSource {
  source = new DjSoftwareSource({
    log,
    clock: hurriedClock(20),
    disk: nodeDisk,
    places: historyLocations({ platform: 'darwin', directory: home, env: {} }),
    open(place, tools) {
      const record = openRecord(place, tools);
      return {
        async playsAfter(last) {
          const plays = await record.playsAfter(last);
          looked = place.program;
          return plays;
        },
        close: () => record.close(),
      };
    },
  });
  running = runSource(source);
  return running;
}

/** Returns after the first look at the program's record: what is played from then on is new. */
async function started(program: string): Promise<RunningSource> {
  const now = start();
  await waitFor(`a look at the record of ${program}`, () => (looked === program ? true : undefined));
  return now;
}

describe('Serato DJ 4', () => {
  const folder = () => join(home, 'Library', 'Application Support', 'Serato', 'Library');
  let database: Database.Database;

  beforeEach(async () => {
    await mkdir(folder(), { recursive: true });
    database = new Database(join(folder(), 'master.sqlite'));
    database.exec(SERATO_4_SCHEMA);
  });

  afterEach(() => {
    database.close();
  });

  function load(
    id: number,
    title: string,
    change: { start?: number; deck?: number; played?: number } = {},
  ): void {
    database
      .prepare(
        `INSERT INTO history_entry (id, session_id, deck, start_time, played, artist, name, genre, file_name, length_sec,
          bpm, key, year) VALUES (?, 1, ?, ?, ?, 'Artist', ?, 'House', ?, 321.5, 127.5, 'Am', '1999')`,
      )
      .run(
        id,
        String(change.deck ?? 1),
        change.start ?? 1000 + id,
        change.played ?? 1,
        title,
        `${title}.mp3`,
      );
  }

  function play(id: number): void {
    database.prepare('UPDATE history_entry SET played = 1 WHERE id = ?').run(id);
  }

  test('is read where a version has no tempo, key and year', async () => {
    database.exec(
      ['bpm', 'key', 'year'].map((column) => `ALTER TABLE history_entry DROP COLUMN ${column};`).join(''),
    );
    const { announces, transitions } = await started('Serato DJ 4');
    database.exec(
      "INSERT INTO history_entry (id, session_id, deck, start_time, played, name) VALUES (2, 1, '1', 1002, 1, 'One')",
    );
    await announces(1);
    expect(transitions[0]?.track).toMatchObject({ title: 'One', bpm: 0, key: '', year: 0 });
  });

  test('is watched in its own place, and what it played before the start is not announced', async () => {
    load(1, 'Before');
    const { announced, announces, transitions } = await started('Serato DJ 4');
    load(2, 'One', { deck: 2 });
    await announces(1);
    expect(announced).toEqual(['Artist - One']);
    expect(transitions[0]).toMatchObject({
      deck: '2',
      track: {
        genre: 'House',
        filename: 'One.mp3',
        durationMs: 321_500,
        bpm: 127.5,
        key: 'Am',
        year: 1999,
      },
    });
    expect(source.health().watching).toContain('Serato DJ 4: ');
  });

  test('of the decks that were audible, the one that was loaded last wins', async () => {
    const { announced, announces } = await started('Serato DJ 4');
    load(1, 'First', { played: 0, deck: 1 });
    load(2, 'Second', { played: 0, deck: 2 });
    play(1);
    await announces(1);
    play(2);
    await announces(2);
    database.prepare('UPDATE history_entry SET played = 0 WHERE id = 2').run();
    load(3, 'Third');
    await announces(3);
    expect(announced).toEqual(['Artist - First', 'Artist - Second', 'Artist - Third']);
  });

  test('the same track on another deck is the same track', async () => {
    const { announced, announces } = await started('Serato DJ 4');
    load(1, 'One', { deck: 1 });
    load(2, 'One', { deck: 2 });
    load(3, 'Two', { deck: 1 });
    await announces(2);
    expect(announced).toEqual(['Artist - One', 'Artist - Two']);
  });

  test('is read while another process writes it, each play once and in order', async () => {
    const { announced, announces } = await started('Serato DJ 4');
    database.close();
    const count = amount({ short: 30, full: 200 });
    writer = spawn(process.execPath, ['-e', LIVE_WRITER, join(folder(), 'master.sqlite'), String(count)], {
      stdio: 'inherit',
    });
    await announces(count);
    expect(announced).toEqual(Array.from({ length: count }, (_, index) => `Writer - ${index}`));
    database = new Database(':memory:');
  });

  test('a name in some old encoding is shown as well as it can be read, and ends nothing', async () => {
    const { announced, announces } = await started('Serato DJ 4');
    database.exec(
      `INSERT INTO history_entry (id, session_id, deck, start_time, played, artist, name)
       VALUES (1, 1, CAST(x'b1' AS TEXT), 1001, 1, CAST(x'42f6726b' AS TEXT), 'Blue')`,
    );
    load(2, 'One');
    await announces(2);
    expect(announced).toEqual(['B\ufffdrk - Blue', 'Artist - One']);
  });

  test('a database of another form is reported with its path, and the rest goes on', async () => {
    database.exec('ALTER TABLE history_entry RENAME TO something_else');
    start();
    await waitFor('a problem', () => source.health().problem);
    expect(source.health().problem).toContain('the database has no table history_entry');
    database.exec('ALTER TABLE something_else RENAME TO history_entry');
    await waitFor('no problem', () => (source.health().problem === undefined ? true : undefined));
  });
});

describe('Serato DJ 3', () => {
  const sessions = () => join(home, 'Music', '_Serato_', 'History', 'Sessions');

  function entry(row: number, title: string, played = true): SeratoEntry {
    return { row, artist: 'Artist', title, start: 1000 + row, deck: 1 + (row % 2), played };
  }

  beforeEach(() => mkdir(sessions(), { recursive: true }));

  test('is followed from session file to session file', async () => {
    await writeFile(
      join(sessions(), '1.session'),
      Buffer.concat([SESSION_HEAD, sessionEntry(entry(1, 'Before'))]),
    );
    const { announced, announces } = await started('Serato DJ 3');
    await appendFile(join(sessions(), '1.session'), sessionEntry(entry(2, 'One', false)));
    await appendFile(join(sessions(), '1.session'), sessionEntry(entry(2, 'One')));
    await announces(1);
    await writeFile(join(sessions(), '2.session'), SESSION_HEAD);
    await appendFile(join(sessions(), '2.session'), sessionEntry(entry(3, 'Two')));
    await announces(2);
    expect(announced).toEqual(['Artist - One', 'Artist - Two']);
  });

  test('is read while it writes in pieces', async () => {
    const path = join(sessions(), '1.session');
    await writeFile(path, SESSION_HEAD);
    const { announced, announces } = await started('Serato DJ 3');
    const bytes = sessionEntry(entry(1, 'One'));
    for (let at = 0; at < bytes.length; at += 64) {
      await appendFile(path, bytes.subarray(at, at + 64));
      await systemClock.sleep(50);
    }
    await announces(1);
    expect(announced).toEqual(['Artist - One']);
  });
});

describe('Mixxx', () => {
  let database: Database.Database;

  beforeEach(async () => {
    const folder = join(home, 'Library', 'Application Support', 'Mixxx');
    await mkdir(folder, { recursive: true });
    database = new Database(join(folder, 'mixxxdb.sqlite'));
    // The tables and playlists are the real program's: scripts/mixxx-schema.sh.
    database.exec('PRAGMA foreign_keys = OFF');
    database.exec(await readFile(new URL('../../../test/support/mixxx.sql', import.meta.url), 'utf8'));
  });

  afterEach(() => {
    database.close();
  });

  /** As Mixxx does it when the audience has heard a track: the track is in the library, its playlist entry is new. */
  function played(id: number, title: string, playlist: number): void {
    database.prepare('INSERT INTO track_locations (id, filename) VALUES (?, ?)').run(id, `${title}.ogg`);
    database
      .prepare(
        "INSERT INTO library (id, artist, title, genre, duration, bpm, key, comment, year, location) VALUES (?, 'Artist', ?, 'Techno', 200.5, 139.99, 'Gm', 'Opener', '2001-03-01', ?)",
      )
      .run(id, title, id);
    database
      .prepare(
        "INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added) VALUES (?, ?, ?, datetime('now'))",
      )
      .run(playlist, id, id);
  }

  /** Of the fixture's playlists. */
  const AUTO_DJ = 1;
  const SESSION = 2;

  test('is watched where nothing else is, and only its session counts', async () => {
    played(1, 'Before', SESSION);
    const { announced, announces, transitions } = await started('Mixxx');
    played(2, 'Queued', AUTO_DJ);
    played(3, 'One', SESSION);
    await announces(1);
    played(4, 'Two', SESSION);
    await announces(2);
    expect(announced).toEqual(['Artist - One', 'Artist - Two']);
    expect(transitions[0]?.track).toMatchObject({
      genre: 'Techno',
      durationMs: 200_500,
      bpm: 139.99,
      key: 'Gm',
      comment: 'Opener',
      year: 2001,
      filename: 'One.ogg',
    });
  });
});

test('a database that cannot be used is reported at once', async () => {
  await mkdir(join(home, 'Music', '_Serato_', 'History', 'Sessions'), { recursive: true });
  const reason = 'reading it takes longer than 10 seconds';
  source = new DjSoftwareSource({
    log,
    clock: fakeClock(),
    disk: nodeDisk,
    places: historyLocations({ platform: 'darwin', directory: home, env: {} }),
    open: () => ({
      playsAfter: () => Promise.reject(new UpstreamError(reason, 'drop')),
      close: () => undefined,
    }),
  });
  running = runSource(source);
  const warning = await waitFor('a warning', () => log.lines.find(({ level }) => level === 'warn'));
  expect(warning).toMatchObject({
    message: 'the record of the DJ software cannot be read',
    fields: { reason },
  });
  expect(source.health().problem).toContain(reason);
});

test('software that is installed later is found', async () => {
  start();
  await waitFor('a warning', () => log.at('warn')[0]);
  expect(source.health().watching).toBe('nothing: no DJ software was found yet');
  await mkdir(join(home, 'Music', '_Serato_', 'History', 'Sessions'), { recursive: true });
  await waitFor('a program', () => log.lines.find(({ fields }) => fields.program === 'Serato DJ 3'));
});

/** Writes plays as a program does that stays open: its own connection, one transaction each. */
const LIVE_WRITER = `
const Database = require('libsql');
const [path, count] = process.argv.slice(1);
const database = new Database(path);
const insert = database.prepare(
  "INSERT INTO history_entry (session_id, deck, start_time, played, artist, name) VALUES (1, '1', ?, 0, 'Writer', ?)",
);
const play = database.prepare('UPDATE history_entry SET played = 1 WHERE id = ?');
let written = 0;
const next = () => {
  const { lastInsertRowid } = insert.run(5000 + Math.floor(written / 2), String(written));
  play.run(lastInsertRowid);
  written += 1;
  if (written < Number(count)) setTimeout(next, 10);
  else setTimeout(() => database.close(), 2000);
};
next();
`;
