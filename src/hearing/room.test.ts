import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { testFolder } from '../../test/support/folder.ts';
import { keptLog } from '../../test/support/log.ts';
import { madeMusic, mixed, numbersFrom, waveFile } from '../../test/support/music.ts';
import { waitFor } from '../../test/support/wait.ts';
import type { RoomHeard } from '../core/contracts/hearing.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { Room } from './room.ts';
import { joined, SAMPLE_RATE, type Sound } from './sound.ts';

const PROCESSES = new URL('../../dist/', import.meta.url);
const [one, two] = [madeMusic(1, 20), madeMusic(2, 20)];

const PIECE = Math.floor(SAMPLE_RATE / 4);

let folder: string;

/** A room with sound, and the results that a source gets. */
async function listening(files?: 'loaded' | 'proposed') {
  folder = await testFolder();
  const paths = {
    one: join(folder, 'one.wav'),
    two: join(folder, 'two.wav'),
    text: join(folder, 'text.mp3'),
  };
  await Promise.all([
    writeFile(paths.one, waveFile(one)),
    writeFile(paths.two, waveFile(two)),
    writeFile(paths.text, 'no music '.repeat(100)),
  ]);
  const log = keptLog();
  const clock = fakeClock();
  const room = new Room({
    folder,
    readGrid: async () => undefined,
    clock,
    disk: nodeDisk,
    log,
    processes: PROCESSES,
  });
  const states: RoomHeard[] = [];
  const followed = room.follow((state) => states.push(state), files);
  let receive: (sound: Sound) => void = () => undefined;
  const run = () => {
    const stop = new AbortController();
    const running = room.run(async (into, signal) => {
      receive = into;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }, stop.signal);
    return async () => {
      stop.abort();
      await running;
    };
  };
  let end = run();
  onTestFinished(() => end());
  /** A new process judges with the second request, because the first is too short. */
  const begin = (): void => receive({ samples: new Float32Array(PIECE), at: clock.monotonic() });
  begin();
  let position = 0;
  const play = async (samples: Float32Array): Promise<void> => {
    const before = states.length;
    receive({ samples, at: clock.monotonic() });
    await waitFor('an answer', () => states.length > before || undefined);
  };
  return {
    room,
    clock,
    paths,
    lines: log.lines,
    followed,
    states,
    begin,
    restart: async () => {
      await end();
      end = run();
      begin();
    },
    receive: (sound: Sound) => receive(sound),
    play,
    /** Plays the first track until the condition holds, each piece after the previous one was judged. */
    playUntil: (isSo: () => boolean) =>
      waitFor('what is heard', async () => {
        await play(one.subarray(position, position + PIECE));
        position = (position + PIECE) % (one.length - PIECE);
        return isSo() || undefined;
      }),
  };
}

test('hears the file that plays until no source follows it, or the sound ends', async () => {
  const room = await listening();
  const { paths, followed, states, clock } = room;
  followed.want(new Set([paths.one, paths.two]));
  await room.playUntil(
    () => states.at(-1)?.levels?.get(paths.one) === 1 && states.at(-1)?.levels?.get(paths.two) === 0,
  );
  followed.want(new Set([paths.two]));
  await room.playUntil(() => states.at(-1)?.levels?.has(paths.one) === false);
  await clock.advance(1_999);
  expect(states.at(-1)?.levels).toBeDefined();
  await clock.advance(1);
  expect(states.at(-1)?.levels).toBeUndefined();
  expect(room.lines.map(({ message }) => message)).toEqual([
    'comparing the room with the loaded tracks',
    'no sound for two seconds; continuing as without hearing',
  ]);
});

test('hears nothing of the sound before a pause', async () => {
  const { clock, paths, followed, states, begin, play, playUntil } = await listening();
  followed.want(new Set([paths.one, paths.two]));
  await playUntil(() => states.at(-1)?.levels?.get(paths.one) === 1);
  await clock.advance(2_000);
  const before = states.length;
  begin();
  for (let at = 0; at < 3 * SAMPLE_RATE; at += PIECE) {
    await play(two.subarray(at, at + PIECE));
  }
  const levels = states.slice(before).flatMap((state) => state.levels ?? []);
  expect(levels.length).toBeGreaterThan(10);
  expect(levels.every((level) => level.get(paths.one) === 0)).toBe(true);
});

