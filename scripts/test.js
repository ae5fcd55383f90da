// `npm test`: all checks and tests, with the programs that they need. Root on Debian installs missing ones; otherwise
// one line tells what to install. Skips nothing.
import { spawn, spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { isInstalled, LARGE_PROGRAMS, PROGRAMS } from './programs.js';

/** Runs the long form of tests (`test/support/full-length.ts`). */
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

// Node 20 reads all these certificates at every start, which doubles its time, and no test connects to the internet.
delete process.env.NODE_EXTRA_CA_CERTS;

const CHECK = ['run', '--silent', 'check'];
// Vitest builds what the tests start (`test/support/built.ts`).
const VITEST = ['vitest', 'run', ...args.filter((arg) => arg !== FULL_LENGTH)];

if (isFullLength) {
  run('npm', CHECK);
  run('npm', ['run', '--silent', 'package', '--', 'all']);
  run('npx', VITEST, { DECKCAST_FULL_LENGTH: '1' });
} else {
  // Checks run while tests wait for sockets and programs.
  const check = spawn('npm', CHECK, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (check.pid !== undefined) {
    setPriority(check.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
  const tests = spawn('npx', VITEST, { stdio: 'inherit' });
  const [found, ...statuses] = await Promise.all([text(check.stdout), statusOf(check), statusOf(tests)]);
  // Printed below the tests, where it is noticed.
  process.stdout.write(found);
  process.exitCode = statuses.find((status) => status !== 0) ?? 0;
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
