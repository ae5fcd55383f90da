import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { ROOT } from '../../test/support/files.ts';
import { testFolder } from '../../test/support/folder.ts';
import { sessionsAt } from '../../test/support/kept.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { makeSink, sinkTools } from '../../test/support/sink.ts';
import { smallDisk } from '../../test/support/small-disk.ts';
import { track } from '../../test/support/tracks.ts';
import { waitFor } from '../../test/support/wait.ts';
import type { EarlierSet } from '../core/contracts/set.ts';
import { entryOf } from '../core/record.ts';
import { Sealed } from '../core/sealed.ts';
import { type PlayFacts, type Publication, type SetEntry, UNKNOWN_TRACK } from '../core/track.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { defaultOf } from '../settings/resolve.ts';
import { sessionOptions, sessionSink } from '../sinks/session.ts';
import { SqliteSessions } from './sqlite-sessions.ts';
import { SessionStore } from './store.ts';

async function sessionIn(folder: string, earlier?: EarlierSet) {
  const path = join(folder, 'data', 'sessions.db');
  const id = earlier?.id ?? randomUUID();
  const tools = { ...sinkTools(), earlierSet: () => earlier, setId: () => id };
  const sink = await makeSink(sessionSink, { 'session.filename': path }, tools);
  onTestFinished(() => sink.sink.close?.());
  return { ...sink, path };
}

/** Read by another program now. */
function entries(path: string, session = 1) {
  const store = new SessionStore(path, 'read');
  try {
    return store.entries(session);
  } finally {
    store.close();
  }
}

const titles = (path: string, session?: number) =>
  entries(path, session).map(({ track: { title } }) => title);

/** Number of descriptors of this process for the file. */
async function timesOpen(path: string): Promise<number> {
  const held = await readdir('/proc/self/fd');
  const targets = await Promise.all(held.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target === path).length;
}

function nth(position: number, title: string): Publication {
  return publication({
    seq: position,
    position,
    playId: `play ${position}`,
    track: track({
      artist: 'Ada',
      title,
      album: 'Colors',
      genre: 'House',
      filename: 'a.mp3',
      durationMs: 1,
    }),
    elapsedMs: position * 1_000,
  });
}

describe('reading stored sessions', () => {
  const keptIn = async (folder: string) => {
    const session = await sessionIn(folder);
    const kept = sessionsAt(session.path);
    onTestFinished(() => kept.close());
    return { ...session, kept };
  };

  test('reads current data each time, and opens the file once', async () => {
    const { publish, path, kept } = await keptIn(await testFolder());
    expect(await kept.list(9)).toEqual([]);
    const opened: number[] = [];
    for (const position of [1, 2, 3]) {
      await publish(nth(position, 'Blue'));
      expect(await kept.entries(1)).toHaveLength(position);
      expect(await kept.list(9)).toMatchObject([{ tracks: position }]);
      opened.push(await timesOpen(path));
    }
    expect(new Set(opened).size).toBe(1);
    kept.close();
    expect(await kept.list(9)).toHaveLength(1);
  });

  test('does not block the checkpoint of the writer', async () => {
    const { publish, path, kept } = await keptIn(await testFolder());
    await publish(nth(1, 'Blue'));
    await kept.list(9);
    const other = new Database(path);
    onTestFinished(() => void other.close());
    expect(other.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0, log: 0 }]);
  });

  test('reads the new file after the old one was replaced', async () => {
    const folder = await testFolder();
    const { publish, path, kept } = await keptIn(folder);
    await publish(nth(1, 'Blue'));
    expect(await kept.list(9)).toHaveLength(1);
    await rm(dirname(path), { recursive: true });
    expect(await kept.list(9)).toEqual([]);
    const next = await sessionIn(folder);
    await next.publish(nth(1, 'Red'));
    expect(await kept.entries(1)).toMatchObject([{ track: { title: 'Red' } }]);
  });
});

