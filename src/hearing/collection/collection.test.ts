import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { keptLog } from '../../../test/support/log.ts';
import { madeMusic, waveFile } from '../../../test/support/music.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { CollectionTrack } from '../../core/contracts/hearing.ts';
import { UpstreamError } from '../../core/errors.ts';
import { Secret } from '../../core/option.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { systemClock } from '../../host/clock.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { MusicCollection } from './index.ts';

/** Made once, and never written. */
const SOUND = madeMusic(1, 20);
const FILE = waveFile(SOUND);
const PROCESSES = new URL('../../../dist/', import.meta.url);

/** Collection of one track, with a follower. */
async function followed({
  fails,
  isAlone = () => false,
}: {
  readonly fails?: UpstreamError;
  readonly isAlone?: () => boolean;
} = {}) {
  const music = await testFolder();
  const path = join(music, 'Ada - One.wav');
  await writeFile(path, FILE);
  const log = keptLog();
  const list = async function* () {
    yield [];
    if (fails !== undefined) {
      throw fails;
    }
  };
  const collection = new MusicCollection({ clock: systemClock, log, list, processes: PROCESSES });
  const stop = new AbortController();
  const library = {
    folder: join(await testFolder(), 'index'),
    places: [music],
    lists: [{ folder: music, key: new Secret('') }],
  };
  const running = collection.run(library, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  const found: (readonly CollectionTrack[])[] = [];
  let isTaken = true;
  collection.follow(
    (tracks) => found.push(tracks),
    () => {
      isTaken = true;
      return isAlone();
    },
  );
  // Indexing takes twice as long while sound arrives.
  await waitFor(
    'the end of indexing',
    () => log.lines.some(({ message }) => message === 'collection indexed') || undefined,
  );
  let position = 0;
  /** Plays until the condition holds, one second after another, because sound that waits too long is dropped. */
  const playUntil = (isSo: () => boolean) =>
    waitFor('what is found', () => {
      const samples = SOUND.subarray(position, position + (isTaken ? SAMPLE_RATE : 0));
      position = (position + samples.length) % (SOUND.length - SAMPLE_RATE);
      isTaken = false;
      collection.receive({ samples, at: systemClock.monotonic() });
      return isSo() || undefined;
    });
  return { collection, music, path, found, lines: log.lines, playUntil };
}

test('finds a track by sound and name once it is indexed, and again after the search process dies', async () => {
  const { collection, path, found, playUntil } = await followed();
  await playUntil(() => found.at(-1)?.[0]?.path === path);
  await playUntil(() => collection.fileOf({ ...UNKNOWN_TRACK, artist: 'ADA', title: 'One' }) === path);
  expect(collection.findings().map(({ finding }) => finding)).toEqual(['tracks in your music: 1']);
  process.kill(collection.pid ?? 0, 'SIGKILL');
  found.length = 0;
  await playUntil(() => found.at(-1)?.[0]?.path === path);
});

test('searches an eighth as often while one track explains most of the sound', async () => {
  let alone = false;
  /** Requests of sound from one result to the next. */
  const requests: number[] = [];
  const isAlone = (): boolean => {
    requests[found.length] = (requests[found.length] ?? 0) + 1;
    return alone;
  };
  const { found, playUntil } = await followed({ isAlone });
  await playUntil(() => found.length >= 3);
  alone = true;
  // A request may be under way.
  const next = found.length + 1;
  await playUntil(() => found.length > next);
  expect([requests[2], requests[next]]).toEqual([1, 8]);
});

test('uses names from the files if the rekordbox library of a folder has no key', async () => {
  const fails = new UpstreamError('it is encrypted, and no key is given', 'drop');
  const { collection, music, path, found, lines, playUntil } = await followed({ fails });
  await playUntil(() => found.at(-1)?.[0]?.path === path);
  expect(found.at(-1)?.[0]?.track).toMatchObject({ artist: 'Ada', title: 'One' });
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'cannot read the rekordbox library in a folder; using names from the files',
      fields: expect.objectContaining({ folder: music, hint: expect.stringContaining('--prodjlink.key') }),
    }),
  );
  expect(collection.findings()).toContainEqual(
    expect.objectContaining({
      finding: `the rekordbox library in ${music} cannot be read: it is encrypted, and no key is given`,
      todo: expect.stringContaining('--prodjlink.key'),
    }),
  );
});
