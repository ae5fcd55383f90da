import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { diffLine, fullLine, payload } from '../../../test/support/media-lines.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { mediaControl } from './program.ts';
import { MediaControlSource } from './source.ts';

/** Shortens the pauses between restarts. */
const HURRIED = hurriedClock(100);

let folder: string;
let log: ReturnType<typeof keptLog>;
let running: RunningSource | undefined;

beforeEach(async () => {
  folder = await testFolder();
  log = keptLog();
});

afterEach(async () => {
  await running?.stop().catch(() => undefined);
  running = undefined;
});

/**
 * Writes an executable that runs the code. In it, `count` is the number of starts including this one, and `onCue`
 * waits for `giveCue`.
 */
async function program(code: string): Promise<string> {
  const path = join(folder, 'media-control');
  await writeFile(
    path,
    `#!${process.execPath}
const fs = require('node:fs');
const starts = ${JSON.stringify(join(folder, 'starts'))};
fs.appendFileSync(starts, '.');
const count = fs.readFileSync(starts).length;
const print = (text) => fs.writeSync(1, text);
const cue = ${JSON.stringify(join(folder, 'cue'))};
const onCue = (then) => (fs.existsSync(cue) ? then() : setTimeout(onCue, 10, then));
const stay = () => setInterval(() => undefined, 1000);
if (process.argv[2] !== 'stream') process.exit(2);
${code}
`,
  );
  await chmod(path, 0o755);
  return path;
}

function giveCue(): Promise<void> {
  return writeFile(join(folder, 'cue'), '');
}

async function starts(): Promise<number> {
  return (await readFile(join(folder, 'starts'), 'utf8').catch(() => '')).length;
}

function run(binary: string): MediaControlSource {
  const source = new MediaControlSource(mediaControl(binary, ''), '', {
    log,
    clock: HURRIED,
    disk: nodeDisk,
  });
  running = runSource(source);
  return source;
}

function printLines(...lines: string[]): string {
  return lines.map((line) => `print(${JSON.stringify(line)});`).join('\n');
}

test('MediaControlSource announces tracks as the program reports them, with later art and without advertisements', async () => {
  const art = Buffer.from('an image').toString('base64');
  run(
    await program(`
      ${printLines(fullLine({}), fullLine(payload('Brand', 'Buy', { isAdvertisement: true })))}
      ${printLines(fullLine(payload('Frank Ocean', 'Nikes')), diffLine({ artworkData: art }))}
      onCue(() => {
        ${printLines(diffLine({ playing: false }), diffLine({ playing: true }))}
        ${printLines(fullLine(payload('Frank Ocean', 'Ivy')))}
      });
      stay();`),
  );
  await running?.announces(1);
  await giveCue();
  await running?.announces(2);
  expect(running?.announced).toEqual(['Frank Ocean - Nikes', 'Frank Ocean - Ivy']);
  const [first] = running?.transitions ?? [];
  expect(first?.source).toBe('mediacontrol');
});

test('MediaControlSource restarts a program that crashes, and does not repeat the track on air', async () => {
  run(
    await program(`
      ${printLines(fullLine(payload('A', 'One')))}
      if (count < 3) { onCue(() => process.exit(1)); }
      else { setTimeout(() => { ${printLines(fullLine(payload('A', 'Two')))} }, 400); stay(); }`),
  );
  await running?.announces(1);
  await giveCue();
  await running?.announces(2);
  expect(running?.announced).toEqual(['A - One', 'A - Two']);
  expect(await starts()).toBe(3);
});

test("MediaControlSource processes lines from right before the program's exit", async () => {
  const source = run(await program(`${printLines(fullLine(payload('A', 'One')))} process.exit(0);`));
  // After the restart, no player is named until the next line.
  const { lastHeardAt, details } = await waitFor('a player', () =>
    source.health().details === undefined ? undefined : source.health(),
  );
  expect(lastHeardAt).toBeDefined();
  expect(details).toEqual([{ name: 'com.spotify.client', state: 'heard' }]);
});

test('MediaControlSource reports five quick exits once with a hint, keeps restarting, and recovers', async () => {
  const path = await program(`
    if (!fs.existsSync(cue)) { fs.writeSync(2, 'first\\nmediaremote is not available\\n'); process.exit(3); }
    ${printLines(fullLine(payload('A', 'One')))} stay();`);
  const source = run(path);
  await waitFor('two more starts', async () => ((await starts()) >= 7 ? true : undefined));
  expect(log.at('warn')).toHaveLength(4);
  const errors = log.lines.filter(({ level }) => level === 'error');
  expect(errors.map(({ fields }) => fields.hint)).toEqual([
    `run "${path} test" to see whether it works on this system`,
  ]);
  expect(source.health().problem).toBe(
    'media-control exited (status 3): mediaremote is not available; it keeps exiting, and restarts within a minute',
  );
  await giveCue();
  await running?.announces(1);
  expect(source.health().problem).toBeUndefined();
});

test('MediaControlSource logs the first unreadable cover once', async () => {
  const line = JSON.stringify({ type: 'failure', what: 'picture', reason: 'Not implemented' });
  run(await program(`${printLines(`${line}\n${line}\n`, fullLine(payload('A', 'One')))} stay();`));
  await running?.announces(1);
  const warnings = log.lines.filter(({ level }) => level === 'warn');
  expect(warnings.map(({ fields }) => fields.reason)).toEqual(['Not implemented']);
});

test('MediaControlSource ends a program that hangs, even if it ignores the signal', async () => {
  const source = run(
    await program(
      `process.on('SIGTERM', () => undefined); ${printLines(fullLine(payload('A', 'One')))} stay();`,
    ),
  );
  await waitFor('a line', () => source.health().lastHeardAt);
  await running?.stop();
});

test('MediaControlSource restarts a program that prints an endless line', async () => {
  run(
    await program(`
      if (count === 1) { const piece = 'x'.repeat(1 << 20); for (let i = 0; i < 40; i++) print(piece); }
      ${printLines(fullLine(payload('A', 'One')))} stay();`),
  );
  await running?.announces(1);
  expect(log.lines.find(({ level }) => level === 'warn')?.fields.how).toMatch(/a line is longer than/);
});

test('MediaControlSource rejects with one clear error that tells how to install a missing program', async () => {
  run(join(folder, 'nowhere'));
  await expect(running?.ended).rejects.toThrow('run "brew install media-control"');
});
