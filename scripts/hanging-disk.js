// Effect of a hanging disk: each file in turn is on a disk that is frozen during a set. Needs root, loop devices,
// mkfs.ext4 and a build; prints the table of docs/decisions/helper-processes.md. Run `unshare --net -- sh -c 'ip link
// set lo up && node scripts/hanging-disk.js'`.
import { execFileSync, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

const EXECUTABLE = fileURLToPath(new URL('../bin/deckcast.js', import.meta.url));
const PORT = 29_601;
const HERE = `http://127.0.0.1:${PORT}`;
/** Longer than the program's time limit for a write. */
const FROZEN_MS = 11_000;

/** Option, file name, and the sink's name in the health report. */
const FILES = /** @type {const} */ ([
  ['outfile.featured', 'featured.txt', 'file'],
  ['outfile.art', 'art.png', 'file'],
  ['history.filename', 'history.txt', 'history'],
  ['cue.filename', 'set.cue', 'cue'],
  ['session.filename', 'sessions.db', 'session'],
  ['log.file', 'deckcast.log', undefined],
]);

const folder = mkdtempSync(join(tmpdir(), 'deckcast-hanging-'));
const disk = join(folder, 'disk');
const well = join(folder, 'well');
let isFrozen = false;

/** @param {string} command @param {string[]} args */
const run = (command, ...args) => execFileSync(command, args, { stdio: 'pipe' });

/** @param {boolean} on */
function freeze(on) {
  if (isFrozen !== on) {
    run('fsfreeze', on ? '--freeze' : '--unfreeze', disk);
    isFrozen = on;
  }
}

/** @param {string} title */
async function play(title) {
  const answer = await fetch(`${HERE}/api/v1/track`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ artist: 'Ada', title }),
  });
  if (!answer.ok) {
    throw new Error(`POST answered ${answer.status}`);
  }
}

/** @returns {Promise<readonly { name: string, queued: number, delivered: number, lastError?: string }[]>} */
async function sinks() {
  const health = /** @type {any} */ (await (await fetch(`${HERE}/api/v1/health`)).json());
  return health.sinks;
}

/** @param {() => boolean | Promise<boolean>} done @param {string} what */
async function until(done, what, withinMs = 20_000) {
  for (const end = Date.now() + withinMs; !(await Promise.resolve(done()).catch(() => false)); ) {
    if (Date.now() > end) {
      throw new Error(`waited for ${what}`);
    }
    await sleep(20);
  }
}

/**
 * @typedef {typeof FILES[number]} File
 * @typedef {{ wentOn: string, said: string, afterward: string, stop: string }} Row
 */

/**
 * Returns which of the played titles the file contains.
 * @param {File} file
 */
function contentOf([, name]) {
  const bytes = readFileSync(join(disk, name));
  if (name.endsWith('.png')) {
    return bytes.subarray(-8, -4).toString() === 'IEND' ? 'a whole picture' : 'half a picture';
  }
  const text = Buffer.concat([
    bytes,
    name.endsWith('.db') ? readFileSync(join(disk, `${name}-wal`)) : Buffer.alloc(0),
  ]);
  const titles = ['One', 'Two', 'Three', 'Four'].filter((title) => text.includes(title));
  const lines = name === 'history.txt' ? ` in ${text.toString().split('\n').length - 1} lines` : '';
  return `${titles.join(', ')}${lines}`;
}

/**
 * @param {readonly File[]} hanging
 * @returns {Promise<Row>}
 */
