import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { testFolder } from '../../test/support/folder.ts';
import { frozenDisk } from '../../test/support/frozen-disk.ts';
import { helpersNamed, untilEnded } from '../../test/support/processes.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { smallDisk } from '../../test/support/small-disk.ts';
import { track } from '../../test/support/tracks.ts';
import { waitFor } from '../../test/support/wait.ts';
import type { Publication } from '../core/track.ts';
import { Sessions } from './index.ts';
import { SessionStore } from './store.ts';

/** Node cannot run the source. */
const SCRIPT = new URL('../../dist/session-process.js', import.meta.url);

function sessionsIn(folder: string) {
  const clock = fakeClock();
  const sessions = new Sessions(() => join(folder, 'sessions.db'), clock, SCRIPT);
  onTestFinished(() => sessions.close());
  return { clock, sessions };
}

function nth(position: number) {
  return publication({
    seq: position,
    position,
    playId: `play ${position}`,
    track: track({ artist: 'Ada', title: `Title ${position}` }),
    art: { png: new Uint8Array(100_000) },
  });
}

describe('the session file of the program', () => {
  test('stores and returns a set, and passes on errors', async () => {
    const folder = await testFolder();
    const { sessions } = sessionsIn(folder);
    expect(await sessions.list(9)).toEqual([]);
    await sessions.store(nth(1), undefined, 'set');
    await sessions.store(nth(2), undefined, 'set');
    expect(await sessions.list(9)).toMatchObject([{ id: 1, tracks: 2 }]);
    const { kind: _kind, seq: _seq, art: _art, ...entry } = nth(2);
    expect((await sessions.entries(1))[1]).toEqual(entry);
    await sessions.end();
    expect(await sessions.resumableSet(Date.now() + 1_000)).toMatchObject({ session: 1 });
    const wrong = sessionsIn('/dev/null/folder').sessions;
    await expect(wrong.store(nth(1), undefined, 'set')).rejects.toMatchObject({
      name: 'UpstreamError',
      advice: 'retry',
      message:
        'cannot write /dev/null/folder/sessions.db: part of the path is a file, not a folder; correct the path',
    });
  });

  test('returns the covers of the set to continue, of its visible tracks alone', async () => {
    const folder = await testFolder();
    const before = sessionsIn(folder).sessions;
    const art = (byte: number) => ({ png: new Uint8Array(100_000).fill(byte), accent: '#aabbcc' });
    for (const position of [1, 2, 3, 4]) {
      await before.store({ ...nth(position), art: art(position) }, undefined, 'set');
    }
    const { art: _art, ...first } = nth(1);
    await before.store({ ...first, kind: 'retract', removed: true }, undefined, 'set');
    await before.store({ ...first, kind: 'reveal' }, undefined, 'set');
    await before.store(hiddenPublication({ kind: 'hide', position: 2 }), undefined, 'set');
    const { art: _other, ...mistake } = nth(3);
    await before.store({ ...mistake, kind: 'retract' }, undefined, 'set');
    await before.end();
    const after = sessionsIn(folder).sessions;
    const set = await after.resumableSet(Date.now() + 1_000);
    expect(set?.covers).toEqual(new Map([1, 4].map((position) => [position, art(position)])));
    const bytes = Buffer.concat(
      await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
    );
    expect([1, 2, 3, 4].filter((byte) => bytes.includes(Buffer.alloc(2_000, byte)))).toEqual([1, 4]);
  });

  test('keeps the covers of one set, and of its newest tracks if they are large', async () => {
    const folder = await testFolder();
    const { sessions } = sessionsIn(folder);
    const art = { png: new Uint8Array(6 * 1024 * 1024) };
    for (const position of [1, 2, 3]) {
      await sessions.store({ ...nth(position), art }, undefined, 'one');
    }
    const covers = (session: number) => {
      const store = new SessionStore(join(folder, 'sessions.db'), 'read');
      onTestFinished(() => store.close());
      return [...store.covers(session).keys()];
    };
    expect(covers(1)).toEqual([2, 3]);
    const moved = { ...nth(1), art, set: 1, movedFrom: 3, kind: 'new set' as const };
    await sessions.store(moved, undefined, 'two');
    expect([covers(1), covers(2)]).toEqual([[], [1]]);
  });

  test('keeps no covers where they would take the last space', async () => {
    const disk = await smallDisk(4 * 1024 * 1024);
    const before = sessionsIn(disk.folder).sessions;
    for (const position of [1, 2, 3, 4, 5, 6]) {
      await before.store({ ...nth(position), art: { png: new Uint8Array(500_000) } }, undefined, 'set');
    }
    await before.end();
    const set = await sessionsIn(disk.folder).sessions.resumableSet(Date.now() + 1_000);
    expect([set?.entries.length, set?.covers?.size]).toEqual([6, 0]);
  });

  test('corrects other sets than the running one and the one that it continues', async () => {
    const folder = await testFolder();
    const before = sessionsIn(folder).sessions;
    await before.store(nth(1), undefined, 'set');
    await before.end();
    const { sessions } = sessionsIn(folder);
    const [entry] = await sessions.entries(1);
    const right = { ...nth(1), ...entry, track: track({ artist: 'Ada', title: 'Right' }) };
    await sessions.correct(1, [right]);
    expect(await sessions.entries(1)).toMatchObject([{ track: { title: 'Right' } }]);
    const earlier = await sessions.resumableSet(Date.now());
    await expect(sessions.correct(1, [right])).rejects.toThrow('session 1 is the running set');
    await sessions.store(nth(2), earlier, 'set');
    await expect(sessions.correct(1, [right])).rejects.toThrow('session 1 is the running set');
  });

  test('keeps its journal when another program closes the file', async () => {
    const folder = await testFolder();
    const before = sessionsIn(folder).sessions;
    await before.store(nth(1), undefined, 'set');
    await before.end();
    const [pid = 0] = await helpersNamed('sessions');
    before.close();
    // Its locks would protect the journal, too.
    await untilEnded(pid);
    const { sessions } = sessionsIn(folder);
    const earlier = await sessions.resumableSet(Date.now());
    await sessions.store(nth(2), earlier, 'set');
    const script = `const file = new (require('libsql'))(process.argv[1]);
      file.prepare('SELECT * FROM track').all();
      file.close();`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script, join(folder, 'sessions.db')]);
    expect([status, String(stderr)]).toEqual([0, '']);
    await sessions.store(nth(3), earlier, 'set');
    expect(await sessions.list(9)).toMatchObject([{ id: 1, tracks: 3 }]);
  });

  test('gives the position of a mistake to the next track, and survives the end of its process', async () => {
    const { sessions } = sessionsIn(await testFolder());
    await sessions.store(nth(1), undefined, 'set');
    await sessions.store(nth(2), undefined, 'set');
    await sessions.store(
      hiddenPublication({ kind: 'retract', playId: 'play 2', position: 2 }),
      undefined,
      'set',
    );
    const titles = async (): Promise<readonly string[]> =>
      (await sessions.entries(1)).map(({ track: { title } }) => title);
    expect(await titles()).toEqual(['Title 1']);
    // Killed processes lose their name before they close their files.
    for (const pid of await helpersNamed('sessions')) {
      process.kill(pid, 'SIGKILL');
      await untilEnded(pid);
    }
    const store = (): Promise<void> => sessions.store({ ...nth(3), position: 2 }, undefined, 'set');
    // The sink's queue retries too.
    await store().catch(store);
    expect(await titles()).toEqual(['Title 1', 'Title 3']);
  });

  test('begins another set with another id, also in a new process, and says which one it follows', async () => {
    const { sessions } = sessionsIn(await testFolder());
    const list = async () => (await sessions.list(9)).map(({ id, tracks }) => [id, tracks]);
    await sessions.store(nth(1), undefined, 'set');
    await sessions.store(nth(2), undefined, 'set');
    sessions.noteHistory({ path: 'history.txt', position: 1, size: 9 }, 'other');
    for (const pid of await helpersNamed('sessions')) {
      process.kill(pid, 'SIGKILL');
      await untilEnded(pid);
    }
    const moved: Publication = { ...nth(2), kind: 'new set', position: 1, set: 1, movedFrom: 2 };
    const store = (): Promise<void> => sessions.store(moved, undefined, 'other');
    // The sink's queue retries too.
    await store().catch(store);
    expect(await list()).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const goesOn = await sessions.resumableSet(nth(2).at + 1_000);
    expect(goesOn).toMatchObject({
      session: 2,
      id: 'other',
      entries: [{ position: 1 }],
      before: [{ position: 1 }],
      history: { position: 1 },
    });
    const empty = hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 2 });
    await sessions.store(empty, undefined, 'third');
    expect(await sessions.resumableSet(Date.now())).toMatchObject({ session: 3, id: 'third', entries: [] });
    await sessions.store({ ...nth(3), position: 1, set: 2 }, undefined, 'third');
    expect(await sessions.list(1)).toEqual([{ id: 3, startedAt: nth(3).at, tracks: 1 }]);
  });

  test('takes a track from the earlier set that moves to the new one after that began', async () => {
    const { sessions } = sessionsIn(await testFolder());
    await sessions.store(nth(1), undefined, 'set');
    await sessions.store(nth(2), undefined, 'set');
    await sessions.store(
      hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 1 }),
      undefined,
      'other',
    );
    await sessions.store({ ...nth(2), position: 1, set: 1, movedFrom: 2 }, undefined, 'other');
    await sessions.store({ ...nth(3), position: 2, set: 1 }, undefined, 'other');
    const titles = async (session: number) =>
      (await sessions.entries(session)).map(({ track: { title } }) => title);
    expect([await titles(1), await titles(2)]).toEqual([['Title 1'], ['Title 2', 'Title 3']]);
  });

  test('returns a set to continue from a damaged file in which it follows itself', async () => {
    const folder = await testFolder();
    const { sessions } = sessionsIn(folder);
    await sessions.store(nth(1), undefined, 'set');
    await sessions.end();
    const database = new Database(join(folder, 'sessions.db'));
    database.exec('UPDATE session SET follows = id');
    database.close();
    expect(await sessions.resumableSet(Date.now() + 1_000)).toMatchObject({ session: 1, before: [] });
  });

  test('stores an earlier set and the new one apart, even if the disk could not be written meanwhile', async () => {
    const { folder, protect } = await smallDisk(1_000_000);
    const { sessions } = sessionsIn(folder);
    protect(true);
    const moved: Publication = { ...nth(3), kind: 'new set', position: 1, set: 1, movedFrom: 3 };
    const last: Publication = { ...nth(4), position: 2, set: 1 };
    for (const [publication, id] of [
      [nth(1), 'set'],
      [nth(2), 'set'],
      [nth(3), 'set'],
      [moved, 'other'],
      [last, 'other'],
    ] as const) {
      await expect(sessions.store(publication, undefined, id)).rejects.toThrow('read-only');
    }
    protect(false);
    await waitFor('the last track', () =>
      sessions.store(last, undefined, 'other').then(
        () => true,
        () => undefined,
      ),
    );
    const titles = async (session: number) =>
      (await sessions.entries(session)).map(({ track: { title } }) => title);
    expect(await titles(1)).toEqual(['Title 1', 'Title 2']);
    expect(await titles(2)).toEqual(['Title 3', 'Title 4']);
  });

  test('continues an interrupted set once its read-only disk becomes writable', async () => {
    const { folder, protect } = await smallDisk(1_000_000);
    const before = sessionsIn(folder).sessions;
    await before.store(nth(1), undefined, 'set');
    // Killed processes lose their name before they close their files.
    for (const pid of await helpersNamed('sessions')) {
      process.kill(pid, 'SIGKILL');
      await untilEnded(pid);
    }
    protect(true);
    const { sessions } = sessionsIn(folder);
    const earlier = await sessions.resumableSet(nth(1).at + 1_000);
    expect(earlier).toMatchObject({ session: 1 });
    await expect(sessions.store(nth(2), earlier, 'set')).rejects.toThrow('the folder is read-only');
    protect(false);
    await waitFor('the second track', () =>
      sessions.store(nth(2), earlier, 'set').then(
        () => true,
        () => undefined,
      ),
    );
    expect(await sessions.list(9)).toMatchObject([{ id: 1, tracks: 2 }]);
  });

  test('continues the set after its process was killed', async () => {
    const { sessions } = sessionsIn(await testFolder());
    await sessions.store(nth(1), undefined, 'set');
    for (const pid of await helpersNamed('sessions')) {
      process.kill(pid, 'SIGKILL');
    }
    await waitFor('the second track', () =>
      sessions.store(nth(2), undefined, 'set').then(
        () => true,
        () => undefined,
      ),
    );
    expect(await sessions.list(9)).toMatchObject([{ id: 1, tracks: 2 }]);
  });

  test('reports a disk that does not answer, and recovers', async () => {
    const { folder, freeze, thaw } = await frozenDisk();
    const { clock, sessions } = sessionsIn(folder);
    await sessions.store(nth(1), undefined, 'set');
    freeze();
    const second = expect(sessions.store(nth(2), undefined, 'set')).rejects.toMatchObject({
      advice: 'retry',
      message: `cannot use ${folder}/sessions.db: the disk is not responding`,
    });
    await clock.advance(9_000);
    await second;
    const again = sessions.store(nth(2), undefined, 'set');
    thaw();
    await again;
    expect(await sessions.list(9)).toMatchObject([{ id: 1, tracks: 2 }]);
  });
});