describe('the session store', () => {
  test('has every publication at once, with all tags', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    const blue = nth(1, 'Blue');
    await publish({ ...blue, art: { png: new Uint8Array(1) } });
    const { kind: _kind, seq: _seq, ...entry } = blue;
    expect(entries(path)).toEqual([entry]);
    await publish(nth(2, 'Red'));
    expect(titles(path)).toEqual(['Blue', 'Red']);
  });

  test('is one complete file after the program stopped', async () => {
    const { publish, sink, path } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    await publish(nth(2, 'Red'));
    await sink.close?.();
    const copy = `${path}.copy`;
    await copyFile(path, copy);
    expect(titles(copy)).toEqual(['Blue', 'Red']);
  });

  test('keeps a removed track, also with its first publication undelivered', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    const kept = sessionsAt(path);
    onTestFinished(() => kept.close());
    await publish(nth(1, 'Blue'));
    for (const position of [2, 3]) {
      await publish({ ...nth(position, 'Red'), kind: 'retract', removed: true });
    }
    expect(await kept.list(9)).toMatchObject([{ tracks: 1 }]);
    const removed = { track: { title: 'Red' }, removed: true };
    expect(await kept.entries(1)).toMatchObject([{ track: { title: 'Blue' } }, removed, removed]);
    await publish({ ...nth(2, 'Red'), kind: 'reveal' });
    expect(await kept.entries(1)).toMatchObject([
      {},
      expect.not.objectContaining({ removed: true }),
      removed,
    ]);
  });

  test('has nothing of a hidden track until its reveal', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    await publish(hiddenPublication({ position: 1 }));
    expect(entries(path)).toMatchObject([{ hidden: true, track: track({}) }]);
    await publish({ ...nth(1, 'Blue'), kind: 'reveal' });
    expect(entries(path)).toMatchObject([{ hidden: false, track: { title: 'Blue' } }]);
    await publish({ ...nth(1, 'Bluer'), kind: 'correction' });
    expect(entries(path)).toMatchObject([{ track: { title: 'Bluer' } }]);
    await publish(hiddenPublication({ kind: 'hide', position: 1 }));
    expect(JSON.stringify(entries(path))).not.toMatch(/Ada|Blue|a\.mp3|Colors/);
  });

  test('leaves nothing in its files of a track hidden later, once the hide is stored', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    await publish(nth(2, 'Red'));
    await publish(hiddenPublication({ kind: 'hide', position: 1 }));
    const bytes = Buffer.concat(await Promise.all([path, `${path}-wal`].map((file) => readFile(file))));
    expect(bytes.toString('latin1').match(/Blue|Red/g)).toEqual(['Red']);
  });

  test('has a retried publication once', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    await publish(nth(1, 'Blue'));
    expect(entries(path)).toHaveLength(1);
  });

  test('lets two programs write side by side', async () => {
    const folder = await testFolder();
    const [one, other] = [await sessionIn(folder), await sessionIn(folder)];
    await one.publish(nth(1, 'Blue'));
    await other.publish(nth(1, 'Red'));
    await one.publish(nth(2, 'Green'));
    expect(titles(one.path)).toEqual(['Blue', 'Green']);
    expect(titles(one.path, 2)).toEqual(['Red']);
  });

  test('loses nothing when another program locks the file, and opens nothing twice', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    await mkdir(dirname(path));
    new SessionStore(path).close();
    const other = new Database(path);
    onTestFinished(() => void other.close());
    const opened: number[] = [];
    for (const position of [1, 2, 3]) {
      other.exec('BEGIN IMMEDIATE');
      const locked = publish(nth(position, 'Blue'));
      await expect(locked).rejects.toMatchObject({
        advice: 'retry',
        message: expect.stringMatching(/database is locked/),
      });
      other.exec('COMMIT');
      opened.push(await timesOpen(path));
      await publish(nth(position, 'Blue'));
    }
    expect(new Set(opened).size).toBe(1);
    expect(entries(path)).toHaveLength(3);
  });

  test('stores the whole set once a read-only disk becomes writable', async () => {
    const disk = await smallDisk(1_000_000);
    const { publish, path } = await sessionIn(disk.folder);
    await mkdir(dirname(path));
    // SQLite leaves an empty file before its first table.
    await writeFile(path, '');
    disk.protect(true);
    for (const position of [1, 2]) {
      await expect(publish(nth(position, 'Blue'))).rejects.toMatchObject({
        advice: 'retry',
        message: `cannot write ${path}: the folder is read-only; remove the disk's write protection`,
      });
    }
    disk.protect(false);
    await publish(nth(2, 'Blue'));
    expect(titles(path)).toEqual(['Blue', 'Blue']);
  });

  test.each([
    ['old one', (path: string) => rm(path)],
    ['folder of the old one', (path: string) => rm(dirname(path), { recursive: true })],
  ])('continues in a new file after the %s was removed, and logs it', async (_, remove) => {
    const { publish, path } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    await remove(path);
    await expect(publish(nth(2, 'Red'))).rejects.toMatchObject({
      advice: 'retry',
      message: `${path} was removed or replaced: the set goes on in a new file`,
    });
    await publish(nth(2, 'Red'));
    await publish(nth(3, 'Green'));
    expect(titles(path)).toEqual(['Blue', 'Red', 'Green']);
  });

  test.each([
    ['cut off', (file: Buffer) => file.subarray(0, 5_000)],
    [
      'overwritten',
      (file: Buffer) => Buffer.concat([file.subarray(0, 16), Buffer.alloc(file.length - 16, 7)]),
    ],
    ['full of zeros', (file: Buffer) => Buffer.alloc(file.length)],
  ])('continues in a new file if the old one is %s, and moves that aside unchanged', async (_, damage) => {
    const folder = await testFolder();
    const before = await sessionIn(folder);
    await before.publish(nth(1, 'Yesterday'));
    await before.sink.close?.();
    const damaged = damage(await readFile(before.path));
    await writeFile(before.path, damaged);

    const { publish, path } = await sessionIn(folder);
    await expect(publish(nth(1, 'Blue'))).rejects.toMatchObject({
      advice: 'retry',
      message: expect.stringMatching(
        /sessions\.db is damaged: it is kept as .*sessions-\d{4}.*\.db, and the set/,
      ),
    });
    await publish(nth(1, 'Blue'));
    expect(titles(path)).toEqual(['Blue']);
    const aside = (await readdir(dirname(path))).filter((name) => /^sessions-.*\.db$/.test(name));
    expect(await readFile(join(dirname(path), aside[0] ?? ''))).toEqual(damaged);
  });

  test('loses nothing of the set when its file is overwritten', async () => {
    const { publish, path } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    for (const name of [path, `${path}-wal`]) {
      await writeFile(name, Buffer.alloc(20_000, 7));
    }
    await expect(publish(nth(2, 'Red'))).rejects.toMatchObject({ advice: 'retry' });
    await publish(nth(2, 'Red'));
    expect(titles(path)).toEqual(['Blue', 'Red']);
  });

  test('begins a new set once, if the process that began it ended before it answered', async () => {
    const { path } = await sessionIn(await testFolder());
    const moved: Publication = { ...nth(2, 'Red'), kind: 'new set', position: 1, set: 1, movedFrom: 2 };
    const begun = sessionsAt(path);
    await begun.store(nth(1, 'Blue'), undefined, 'set');
    await begun.store(nth(2, 'Red'), undefined, 'set');
    const soFar = await begun.resumableSet(publication().at + 60_000);
    await begun.store(moved, undefined, 'other');
    begun.close();
    const again = sessionsAt(path);
    onTestFinished(() => again.close());
    await again.store(moved, soFar, 'other');
    expect((await again.list(9)).map(({ id, tracks }) => [id, tracks])).toEqual([
      [2, 1],
      [1, 1],
    ]);
  });

  test('continues the set of a moment ago', async () => {
    const folder = await testFolder();
    const before = await sessionIn(folder);
    await before.publish(nth(1, 'Blue'));
    const kept = sessionsAt(before.path);
    onTestFinished(() => kept.close());
    const at = publication().at;
    const earlier = await kept.resumableSet(at + 60_000);
    expect(earlier).toMatchObject({ session: 1, entries: [{ track: { title: 'Blue' } }] });
    expect(await kept.resumableSet(at + 60 * 60_000)).toBeUndefined();

    const next = await sessionIn(folder, earlier);
    await next.publish(nth(2, 'Red'));
    expect(titles(before.path)).toEqual(['Blue', 'Red']);
    const stoppedAt = next.clock.now();
    await next.sink.close?.();
    expect(await kept.resumableSet(stoppedAt + 60_000)).toMatchObject({ session: 1 });
    expect(await kept.resumableSet(stoppedAt + 10 * 60_000)).toBeUndefined();
  });

  test('returns the earlier set even after the set that began without it is stored', async () => {
    const { path, publish } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    const startedAt = publication().at + 60_000;
    const late = sessionsAt(path);
    onTestFinished(() => late.close());
    await late.store({ ...nth(1, 'Red'), at: startedAt + 5_000 }, undefined, 'begun');
    await late.store({ ...nth(1, 'Green'), at: startedAt + 9_000, set: 1 }, undefined, 'begun next');
    const earlier = await late.resumableSet(startedAt, ['begun', 'begun next']);
    expect(earlier).toMatchObject({ session: 1, entries: [{ track: { title: 'Blue' } }] });
  });

  test('knows where the history file ended before a set without a noted line', async () => {
    const folder = await testFolder();
    const { path } = await sessionIn(folder);
    const at = publication().at;
    const mark = { path: '/history.txt', position: 3, size: 40 };
    const [first, second] = [sessionsAt(path), sessionsAt(path)];
    onTestFinished(() => first.close());
    onTestFinished(() => second.close());
    await first.store(nth(1, 'Blue'), undefined, 'one');
    expect(await first.resumableSet(at + 60_000)).not.toHaveProperty('history');
    first.noteHistory(mark);
    expect(await first.resumableSet(at + 60_000)).toMatchObject({ session: 1, history: mark });
    await second.store(nth(1, 'Red'), undefined, 'two');
    const history = { ...mark, position: 0 };
    expect(await second.resumableSet(at + 60_000)).toMatchObject({ session: 2, history });
    second.noteHistory({ ...mark, position: 1, size: 50 });
    expect(await second.resumableSet(at + 60_000)).toMatchObject({ history: { position: 1, size: 50 } });
  });

  test('knows when the last track of a set ended', async () => {
    const { path, clock } = await sessionIn(await testFolder());
    const ends = (session: number) => entries(path, session).map(({ endedAt }) => endedAt);
    const kept = sessionsAt(path);
    onTestFinished(() => kept.close());
    const at = clock.now() - 60_000;
    const playedAt = (position: number, afterMs: number, more: Partial<Publication> = {}) =>
      kept.store({ ...nth(position, `${position}`), at: at + afterMs, ...more }, undefined, `${more.set}`);
    await playedAt(1, 0);
    await playedAt(2, 20_000);
    await playedAt(2, 20_000, { kind: 'end', endedAt: at + 30_000 });
    await playedAt(3, 40_000, { silentMs: 5_000 });
    expect(entries(path, 1).map(({ silentMs }) => silentMs)).toEqual([undefined, undefined, 5_000]);
    // A stop of the program tells nothing about a track.
    expect(ends(1)).toEqual([undefined, at + 30_000, undefined]);
    // The track that was on air moves on, and so ended the one before.
    await playedAt(1, 40_000, { kind: 'new set', set: 1, movedFrom: 3 });
    await playedAt(2, 50_000, { set: 1 });
    expect(ends(1)).toEqual([undefined, at + 30_000]);
    const recording = await kept.addRecording('set.mp3', [{ ...entryOf(nth(1, 'Blue')), at }], at + 90_000);
    expect(ends(recording)).toEqual([at + 90_000]);
  });

  /** Opens the file as each run of the program does. */
  function opener(path: string, clock: FakeClock): () => SqliteSessions {
    return () => {
      const made = new SqliteSessions(path, { clock, disk: nodeDisk, pid: process.pid });
      onTestFinished(() => made.close());
      return made;
    };
  }

  test('ends the last track of a set that was cut off at the last sign of life', async () => {
    const path = join(await testFolder(), 'sessions.db');
    const clock = fakeClock();
    const sessions = opener(path, clock);
    const at = clock.now();
    const running = sessions();
    await running.store({ ...nth(1, 'Blue'), at }, undefined, 'one');
    await clock.advance(30_000);
    const isDated = async () => (await stat(`${path}-lock`)).mtimeMs === at + 30_000 || undefined;
    await waitFor('the last sign of life', isDated);
    running.close();
    await clock.advance(600_000);
    const cutOff = await sessions().resumableSet(clock.now());
    expect(cutOff?.entries).toMatchObject([{ endedAt: at + 30_000, isCutOff: true }]);
    const stopping = sessions();
    await stopping.store({ ...nth(1, 'Blue'), at }, cutOff, 'one');
    await stopping.end();
    const stopped = await sessions().resumableSet(clock.now());
    expect(stopped?.entries[0]).not.toHaveProperty('endedAt');
  });

  test('ends its last track where the first one began that a full disk did not take', async () => {
    const disk = await smallDisk(1_000_000);
    const path = join(disk.folder, 'sessions.db');
    const clock = fakeClock();
    const sessions = opener(path, clock);
    const at = clock.now();
    const running = sessions();
    await running.store({ ...nth(1, 'Blue'), at }, undefined, 'one');
    await disk.fill();
    await clock.advance(90_000);
    const refused = { ...nth(2, 'Red'.repeat(9_000)), at: at + 80_000 };
    await expect(running.store(refused, undefined, 'one')).rejects.toMatchObject({ advice: 'retry' });
    await clock.advance(60_000);
    await running.end();
    const resumed = await sessions().resumableSet(clock.now());
    expect(resumed?.entries).toMatchObject([{ endedAt: at + 80_000, isCutOff: true }]);
    await disk.free();
  });

  test('never continues the set of a recording, and still continues the one before it', async () => {
    const before = await sessionIn(await testFolder());
    await before.publish(nth(1, 'Blue'));
    const kept = sessionsAt(before.path);
    onTestFinished(() => kept.close());
    const heard = {
      firstMs: 0,
      lastMs: 9_000,
      sureness: 0.4,
      anchor: { path: '/red.mp3', atMs: 4_000, positionMs: 60_000, tempo: 1.02, fromMs: 0, toMs: 9_000 },
    };
    const { kind: _kind, seq: _seq, ...red } = { ...nth(1, 'Red'), heard };
    const session = await kept.addRecording('set.mp3', [red], red.at + 1_000);
    expect(entries(before.path, session)).toMatchObject([{ track: { title: 'Red' }, heard }]);
    expect(await kept.resumableSet(red.at + 60_000)).toMatchObject({ session: 1 });
  });

  test('replaces the set of a recording that is heard again, and keeps other sets', async () => {
    const { path, publish } = await sessionIn(await testFolder());
    await publish(nth(1, 'Blue'));
    const kept = sessionsAt(path);
    onTestFinished(() => kept.close());
    const heard = (position: number, title: string): SetEntry => {
      const { kind: _kind, seq: _seq, ...entry } = nth(position, title);
      return entry;
    };
    const red = heard(1, 'Red');
    const green = heard(2, 'Green');
    const endedAt = green.at + 1_000;
    await kept.addRecording('set.mp3', [red, green], endedAt);
    const other = await kept.addRecording('set.mp3', [red], endedAt + 1);
    const again = await kept.addRecording('set.mp3', [green], endedAt);
    expect((await kept.list(9)).map(({ id, tracks }) => [id, tracks])).toEqual([
      [again, 1],
      [other, 1],
      [1, 1],
    ]);
    expect(entries(path, again)).toMatchObject([{ track: { title: 'Green' } }]);
  });

  test('keeps the path of a track for good, unless the track is hidden', async () => {
    const folder = await testFolder();
    const { path, publish } = await sessionIn(folder);
    const facts = (file: string) =>
      new Sealed({ reported: UNKNOWN_TRACK, corrected: {}, hiddenByHand: false, file });
    await publish({ ...nth(1, 'Blue'), facts: facts('/music/blue.mp3') });
    await publish({ ...nth(2, 'Red'), facts: facts('/music/red.mp3') });
    const hidden = hiddenPublication({ position: 2, facts: facts('/music/red.mp3') });
    await publish({ ...hidden, kind: 'hide' });
    await (await sessionIn(folder)).publish({ ...nth(1, 'Green'), at: publication().at + 25 * 3_600_000 });
    expect(entries(path).map(({ file }) => file)).toEqual(['/music/blue.mp3', undefined]);
    const stored = new Database(path);
    onTestFinished(() => void stored.close());
    expect(JSON.stringify(stored.prepare('SELECT * FROM track').all())).not.toContain('red.mp3');
  });

  const NAMES = ['label', 'remixer', 'comment', 'musical_key'].map(
    (name) => `${name} TEXT NOT NULL DEFAULT ''`,
  );
  const NUMBERS = ['bpm REAL', 'year INTEGER'].map((number) => `${number} NOT NULL DEFAULT 0`);
  const FOURTH = [...NAMES, ...NUMBERS].map((column) => `ALTER TABLE track ADD COLUMN ${column};`).join('');
  const FIFTH = `ALTER TABLE track ADD COLUMN isrc TEXT NOT NULL DEFAULT '';`;
  const SIXTH = `ALTER TABLE track ADD COLUMN correction TEXT NOT NULL DEFAULT '';`;
  test.each([
    ['the released version', ''],
    ['the version after it', `${FOURTH} PRAGMA user_version = 4`],
    ['the one after that', `${FOURTH} ${FIFTH} PRAGMA user_version = 5`],
    ['the one before this', `${FOURTH} ${FIFTH} ${SIXTH} PRAGMA user_version = 6`],
  ])('continues in a file of %s, which it leaves unchanged until then', async (_, change) => {
    const folder = await testFolder();
    const path = join(folder, 'data', 'sessions.db');
    await mkdir(dirname(path));
    const released = new Database(path);
    released.exec(await readFile(join(ROOT, 'test/support/sessions-0.2.0.sql'), 'utf8'));
    released.exec(change);
    released.close();
    const before = await readFile(path);
    const blue = { artist: 'Ada', title: 'Blue', album: 'Colors', filename: 'blue.mp3', label: '', isrc: '' };
    const set = [
      {
        position: 1,
        playId: 'hwdevice:1',
        deck: '1',
        hidden: false,
        track: { ...blue, durationMs: 240_000 },
      },
      // Version 0.2 alone could read the names that it kept.
      { position: 2, elapsedMs: 240_000, hidden: true, track: UNKNOWN_TRACK },
    ];
    const kept = sessionsAt(path);
    expect(await kept.entries(1)).toMatchObject(set);
    const earlier = await kept.resumableSet(1_763_834_760_000);
    expect(earlier).toMatchObject({ session: 1, startedAt: 1_763_834_400_000, entries: set });
    kept.close();
    expect(await readFile(path)).toEqual(before);
    const next = await sessionIn(folder, earlier);
    const { track: red, ...rest } = nth(3, 'Red');
    await next.publish({ ...rest, track: { ...red, key: 'Am', bpm: 127.5, isrc: 'DEABC2600001' } });
    expect(entries(path)).toMatchObject([
      ...set,
      { position: 3, track: { title: 'Red', key: 'Am', bpm: 127.5, isrc: 'DEABC2600001' } },
    ]);
  });

  test('keeps the facts for a later run for a day, in a private file', async () => {
    const folder = await testFolder();
    const before = await sessionIn(folder);
    const hidden: PlayFacts = {
      reported: track({ artist: 'Ada', title: 'Blue' }),
      corrected: { title: 'Blue (Dub)' },
      hiddenByHand: true,
    };
    const revealed: PlayFacts = {
      reported: track({ title: 'Red' }),
      corrected: {},
      hiddenByHand: false,
      revealedFrom: ['hide.contains.title red'],
    };
    await before.publish(hiddenPublication({ position: 1, facts: new Sealed(hidden) }));
    await before.publish({ ...nth(2, 'Red'), facts: new Sealed(revealed) });
    expect((await stat(before.path)).mode & 0o777).toBe(0o600);
    await before.sink.close?.();
    const kept = () => entries(before.path).map((entry) => entry.facts?.open());
    expect(kept()).toEqual([hidden, revealed]);
    const day = 24 * 3_600_000;
    for (const [later, expected] of [
      [day, [hidden, revealed]],
      [day + 1, [undefined, undefined]],
    ] as const) {
      const next = await sessionIn(folder);
      await next.publish({ ...nth(1, 'Blue'), at: publication().at + later });
      await next.sink.close?.();
      expect(kept()).toEqual(expected);
    }
  });

  test('reports what to do if its folder is read-only', async () => {
    const before = await sessionIn(await testFolder());
    await before.publish(nth(1, 'Blue'));
    await before.sink.close?.();
    const { folder, protect } = await smallDisk(1_000_000);
    const path = join(folder, 'copy.db');
    await copyFile(before.path, path);
    protect(true);
    expect(() => SessionStore.existing(path)).toThrow(
      /its folder .* is read-only, .* Make the folder writable/,
    );
  });

  test('says of a folder in its place that it is one', async () => {
    const path = await testFolder();
    expect(() => SessionStore.existing(path)).toThrow(/is a folder: choose a file in it/);
  });

  test.each<[string, string, (path: string) => Promise<void> | void]>([
    ['is not a database', 'is not a session database', (path) => writeFile(path, 'my thesis\n'.repeat(500))],
    [
      'is the database of another program',
      'belongs to another program',
      (path) => {
        const library = new Database(path);
        library.exec('CREATE TABLE Track (id INTEGER)');
        library.close();
      },
    ],
  ])('rejects a file that %s, and leaves it unchanged', async (_, problem, make) => {
    const { publish, path } = await sessionIn(await testFolder());
    await mkdir(dirname(path));
    await make(path);
    const before = await readFile(path);
    await expect(publish(nth(1, 'Blue'))).rejects.toMatchObject({
      advice: 'stop',
      message: `${path} ${problem}: choose another --session.filename`,
    });
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(dirname(path))).toEqual(['sessions.db']);
  });

  test('keeps a damaged file of its own folder aside, and loses nothing of the set', async () => {
    const path = join(await testFolder(), 'deckcast', 'sessions.db');
    await mkdir(dirname(path));
    const damaged = Buffer.alloc(9_000, 'no header');
    await writeFile(path, damaged);
    const { publish, sink } = await makeSink(sessionSink, { 'session.filename': path }, sinkTools());
    onTestFinished(() => sink.close?.());
    await expect(publish(nth(1, 'Blue'))).rejects.toMatchObject({
      advice: 'retry',
      message: expect.stringMatching(/ is damaged: it is kept as .+, and the set goes on in a new file$/),
    });
    await publish(nth(2, 'Red'));
    expect(titles(path)).toEqual(['Blue', 'Red']);
    const [kept = ''] = (await readdir(dirname(path))).filter((name) => /^sessions-.+\.db$/.test(name));
    expect(await readFile(join(dirname(path), kept))).toEqual(damaged);
  });

  test('creates nothing if there is nothing to read', async () => {
    const folder = await testFolder();
    expect(SessionStore.existing(join(folder, 'sessions.db'))).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test('reads a file without tables as empty, and leaves it unchanged', async () => {
    const path = join(await testFolder(), 'sessions.db');
    const empty = new Database(path);
    empty.exec('PRAGMA journal_mode = WAL');
    empty.close();
    const before = await readFile(path);
    expect(SessionStore.existing(path)).toBeUndefined();
    expect(await sessionsAt(path).list(9)).toEqual([]);
    expect(await readFile(path)).toEqual(before);
  });

  test.each([
    ['linux', { HOME: '/home/ada' }, '/home/ada/.local/share/deckcast/sessions.db'],
    ['linux', { HOME: '/home/ada', XDG_DATA_HOME: '/data' }, '/data/deckcast/sessions.db'],
    ['linux', { HOME: '/home/ada', XDG_DATA_HOME: 'data' }, '/home/ada/.local/share/deckcast/sessions.db'],
    ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/deckcast/sessions.db'],
    ['win32', { LOCALAPPDATA: 'C:\\Local' }, 'C:\\Local\\deckcast\\sessions.db'],
    ['win32', { USERPROFILE: 'C:\\Ada' }, 'C:\\Ada\\AppData\\Local\\deckcast\\sessions.db'],
  ] as const)('is kept on %s with %j at %s', (platform, env, path) => {
    expect(defaultOf(sessionOptions['session.filename'], { platform, env, configDir: '' })).toBe(path);
  });
});

test('a set during which the clock was set back continues after a crash', async () => {
  const session = await sessionIn(await testFolder());
  const setBack = session.clock.now();
  await session.publish({ ...nth(1, 'Blue'), at: setBack + 2 * 3_600_000 });
  await session.publish({ ...nth(2, 'Red'), at: setBack });
  const reader = sessionsAt(session.path);
  onTestFinished(() => reader.close());
  expect(await reader.resumableSet(setBack + 60_000)).toMatchObject({ session: 1, entries: [{}, {}] });
});
