import { randomBytes } from 'node:crypto';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { heardRoom } from '../../../test/support/heard-room.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import {
  SERATO_4_SCHEMA,
  SESSION_HEAD,
  type SeratoEntry,
  sessionEntry,
} from '../../../test/support/serato.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { RoomHearing } from '../../core/contracts/hearing.ts';
import { UpstreamError } from '../../core/errors.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import { deckOptions } from '../../decks/options.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { PlayIds } from '../shared/play-ids.ts';
import { examineSoftware } from './examine.ts';
import { historyLocations } from './locations.ts';
import { RecordPoller } from './record-poller.ts';
import { RecordSource } from './record-source.ts';
import { DjSoftwareSource } from './source.ts';

let home: string;
let log: ReturnType<typeof keptLog>;
let source: DjSoftwareSource;
let running: RunningSource | undefined;
/** Pauses of the poller. */
let pauses = 0;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'softb-'));
  log = keptLog();
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  await rm(home, { recursive: true, force: true });
});

/** macOS, with room for all three programs. */
function start(hearing?: RoomHearing, goesOn?: (track: Track) => boolean): RunningSource {
  const places = historyLocations({ platform: 'darwin', directory: home, env: {} });
  const clock = hurriedClock(20);
  source = new DjSoftwareSource(settingsOf(deckOptions, {}), places, {
    log,
    clock: {
      ...clock,
      sleep: (ms, signal) => {
        pauses += 1;
        return clock.sleep(ms, signal);
      },
    },
    disk: nodeDisk,
    ...(hearing && { hearing }),
    ...(goesOn && { goesOn }),
  });
  running = runSource(source);
  return running;
}

/** Waits until the record was read again, twice to be sure. */
async function waitForReads(): Promise<void> {
  const before = pauses;
  await waitFor('reads of the record', () => pauses > before + 2 || undefined);
}