test.each([
  { followed: 'proposed' as const, also: [] as const, level: 0 },
  { followed: 'proposed' as const, also: ['loaded' as const], level: 1 },
  { followed: 'loaded' as const, also: ['proposed' as const], level: 1 },
])('hears through noise a file that is $followed and $also at the level $level', async (row) => {
  const { room, paths, followed, states, play } = await listening(row.followed);
  const next = numbersFrom(9);
  const noise = Float32Array.from(one, () => 0.28 * (next() - 0.5));
  const sound = joined([noise.subarray(0, 8 * PIECE), mixed([one, () => 1], [noise, () => 1])]);
  followed.want(new Set([paths.one]));
  await waitFor('its description', async () => {
    await play(noise.subarray(0, PIECE));
    return states.at(-1)?.levels?.has(paths.one) || undefined;
  });
  for (const files of row.also) {
    room.follow(() => undefined, files).want(new Set([paths.one]));
  }
  for (let at = 0; at < 15 * SAMPLE_RATE; at += PIECE) {
    await play(sound.subarray(at, at + PIECE));
  }
  expect(states.at(-1)?.levels?.get(paths.one)).toBe(row.level);
});

test('hears the beginning of a file while the rest is read, only as long as it is proposed', async () => {
  const { room, paths, followed, states, playUntil } = await listening('proposed');
  // The clock stands still, so reading ends with the first pause, after half a minute.
  await writeFile(paths.one, waveFile(joined([one, madeMusic(3, 60)])));
  followed.want(new Set([paths.one]));
  await playUntil(() => states.at(-1)?.levels?.get(paths.one) === 1);
  room.follow(() => undefined, 'loaded').want(new Set([paths.one]));
  await playUntil(() => states.at(-1)?.levels?.has(paths.one) === false);
});

test('reads the rest of a file when hearing stopped meanwhile and starts again', async () => {
  const { room, clock, paths, followed, states, playUntil, restart } = await listening('proposed');
  // The clock stands still, so reading pauses after half a minute.
  await writeFile(paths.one, waveFile(joined([one, madeMusic(3, 60)])));
  followed.want(new Set([paths.one]));
  await playUntil(() => states.at(-1)?.levels?.get(paths.one) === 1);
  await restart();
  // A loaded file counts once all of it is read.
  room.follow(() => undefined, 'loaded').want(new Set([paths.one]));
  await playUntil(() => {
    void clock.advance(10);
    return states.at(-1)?.levels?.get(paths.one) === 1;
  });
  expect(states.at(-1)?.unreadable).toEqual(new Set());
});

test('reports an unreadable file without its name, and hears the others', async () => {
  const room = await listening();
  const { paths, followed, states, lines } = room;
  followed.want(new Set([paths.one, paths.text, join(folder, 'missing.flac')]));
  await room.playUntil(
    () => states.at(-1)?.unreadable.size === 2 && states.at(-1)?.levels?.get(paths.one) === 1,
  );
  const findings = room.room.findings();
  expect(findings.map(({ finding }) => finding)).toContainEqual(
    expect.stringMatching(/^loaded tracks that cannot be compared with the sound: 2 \(/),
  );
  expect(JSON.stringify([findings, lines.filter(({ level }) => level !== 'debug')])).not.toContain(folder);
});

test('replaces a process that dies, and hears everything again', async () => {
  const room = await listening();
  const { paths, followed, states } = room;
  followed.want(new Set([paths.one, paths.two]));
  await room.playUntil(() => states.at(-1)?.levels?.get(paths.one) === 1);
  process.kill(room.room.pid ?? 0, 'SIGKILL');
  await room.playUntil(() => states.at(-1)?.levels === undefined);
  room.begin();
  await room.playUntil(() => states.at(-1)?.levels?.get(paths.one) === 1);
  expect(room.lines.map(({ message }) => message)).toContain('judge process failed; restarting');
});

test('tells bursts of sound from a judge that is late', async () => {
  const { room, clock, begin, receive } = await listening();
  const second = one.subarray(0, SAMPLE_RATE);
  const finding = () => room.findings().map((found) => found.finding);
  const [burst, busy] = [
    'the sound came in bursts, and some of it was not compared',
    'this computer was too busy to compare all of the sound',
  ];
  const pid = await waitFor('the judge', () => room.pid);
  onTestFinished(() => {
    // A judge that never answers is killed, sooner or later than the test ends.
    if (room.pid === pid) {
      process.kill(pid, 'SIGCONT');
    }
  });
  process.kill(pid, 'SIGSTOP');
  begin();
  for (let pieces = 0; pieces < 4; pieces += 1) {
    receive({ samples: second, at: clock.monotonic() });
  }
  expect(finding()).toEqual([burst]);
  await clock.advance(1_600);
  receive({ samples: second, at: clock.monotonic() });
  expect(finding()).toEqual([burst, busy]);
  await clock.advance(70_000);
  expect(finding()).toEqual([]);
});
