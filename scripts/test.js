// `npm test`: all checks and tests. Root on Debian installs missing programs; elsewhere, one line names them. Skips
// nothing.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isInstalled, LARGE_PROGRAMS, PROGRAMS } from './programs.js';

/** Long form of tests (`test/support/full-length.ts`). */
const FULL_LENGTH = '--full-length';

const args = process.argv.slice(2);
const isFullLength = args.includes(FULL_LENGTH);
const needed = { ...PROGRAMS, ...(isFullLength && LARGE_PROGRAMS) };
const missing = Object.entries(needed).filter(([command]) => !isInstalled(command));
if (missing.length > 0) {
  const packages = [...new Set(missing.map(([, name]) => name))];
  if (process.getuid?.() === 0 && isInstalled('apt-get')) {
    console.log(`Installing what the tests need: ${packages.join(' ')}`);
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
  } else {
    console.error(
      `The tests need ${packages.join(', ')} (Debian's names). Please install them and try again.`,
    );
    process.exit(1);
  }
}

// Node 20 reads these certificates at every start, which doubles its time; no test connects to the internet.
delete process.env.NODE_EXTRA_CA_CERTS;

// The program gives indexing and the analysis of recordings a low priority, so tests of a usual one would starve them.
// Root's Chromium could raise its priority, and would starve the tests.
setPriority(15);
const WITHOUT_RAISES =
  process.getuid?.() === 0 && isInstalled('setpriv')
    ? ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice']
    : [];

const filters = args.filter((arg) => arg !== FULL_LENGTH);
// Checks run while tests wait for sockets and programs.
const check = spawn('npm', ['run', '--silent', 'check'], { stdio: ['ignore', 'pipe', 'inherit'] });
if (check.pid !== undefined) {
  setPriority(check.pid, constants.priority.PRIORITY_LOW);
}
// Vitest builds the started programs (`test/support/built.ts`).
const [command, ...vitest] = [...WITHOUT_RAISES, 'npx', 'vitest', 'run'];
const tests = spawn(command, [...vitest, ...filters], { stdio: 'inherit' });
const [found, ...statuses] = await Promise.all([text(check.stdout), statusOf(check), statusOf(tests)]);
// Below the tests, where it is noticed.
process.stdout.write(found);
process.exitCode = statuses.find((status) => status !== 0) ?? 0;

if (isFullLength && process.exitCode === 0) {
  run('npm', ['run', '--silent', 'package', '--', 'all']);
  const longer = filters.length > 0 ? filters : ['src', 'packages', 'test'].flatMap(longerTests);
  run(command, [...vitest, ...longer], { DECKCAST_FULL_LENGTH: '1' });
}

/**
 * Tests that have a full length: those with amounts or random values, and those of releases.
 *
 * @param {string} folder
 */
function longerTests(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.release.ts') || (path.endsWith('.test.ts') && isLonger(path)));
}

/** @param {string} path */
function isLonger(path) {
  return /from '(fast-check|.*full-length\.ts)'/.test(readFileSync(path, 'utf8'));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function statusOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve(status ?? 1));
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