/** Later plays than the first poll are new. */
async function started(program: string, hearing?: RoomHearing): Promise<RunningSource> {
  const now = start(hearing);
  await waitFor(`a look at the record of ${program}`, () =>
    log.lines.find(({ message, fields }) => message === 'watching DJ software' && fields.program === program),
  );
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

  function load(id: number, title: string, { deck = 1, played = 1, at = 1000 + id } = {}): void {
    database
      .prepare(
        `INSERT INTO history_entry (id, session_id, deck, start_time, played, artist, name, genre, file_name, length_sec,
          bpm, key, year) VALUES (?, 1, ?, ?, ?, 'Artist', ?, 'House', ?, 321.5, 127.5, 'Am', '1999')`,
      )
      .run(id, String(deck), at, played, title, `${title}.mp3`);
  }

  test('is read even if a version stores no tempo, key, year and volume', async () => {
    const drops = ['bpm', 'key', 'year', 'location_id']
      .map((column) => `ALTER TABLE history_entry DROP COLUMN ${column};`)
      .join('');
    database.exec(
      `CREATE TABLE other AS SELECT * FROM history_entry; DROP TABLE history_entry; ALTER TABLE other RENAME TO history_entry; ${drops}`,
    );
    const { announces, transitions } = await started('Serato DJ 4');
    database.exec(
      "INSERT INTO history_entry (id, session_id, deck, start_time, played, name, file_name) VALUES (2, 1, '1', 1002, 1, 'One', 'One.mp3')",
    );
    await announces(1);
    const unknown = { bpm: 0, key: '', year: 0 };
    expect(transitions[0]?.track).toMatchObject({ title: 'One', filename: 'One.mp3', ...unknown });
  });

  test('is watched in its default place, and earlier plays are not announced', async () => {
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
    expect(source.health().program).toBe('Serato DJ 4');
    // Undecodable bytes of a name become replacement characters.
    database.exec(
      `INSERT INTO history_entry (id, session_id, deck, start_time, played, artist, name)
       VALUES (3, 1, CAST(x'b1' AS TEXT), 1003, 1, CAST(x'42f6726b' AS TEXT), 'Blue')`,
    );
    await announces(2);
    load(4, 'Two');
    await announces(3);
    expect(announced.slice(1)).toEqual(['B\ufffdrk - Blue', 'Artist - Two']);
  });

  test("reports each deck's share of the sound while hearing is on", async () => {
    const { hearing, hears } = heardRoom();
    const { loaded } = await started('Serato DJ 4', hearing);
    load(1, 'First', { deck: 1 });
    database.exec("UPDATE history_entry SET portable_id = '/music/First.mp3'");
    await waitFor('a load', () => loaded[0]);
    hears({ '/music/First.mp3': 0.7 });
    expect(source.audible()).toMatchObject([{ track: { title: 'First' }, share: 0.7 }]);
  });

  test('shows its decks, and that only loads are known', async () => {
    const { announces } = await started('Serato DJ 4');
    load(1, 'First', { deck: 1 });
    await announces(1);
    load(2, 'Second', { played: 0, deck: 2 });
    const decks = await waitFor('two decks', () => {
      const views = source.decks() ?? [];
      return views.length === 2 && views.every(({ play }) => play !== undefined) ? views : undefined;
    });
    expect(decks).toMatchObject([
      {
        deck: '1',
        device: 'Serato DJ',
        track: { title: 'First' },
        featured: true,
        reason: 'Deck 1 leads: its track counted as played last',
      },
      {
        deck: '2',
        track: { title: 'Second' },
        featured: false,
        reason: 'Deck 2 waits until the DJ program counts its track as played',
      },
    ]);
    expect(source.putOnAir?.('2')).toBe(true);
    await announces(2);
  });

  test('shows no earlier deck of a set that goes on as the next one', async () => {
    load(1, 'One');
    load(2, 'Two', { deck: 2 });
    load(3, 'Three', { deck: 3, played: 0 });
    const { announces } = start(undefined, ({ title }) => title === 'Two');
    await announces(1);
    expect(source.decks()?.map(({ deck, announced }) => [deck, announced])).toEqual([
      ['1', true],
      ['2', true],
      ['3', false],
    ]);
    expect(source.health().lastHeardAt).toBeDefined();
  });

  test('shows no deck as the next one that counted as played before the start', async () => {
    load(1, 'One');
    load(2, 'Two', { deck: 2, played: 0 });
    await started('Serato DJ 4');
    const decks = await waitFor('two decks', () => {
      const views = source.decks() ?? [];
      return views.length === 2 && views.every(({ play }) => play !== undefined) ? views : undefined;
    });
    expect(decks).toMatchObject([
      {
        announced: true,
        reason: 'Deck 1 waits: it already counted as played when deckcast began to read',
      },
      { announced: false },
    ]);
  });

  test('notices changes of a deck that was loaded more than 200 rows ago', async () => {
    load(1, 'Long ago', { deck: 3, played: 0 });
    load(2, 'Swapped', { deck: 4, played: 0 });
    const { announced, announces, loaded } = await started('Serato DJ 4');
    await waitFor('the loads', () => (loaded.length === 2 ? true : undefined));
    database.exec('BEGIN');
    for (let id = 3; id < 300; id++) {
      load(id, `Previewed ${id}`, { played: 0 });
    }
    database.exec('COMMIT');
    const decks = (): string =>
      (source.decks() ?? []).map(({ deck, track }) => `${deck} ${track.title}`).join();
    await waitFor('the last load', () => decks().includes('Previewed 299') || undefined);
    database.exec("UPDATE history_entry SET deck = '2' WHERE id = 2");
    await waitFor('the swap', () => decks().includes('2 Swapped') || undefined);
    database.exec('UPDATE history_entry SET played = 1 WHERE id = 1');
    await announces(1);
    expect(announced).toEqual(['Artist - Long ago']);
    database.exec('UPDATE history_entry SET end_time = 2000 WHERE id = 1');
    await waitFor('the eject', () => !decks().includes('Long ago') || undefined);
  });

  test('finds a deck that was loaded more than 200 rows before the start', async () => {
    load(1, 'Long ago', { deck: 3, played: 0 });
    for (let id = 2; id < 300; id++) {
      load(id, `Previewed ${id}`, { played: 0 });
    }
    const { announces, announced } = await started('Serato DJ 4');
    database.exec('UPDATE history_entry SET played = 1 WHERE id = 1');
    await announces(1);
    expect(announced).toEqual(['Artist - Long ago']);
  });

  test('is followed after its database was replaced by a new one', async () => {
    load(500, 'Before');
    const { announces, announced } = await started('Serato DJ 4');
    database.close();
    await rm(folder(), { recursive: true });
    await mkdir(folder(), { recursive: true });
    database = new Database(join(folder(), 'master.sqlite'));
    database.exec(SERATO_4_SCHEMA);
    load(1, 'One', { played: 0, at: 2000 });
    await waitFor('its load', () => source.decks()?.some(({ track }) => track.title === 'One') || undefined);
    database.exec('UPDATE history_entry SET played = 1 WHERE id = 1');
    await announces(1);
    expect(announced).toEqual(['Artist - One']);
  });

  test('reports a database with another schema and its path, and other parts go on', async () => {
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

  test('reports a damaged session file with its path, and what to do, until a whole one follows', async () => {
    const path = (name: string) => join(sessions(), name);
    await writeFile(path('1.session'), SESSION_HEAD);
    const { announced, announces } = await started('Serato DJ 3');
    await writeFile(path('2.session'), randomBytes(4_000));
    await waitFor('the problem', () => source.health().problem);
    expect(String(source.health().problem)).toBe(
      `the play history cannot be read: ${path('2.session')} is damaged: it contains no track that can be read (${ADVICE})`,
    );
    expect(log.at('warn')).toEqual(['cannot read the record of the DJ software']);
    expect(await examined()).toEqual([
      `fault: the play history cannot be read: ${path('2.session')} is damaged: it contains no track that can be read: ${ADVICE}`,
    ]);

    const whole = Buffer.concat([
      SESSION_HEAD,
      sessionEntry(entry(2, 'Lost')),
      sessionEntry(entry(3, 'One')),
    ]);
    whole.fill(0xa7, SESSION_HEAD.length, SESSION_HEAD.length + 20);
    await writeFile(path('3.session'), whole);
    await announces(1);
    expect(announced).toEqual(['Artist - One']);
    expect(await examined()).toEqual([
      `warning: ${path('3.session')} is damaged: some of its tracks cannot be read: ${ADVICE}`,
    ]);
    expect(String(source.health().problem)).toContain('3.session is damaged: some of its tracks');
    await writeFile(path('4.session'), SESSION_HEAD);
    await waitFor('the end of the problem', () => source.health().problem === undefined || undefined);
    expect((await examined())[0]).toMatch(/^ok: /);
  });

  test('shows the decks of its file, also the one that is cued', async () => {
    const file = join(sessions(), '1.session');
    await writeFile(file, SESSION_HEAD);
    const { announced, announces, loaded } = await started('Serato DJ 3');
    await appendFile(file, sessionEntry(entry(1, 'On air')));
    await announces(1);
    await appendFile(file, sessionEntry(entry(2, 'Cued', false)));
    await waitFor('the cued track', () => loaded.find(({ title }) => title === 'Cued'));
    expect(
      source.decks()?.map(({ deck, track, featured, announced }) => [deck, track.title, featured, announced]),
    ).toEqual([
      ['1', 'Cued', false, false],
      ['2', 'On air', true, true],
    ]);
    expect(source.putOnAir?.('1')).toBe(true);
    await announces(2);
    expect(announced).toEqual(['Artist - On air', 'Artist - Cued']);
  });

  test('empties a deck when its track is ejected, and goes on with the track before it', async () => {
    const file = join(sessions(), '1.session');
    await writeFile(file, SESSION_HEAD);
    const { announces, transitions } = await started('Serato DJ 3');
    const decks = () => source.decks()?.map(({ track, reason }) => `${track.title}: ${reason}`);
    const empty = ': Deck 1 is empty';
    const back = expect.stringContaining('On air: Deck 2 leads: its track counted as played last');
    await appendFile(file, sessionEntry(entry(1, 'On air')));
    await announces(1);
    await appendFile(file, sessionEntry(entry(2, 'Tried')));
    await announces(2);
    await appendFile(file, sessionEntry({ ...entry(2, 'Tried'), playtime: 7 }));
    const [onAir, tried] = transitions;
    const again = { playId: onAir?.playId, correction: { mistake: tried?.playId } };
    await expect.poll(() => transitions.at(-1)).toMatchObject(again);
    await expect.poll(decks).toEqual([empty, back]);
    await appendFile(file, sessionEntry(entry(4, 'Cued', false)));
    await expect.poll(decks).toEqual([expect.stringContaining('Cued: Deck 1 waits'), back]);
    await appendFile(file, sessionEntry({ ...entry(4, 'Cued', false), playtime: 3 }));
    await expect.poll(decks).toEqual([empty, back]);
  });

  test.each<readonly [string, (file: string) => Promise<void>]>([
    ['emptied', (file) => writeFile(file, '')],
    ['removed', (file) => rm(file)],
    [
      'replaced by an older session',
      async (file) => {
        await rm(file);
        const older = Buffer.concat([SESSION_HEAD, sessionEntry({ ...entry(7, 'Older'), start: 7 })]);
        await writeFile(join(sessions(), '0.session'), older);
      },
    ],
  ])('announces nothing again when its file was %s and comes back', async (_case, loses) => {
    const file = join(sessions(), '1.session');
    await writeFile(file, SESSION_HEAD);
    const { announced, announces } = await started('Serato DJ 3');
    await appendFile(file, sessionEntry(entry(1, 'One')));
    await announces(1);
    await appendFile(file, sessionEntry(entry(2, 'Cued', false)));
    await waitFor(
      'two decks',
      () => (source.decks()?.every(({ play }) => play) && source.decks()?.length === 2) || undefined,
    );
    source.putOnAir?.('1');
    await announces(2);
    const whole = await readFile(file);
    await loses(file);
    await waitForReads();
    await writeFile(file, whole);
    await waitForReads();
    expect(source.decks()?.map(({ track, featured }) => [track.title, featured])).toEqual([
      ['Cued', true],
      ['One', false],
    ]);
    await appendFile(file, sessionEntry(entry(3, 'Three')));
    await announces(3);
    expect(announced).toEqual(['Artist - One', 'Artist - Cued', 'Artist - Three']);
  });

  const ADVICE = 'restart Serato DJ so that it begins a new session, or move the file to another folder';

  async function examined(): Promise<readonly string[]> {
    const tools = { ...{ log, disk: nodeDisk, clock: fakeClock(), fetch, userAgent: 'deckcast' } };
    const here = { chosen: true, running: true, listenMs: 0, licensed: true };
    const places = historyLocations({ platform: 'darwin', directory: home, env: {} });
    const found = await examineSoftware(places, { ...tools, ...here });
    return found.map(({ severity, finding, todo }) => `${severity}: ${finding}: ${todo}`);
  }

  test('announces a track that was loaded before the one on air, once it is played', async () => {
    const file = join(sessions(), '1.session');
    await writeFile(file, SESSION_HEAD);
    const { announced, announces } = await started('Serato DJ 3');
    await appendFile(file, sessionEntry(entry(1, 'Loaded first', false)));
    await appendFile(file, sessionEntry(entry(2, 'Played first')));
    await announces(1);
    await appendFile(file, sessionEntry(entry(1, 'Loaded first')));
    await announces(2);
    expect(announced).toEqual(['Artist - Played first', 'Artist - Loaded first']);
  });

  test.each([false, true])(
    'is followed after the History folder was rebuilt (times of 8 bytes: %s)',
    async (longTimes) => {
      const started3 = () => started('Serato DJ 3');
      const at = (row: number, title: string, start: number) => ({ ...entry(row, title), start, longTimes });
      await writeFile(
        join(sessions(), '7.session'),
        Buffer.concat([SESSION_HEAD, sessionEntry(at(9, 'Before', 1000))]),
      );
      const { announced, announces } = await started3();
      await appendFile(join(sessions(), '7.session'), sessionEntry(at(10, 'One', 2000)));
      await announces(1);
      await rm(join(home, 'Music', '_Serato_', 'History'), { recursive: true });
      await expect
        .poll(() => String(source.health().problem))
        .toMatch(/\(ENOENT\).*\(put the folder or file back where it was, or start/);
      await mkdir(sessions(), { recursive: true });
      // Serato counts rows from the first again.
      await writeFile(
        join(sessions(), '1.session'),
        Buffer.concat([SESSION_HEAD, sessionEntry(at(1, 'Two', 3000))]),
      );
      await announces(2);
      await writeFile(
        join(sessions(), '2.session'),
        Buffer.concat([SESSION_HEAD, sessionEntry(at(2, 'Restored', 500))]),
      );
      await appendFile(join(sessions(), '2.session'), sessionEntry(at(3, 'Three', 4000)));
      await announces(3);
      expect(announced).toEqual(['Artist - One', 'Artist - Two', 'Artist - Three']);
      expect(source.health().problem).toBeUndefined();
      expect(log.at('info').at(-1)).toBe('reading the record of the DJ software works again');
    },
  );
});

describe('Mixxx', () => {
  let database: Database.Database;

  beforeEach(async () => {
    const folder = join(home, 'Library', 'Application Support', 'Mixxx');
    await mkdir(folder, { recursive: true });
    database = new Database(join(folder, 'mixxxdb.sqlite'));
    // Uses the real program's tables and playlists: scripts/mixxx-schema.sh. Waits for readers, like the real one.
    database.exec('PRAGMA busy_timeout = 60000; PRAGMA foreign_keys = OFF');
    database.exec(await readFile(new URL('../../../test/support/mixxx.sql', import.meta.url), 'utf8'));
  });

  afterEach(() => {
    database.close();
  });

  /**
   * Mixxx adds an entry once the audience has heard a track of the library. `ago`: modifier of SQLite's date functions.
   */
  function played(id: number, title: string, playlist: number, ago = '+0 seconds'): void {
    database.prepare('INSERT INTO track_locations (id, filename) VALUES (?, ?)').run(id, `${title}.ogg`);
    database
      .prepare(
        "INSERT INTO library (id, artist, title, genre, duration, bpm, key, comment, year, location) VALUES (?, 'Artist', ?, 'Techno', 200.5, 139.99, 'Gm', 'Opener', '2001-03-01', ?)",
      )
      .run(id, title, id);
    database
      .prepare(
        "INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added) VALUES (?, ?, ?, datetime('now', ?))",
      )
      .run(playlist, id, id, ago);
  }

  /** Mixxx's "Remove" finds the row by its position. */
  function removed(playlist: number, position: number): void {
    database.exec(`BEGIN;
      DELETE FROM PlaylistTracks WHERE playlist_id = ${playlist} AND position = ${position};
      UPDATE PlaylistTracks SET position = position - 1
        WHERE position >= ${position} AND playlist_id = ${playlist};
      COMMIT`);
  }

  /** Mixxx deletes sessions with too few tracks at its start. */
  function purged(playlist: number): void {
    database.exec(`BEGIN; DELETE FROM PlaylistTracks WHERE playlist_id = ${playlist};
      DELETE FROM Playlists WHERE id = ${playlist}; COMMIT`);
  }

  function session(id: number, name: string): void {
    database.exec(`INSERT INTO Playlists (id, name, position, hidden) VALUES (${id}, '${name}', ${id}, 2)`);
  }

  /** Playlists in the fixture. */
  const AUTO_DJ = 1;
  const SESSION = 2;

  test('is watched if no other program exists, and only its session counts', async () => {
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

  test('has no decks, so none can be put on air', async () => {
    await started('Mixxx');
    expect(source.putOnAir).toBeUndefined();
  });

  test('shows the next track after the newest row was removed', async () => {
    played(1, 'Before', SESSION, '-10 minutes');
    const { announced, announces } = await started('Mixxx');
    played(2, 'One', SESSION, '-5 minutes');
    await announces(1);
    removed(SESSION, 2);
    // Mixxx gives its next row the number of the removed one.
    played(3, 'Two', SESSION);
    await announces(2);
    expect(announced).toEqual(['Artist - One', 'Artist - Two']);
  });

  test('shows the next tracks after a session was purged', async () => {
    for (const [id, title] of ['A', 'B', 'C'].entries()) {
      played(id + 1, title, SESSION, `-${9 - id} minutes`);
    }
    const { announced, announces } = await started('Mixxx');
    purged(SESSION);
    session(3, 'Next');
    for (const [id, title] of ['One', 'Two', 'Three'].entries()) {
      played(id + 4, title, 3, `-${6 - 2 * id} seconds`);
      await announces(id + 1);
    }
    expect(announced).toEqual(['Artist - One', 'Artist - Two', 'Artist - Three']);
  });

  test('announces nothing when sessions are joined, or tracks are dropped into the running one', async () => {
    for (const [id, title] of ['A', 'B', 'C', 'D'].entries()) {
      played(id + 1, title, SESSION, `-${60 - id} minutes`);
    }
    session(3, 'Current');
    const { announced, announces } = await started('Mixxx');
    played(5, 'One', 3, '-5 seconds');
    await announces(1);
    // "Join with previous", from the current session and from the one before.
    database.exec(`BEGIN; INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added)
      SELECT ${SESSION}, track_id, position + 4, pl_datetime_added FROM PlaylistTracks WHERE playlist_id = 3; COMMIT`);
    purged(3);
    session(3, 'Current');
    database.exec(`INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added)
      SELECT 3, track_id, position, pl_datetime_added FROM PlaylistTracks WHERE playlist_id = ${SESSION}`);
    // Mixxx stores no time for dropped tracks, but other programs may.
    database.exec(`INSERT INTO PlaylistTracks (playlist_id, track_id, position) VALUES (3, 4, 6)`);
    database.exec(`BEGIN;
      INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added) VALUES (3, 1, 7, datetime('now', '-3 seconds'));
      INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added) VALUES (3, 2, 8, datetime('now', '-3 seconds'));
      COMMIT`);
    played(6, 'Two', 3);
    await announces(2);
    expect(announced).toEqual(['Artist - One', 'Artist - Two']);
  });
});

test('DjSoftwareSource reports an unusable database at once', async () => {
  const reason = 'reading it takes longer than 10 seconds';
  const clock = fakeClock();
  const record = {
    minGapMs: 0,
    newest: () => Promise.reject(new UpstreamError(reason, 'drop')),
    close: () => undefined,
  };
  const poller = new RecordPoller({ source: 'softb', program: 'Mixxx', path: 'mixxxdb.sqlite', log, clock });
  const failing = new RecordSource(record, poller, new PlayIds('softb', clock), { clock });
  running = runSource(failing);
  const warning = await waitFor('a warning', () => log.lines.find(({ level }) => level === 'warn'));
  expect(warning).toMatchObject({
    message: 'cannot read the record of the DJ software',
    fields: { reason },
  });
  expect(failing.health().problem).toContain(reason);
});

test('a record that stands still is named once a track would be over, and no longer after the next one', async () => {
  const clock = fakeClock();
  const poller = new RecordPoller({ source: 'softb', program: 'Serato DJ 3', path: 'Sessions', log, clock });
  let isNew = false;
  const stop = new AbortController();
  const polling = poller.run(async () => isNew, 500, stop.signal);
  await clock.advance(14 * 60_000);
  expect(poller.health.details).toBeUndefined();
  await clock.advance(11 * 60_000);
  expect(poller.health).toMatchObject({
    problem: undefined,
    details: [{ name: 'Serato DJ 3', state: expect.objectContaining({ params: { minutes: 25 } }) }],
  });
  isNew = true;
  await clock.advance(1_000);
  expect(poller.health.details).toBeUndefined();
  stop.abort();
  await polling;
});

test('RecordSource announces the newest play if the set that goes on is in the record', async () => {
  const clock = fakeClock();
  const plays = ['One', 'Two', 'Three'].map((title, id) => ({
    ...{ id, at: 1_000 * id, played: true },
    track: { ...UNKNOWN_TRACK, title },
  }));
  const record = { minGapMs: 0, newest: async () => plays, close: () => undefined };
  const poller = new RecordPoller({ source: 'softb', program: 'Mixxx', path: 'mixxxdb.sqlite', log, clock });
  const goesOn = ({ title }: Track): boolean => title === 'Two';
  running = runSource(new RecordSource(record, poller, new PlayIds('softb', clock), { clock, goesOn }));
  await running.announces(1);
  expect(running.transitions.map(({ track }) => track.title)).toEqual(['Three']);
});

test('DjSoftwareSource reads the program that wrote last, and changes to another once this one rests', async () => {
  const sessions = join(home, 'Music', '_Serato_', 'History', 'Sessions');
  const file = join(sessions, '1.session');
  const database = join(home, 'Library', 'Application Support', 'Mixxx', 'mixxxdb.sqlite');
  await mkdir(sessions, { recursive: true });
  await mkdir(join(database, '..'), { recursive: true });
  await writeFile(file, SESSION_HEAD);
  await writeFile(database, 'Mixxx');
  const followed = () => String(source.health().watching).split(':')[0];
  const minutes = (count: number): number => 1_700_000_000 + 60 * count;
  await utimes(file, 0, minutes(0));
  await utimes(database, 0, minutes(1));
  start();
  await expect.poll(followed).toBe('Mixxx');
  // Both may be open.
  await utimes(file, 0, minutes(10));
  await waitForReads();
  expect(followed()).toBe('Mixxx');
  await utimes(file, 0, minutes(12));
  await expect.poll(followed).toBe('Serato DJ 3');
});

test('DjSoftwareSource finds software that is installed later', async () => {
  start();
  await waitFor('a warning', () => log.at('warn')[0]);
  expect(source.health().watching).toBe('no DJ software found yet');
  await mkdir(join(home, 'Music', '_Serato_', 'History', 'Sessions'), { recursive: true });
  await waitFor('a program', () => log.lines.find(({ fields }) => fields.program === 'Serato DJ 3'));
});

test('historyLocations returns the default places on Windows', () => {
  const env = { LOCALAPPDATA: 'D:\\Local', APPDATA: 'D:\\Roaming' };
  const found = historyLocations({ platform: 'win32', env, directory: 'C:\\Users\\dj' });
  expect(found.map(({ path }) => path)).toEqual([
    'D:\\Local\\Serato\\Library\\master.sqlite',
    'D:\\Roaming\\Serato\\Library\\master.sqlite',
    'C:\\Users\\dj\\Music\\_Serato_\\History\\Sessions',
    'D:\\Local\\Mixxx\\mixxxdb.sqlite',
  ]);
});

describe('a record that this user account may not read', () => {
  const forbidden = /your user account is not allowed to do this \(EACCES\): .*let your user account read it/;

  /** Root may read everything. */
  async function expectForbidden(path: string): Promise<void> {
    await chmod(home, 0o755);
    await chmod(path, 0o000);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) {
      process.seteuid?.(65_534);
    }
    try {
      start();
      const problem = await waitFor('the problem', () => source.health().problem);
      expect(String(problem)).toMatch(forbidden);
      expect(String(problem)).not.toMatch(/ConnectionFailed|repairs/);
      await running?.stop();
      running = undefined;
    } finally {
      if (isRoot) {
        process.seteuid?.(0);
      }
    }
    await chmod(path, 0o755);
  }

  test.each([
    ['Mixxx', 'Library/Application Support/Mixxx', 'mixxxdb.sqlite'],
    ['Serato DJ 3', 'Music/_Serato_/History/Sessions', '1.session'],
  ])('of %s', async (_, below, name) => {
    const folder = join(home, below);
    await mkdir(folder, { recursive: true });
    const file = join(folder, name);
    await writeFile(file, '');
    await expectForbidden(file);
    await expectForbidden(folder);
  });
});

test('without any program, or with Serato DJ but no session, says so and what to do', async () => {
  start();
  const problem = () => String(source.health().problem ?? '');
  await expect
    .poll(problem)
    .toMatch(/^no play history of Serato DJ or Mixxx was found \(start .* another disk/);
  // A headline.
  expect(problem()).not.toContain(home);
  const path = join(home, 'Music', '_Serato_', 'History', 'Sessions');
  expect(source.health()).toMatchObject({
    details: expect.arrayContaining([{ name: 'Serato DJ 3', state: path }]),
  });
  expect(source.health().waits).toBe(true);
  expect(problem()).toContain('choose as source: textfile');
  await mkdir(join(home, 'Music', '_Serato_', 'History', 'Sessions'), { recursive: true });
  await expect.poll(problem).toMatch(/recorded no session yet: .*Sessions is empty \(start Serato DJ/);
  await writeFile(join(home, 'Music', '_Serato_', 'History', 'Sessions', '1.session'), SESSION_HEAD);
  await expect.poll(problem).toBe('');
});
