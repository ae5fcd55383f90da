import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { keptLog } from '../../../test/support/log.ts';
import { joined, pitchOf } from '../../../test/support/sounds.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Clock } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { isRunning } from '../../host/is-running.js';
import { SAMPLE_RATE, type Sound } from '../sound.ts';
import { CommandDoor } from './command.ts';
import type { SoundDoor } from './door.ts';
import { doorFindings } from './findings.ts';
import { Doors } from './index.ts';
import { PageDoor } from './page.ts';

/** A tone of 440 Hz, played by ffmpeg until it is ended. */
const FFMPEG = 'ffmpeg -v error -re -f lavfi -i "aevalsrc=0.5*sin(2*PI*440*t):s=44100" -ac 1';
const AS_IT_IS = `${FFMPEG} -ar 11025 -f s16le -`;

const open = (...doors: readonly SoundDoor[]) => openOn(systemClock, ...doors);

/** Runs these doors until the test ends. */
function openOn(clock: Clock, ...doors: readonly SoundDoor[]) {
  const log = keptLog();
  const stop = new AbortController();
  const sounds: Sound[] = [];
  const all = new Doors(doors, { clock, log });
  const ended = all.run((sound) => sounds.push(sound), stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return {
    log,
    sounds: () => joined(sounds.map(({ samples }) => samples)),
    findings: () => doorFindings(all.views()).map(({ finding }) => finding),
    views: () => all.views(),
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

function command(line: string, rate = SAMPLE_RATE, clock: Clock = systemClock): CommandDoor {
  return new CommandDoor({ command: line, rate, clock, log: keptLog() });
}

function tone(seconds: number): Buffer {
  const bytes = Buffer.alloc(2 * Math.round(seconds * SAMPLE_RATE));
  for (let at = 0; at < bytes.length / 2; at += 1) {
    bytes.writeInt16LE(Math.round(16_384 * Math.sin((2 * Math.PI * 440 * at) / SAMPLE_RATE)), 2 * at);
  }
  return bytes;
}

test.each([
  ['at the internal rate', AS_IT_IS, SAMPLE_RATE],
  ['at another rate', `${FFMPEG} -ar 48000 -f s16le -`, 48_000],
])('hears the output of a command %s', async (_, line, rate) => {
  const room = open(command(line, rate));
  await waitFor('sound', () => (room.sounds().length > 2 * SAMPLE_RATE ? true : undefined));
  expect(Math.abs(pitchOf(room.sounds(), SAMPLE_RATE) - 440)).toBeLessThan(10);
  expect(room.views()).toMatchObject([{ name: 'command', counts: true, isFlooded: false }]);
  expect(room.findings()).toEqual(['the command delivers sound at -9 dBFS']);
});

test('restarts a command that exits, and reports its last output', async () => {
  const marks = join(await testFolder(), 'marks');
  const room = open(command(`echo run >> ${marks}; echo "no such device" >&2; exit 3`));
  await waitFor('its end', () => (String(room.findings()[0]).includes('exited') ? true : undefined));
  expect(room.findings()).toEqual(['the program of --hear.command exited (status 3): no such device']);
  await waitFor('a second run', async () => {
    const { stdout } = await promisify(execFile)('cat', [marks]);
    return stdout.startsWith('run\nrun\n') ? true : undefined;
  });
});

test('limits a command that writes faster than sound, and reports it', async () => {
  // Time passes with each reading of the clock, and there was always something to read before.
  const clock = fakeClock();
  const room = openOn(clock, command('cat /dev/zero', SAMPLE_RATE, clock));
  await waitFor('the finding', async () => {
    await clock.advance(100);
    return String(room.findings()[0]).includes('faster than real time') ? true : undefined;
  });
  expect(room.sounds().length).toBeLessThan(60 * SAMPLE_RATE);
});

test('reports 8-bit samples', async () => {
  const room = open(command(`${FFMPEG} -ar 44100 -f u8 -`, 44_100));
  const finding = 'the sound of the command has 8-bit samples';
  await waitFor('the finding', () => (String(room.findings()[0]) === finding ? true : undefined));
  expect(room.views()).toMatchObject([{ sound: { state: 'eight-bit' } }]);
});

test('ends all processes that the command started', async () => {
  const pids = join(await testFolder(), 'pids');
  const noted = async () => (await readFile(pids, 'utf8')).split('\n').filter(Boolean).map(Number);
  const inBackground = `sleep 600 & echo $! >> ${pids}`;
  const room = open(command(`${inBackground}; { ${AS_IT_IS} & echo $! >> ${pids}; wait; } | cat`));
  await waitFor('sound', () => (room.sounds().length > 0 ? true : undefined));
  const started = await waitFor('both ids', async () => {
    const ids = await noted();
    return ids.length === 2 ? ids : undefined;
  });
  expect(started.map(isRunning)).toEqual([true, true]);
  await room.stop();
  await waitFor('their end', () => !started.some(isRunning) || undefined);
});

test('uses the first door that has sound, and the next one after that', async () => {
  const page = new PageDoor();
  const room = open(page, command(AS_IT_IS));
  await waitFor('the command', () => (room.views()[1]?.counts ? true : undefined));
  const tap = page.open(() => undefined);
  tap.push(tone(0.1));
  expect(room.views().map(({ counts }) => counts)).toEqual([true, false]);
  tap.end();
  await waitFor('the command again', () => (room.views()[1]?.counts ? true : undefined));
  expect(room.findings()[0]).toBe('no page is listening');
});

test('hears the newest page, and tells the previous one', async () => {
  const page = new PageDoor();
  const room = open(page);
  let replaced = 0;
  const first = page.open(() => {
    replaced += 1;
  });
  expect(first.push(tone(0.04))).toBe('heard');
  const second = page.open(() => undefined);
  expect(replaced).toBe(1);
  expect(first.push(tone(0.04))).toBe('off');
  expect(second.push(tone(0.04))).toBe('heard');
  expect(second.push(Buffer.alloc(3))).toBe('no-sound');
  first.end();
  expect(second.push(tone(0.04))).toBe('heard');
  expect(room.sounds().length).toBe(3 * Math.round(0.04 * SAMPLE_RATE));
});

test('rejects a page that sends faster than sound', async () => {
  const page = new PageDoor();
  const room = open(page);
  const tap = page.open(() => undefined);
  const second = tone(1);
  const became = Array.from({ length: 20 }, () => tap.push(second));
  expect(became.at(0)).toBe('heard');
  expect(became.at(-1)).toBe('too-fast');
  expect(room.sounds().length).toBeLessThan(7 * SAMPLE_RATE);
  // This was a burst.
  expect(room.views()).toMatchObject([{ isFlooded: false }]);
});

test('logs once that sound is received, and once that it was lost for ten seconds', async () => {
  const page = new PageDoor();
  const clock = fakeClock();
  const log = keptLog();
  const stop = new AbortController();
  const ended = new Doors([page], { clock, log }).run(() => undefined, stop.signal);
  const tap = page.open(() => undefined);
  for (let second = 0; second < 30; second += 1) {
    tap.push(tone(0.1));
    await clock.advance(1_000);
  }
  await clock.advance(8_000);
  expect(log.lines.map(({ message }) => message).slice(1)).toEqual(['sound received']);
  await clock.advance(60_000);
  tap.push(tone(0.1));
  expect(log.lines.map(({ message }) => message).slice(1)).toEqual([
    'sound received',
    'sound lost',
    'sound received',
  ]);
  stop.abort();
  await ended;
  await clock.advance(60_000);
  expect(log.lines).toHaveLength(4);
});

test('a page has no sound at once when it stops', () => {
  const page = new PageDoor();
  const { views } = openOn(fakeClock(), page);
  const tap = page.open(() => undefined);
  tap.push(tone(0.1));
  expect(views()[0]?.sound).toBeDefined();
  tap.end();
  expect(views()[0]?.sound).toBeUndefined();
});

test('a door is lost ten seconds after its last sound, and not before its first', async () => {
  const clock = fakeClock();
  const page = new PageDoor();
  const { views } = openOn(clock, page);
  const isLost = () => views().map((view) => view.isLost);
  await clock.advance(60_000);
  expect(isLost()).toEqual([false]);
  page.open(() => undefined).push(tone(0.1));
  await clock.advance(10_000);
  expect(isLost()).toEqual([false]);
  await clock.advance(1);
  expect(isLost()).toEqual([true]);
});