async function measure(hanging) {
  rmSync(well, { recursive: true, force: true });
  mkdirSync(well);
  for (const name of readdirSync(disk)) {
    rmSync(join(disk, name), { recursive: true });
  }
  const args = FILES.filter((file) => hanging.includes(file) || file[0] !== 'log.file').map(
    (file) => `--${file[0]}=${join(hanging.includes(file) ? disk : well, file[1])}`,
  );
  const command = [EXECUTABLE, 'start', '--source=http', `--http.addr=127.0.0.1:${PORT}`, ...args];
  const program = spawn(process.execPath, command, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  let said = '';
  program.stderr.on('data', (text) => {
    said += text;
  });
  const ended = new Promise((resolve) => {
    program.once('exit', (status, signal) => resolve(status ?? signal));
  });
  /** @type {Set<string | undefined>} */
  const hangs = new Set(hanging.map(([, , sink]) => sink));
  const healthy = async () => (await sinks()).filter(({ name }) => !hangs.has(name));
  const unhealthy = async () => (await sinks()).filter(({ name }) => hangs.has(name));
  try {
    await until(async () => (await fetch(`${HERE}/api/v1/health`)).ok, 'the start');
    let messages = 0;
    const page = new WebSocket(`ws://127.0.0.1:${PORT}/ws`);
    page.on('message', () => {
      messages += 1;
    });
    page.on('error', () => undefined);
    await play('One');
    await until(async () => (await sinks()).every(({ queued }) => queued === 0), 'the first track');

    freeze(true);
    let slowest = 0;
    for (const title of ['Two', 'Three', 'Four']) {
      const before = messages;
      const at = performance.now();
      await play(title);
      await until(() => messages > before, 'the overlay');
      slowest = Math.max(slowest, performance.now() - at);
      await sleep(500);
    }
    await sleep(FROZEN_MS);
    const { status } = await fetch(`${HERE}/overlay/slider/`);
    const late = (await healthy()).filter(({ delivered, queued }) => delivered !== 4 || queued !== 0);
    const reasons = (await unhealthy()).map(({ lastError }) => lastError ?? '**nothing**');
    const ofLog = /deckcast: (cannot write the log[^\n]*)/.exec(said)?.[1];

    freeze(false);
    await until(async () => (await sinks()).every(({ queued }) => queued === 0), 'the disk', 60_000);
    await sleep(1_500);
    const afterward = hanging.map(contentOf);

    freeze(true);
    await play('Five');
    await sleep(300);
    const stopAt = performance.now();
    program.kill('SIGTERM');
    const end = await Promise.race([ended, sleep(5_000, '**not ended**')]);
    const stopMs = Math.round(performance.now() - stopAt);
    freeze(false);
    const undelivered = said.match(/(?<=not delivered before the stop" sink=)\w+/g) ?? [];
    return {
      wentOn: [
        `overlay messages within ${Math.ceil(slowest)} ms`,
        `pages (${status})`,
        late.length === 0 ? 'every other sink' : `**late: ${late.map(({ name }) => name).join(', ')}**`,
      ].join(', '),
      said: [...reasons, ...(ofLog === undefined ? [] : [ofLog])].join('; ').replaceAll(`${disk}/`, ''),
      afterward: afterward.join('; '),
      stop: [
        `${stopMs} ms, exit status ${end}`,
        ...(undelivered.length === 0 ? [] : [`not delivered: ${undelivered.join(', ')}`]),
        ...(/these lines are missing/.test(said) ? ['the missing lines on standard error'] : []),
      ].join('; '),
    };
  } finally {
    freeze(false);
    program.kill('SIGKILL');
    await ended;
  }
}

try {
  mkdirSync(disk);
  const image = join(folder, 'image');
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  run('mkfs.ext4', '-q', '-F', image);
  run('mount', '-o', 'loop', image, disk);
  console.log(
    '| On the disk that hangs | What went on | What was said | In the file once it answered | The stop |',
  );
  console.log('|---|---|---|---|---|');
  for (const hanging of [...FILES.map((file) => [file]), FILES]) {
    const { wentOn, said, afterward, stop } = await measure(hanging);
    const names = hanging.length === 1 ? `\`--${hanging[0]?.[0]}\`` : 'all of them at once';
    console.log(`| ${names} | ${wentOn} | ${said} | ${afterward} | ${stop} |`);
  }
} finally {
  freeze(false);
  try {
    run('umount', '--lazy', disk);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
