// Checks whether deckcast runs on this system: `node scripts/smoke.js [launcher]`, with an unpacked archive's launcher
// (`…/bin/deckcast`, `…\bin\deckcast.cmd`) or this checkout. Publishes made-up tracks on this computer, and examines
// the server's answers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PATIENCE_MS = 60_000;
const PAGES = ['', 'overlay/', 'dashboard/', 'setup/'];

const [launcher] = process.argv.slice(2);
const checkout = fileURLToPath(new URL('../bin/deckcast.js', import.meta.url));
const command = launcher === undefined ? `"${process.execPath}" "${checkout}"` : `"${resolve(launcher)}"`;
const home = mkdtempSync(join(tmpdir(), 'deckcast-smoke-'));
// Keeps user files unread and unwritten.
const env = { ...process.env, HOME: home, USERPROFILE: home, APPDATA: home, LOCALAPPDATA: home };

try {
  const { stdout, stderr, status } = spawnSync(`${command} version`, {
    shell: true,
    encoding: 'utf8',
    env,
    timeout: PATIENCE_MS,
  });
  if (status !== 0 || !stdout.startsWith('Build info: {')) {
    throw new Error(`version answered ${status}: ${stdout}${stderr}`);
  }
  process.stdout.write(stdout);
  await publish();
  console.log('it runs');
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

async function publish() {
  const options = '--source=dummy --dummy.interval=1 --http.addr=127.0.0.1:0';
  const child = spawn(`${command} start ${options}`, { shell: true, env, cwd: home, detached: !isWindows() });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const closed = once(child, 'close');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  try {
    await lookAt(() => {
      if (isOver()) {
        throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
      }
      return said;
    });
  } catch (error) {
    await stop();
    throw new Error(`${error}\n${said}`);
  }
  await stop();

  async function stop() {
    const force = setTimeout(() => end(Number(child.pid), 'SIGKILL'), PATIENCE_MS);
    if (!isOver()) {
      end(Number(child.pid), 'SIGTERM');
    }
    await closed;
    clearTimeout(force);
  }
}

/**
 * Waits for a published track, and requests the program's pages.
 * @param {() => string} said returns the output so far; throws when the program has ended
 */
async function lookAt(said) {
  const address = await until(() => /overlay ready.*url=(http:\/\/127\.0\.0\.1:\d+\/)/.exec(said())?.[1]);
  await until(async () => {
    said();
    const now = JSON.parse(await (await fetch(`${address}api/v1/now`)).text());
    return now.track?.title;
  });
  for (const page of PAGES) {
    const { status } = await fetch(`${address}${page}`);
    if (status !== 200) {
      throw new Error(`/${page} answered ${status}`);
    }
  }
}

function isWindows() {
  return process.platform === 'win32';
}

/**
 * Ends the shell with its program.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function end(pid, signal) {
  if (isWindows()) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
  } else {
    process.kill(-pid, signal);
  }
}

/**
 * Repeats the attempt until it answers.
 * @template Answer
 * @param {() => Answer | undefined | Promise<Answer | undefined>} attempt
 * @returns {Promise<Answer>}
 */
async function until(attempt) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const answer = await attempt();
    if (answer !== undefined) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing within ${PATIENCE_MS / 1_000} s`);
}
