// All checks and tests, with the programs that they need: `npm test`.
// As root on Debian the missing ones are installed; elsewhere one line says what to install. Nothing is skipped.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, existsSync, constants as modes } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The command that tests call, or a file that they load, and the Debian package that contains it. */
const PROGRAMS = {
  'chromium-headless-shell': 'chromium-headless-shell',
  cc: 'gcc',
  '/usr/include/stdio.h': 'libc6-dev',
  ip: 'iproute2',
  nft: 'nftables',
  promtool: 'prometheus',
  oscdump: 'liblo-tools',
  cueprint: 'cuetools',
  cuebreakpoints: 'cuetools',
  shnsplit: 'shntool',
  tshark: 'tshark',
  zsh: 'zsh',
  fish: 'fish',
  'fc-list': 'fontconfig',
  pg_ctlcluster: 'postgresql',
  'nats-server': 'nats-server',
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc': 'fonts-noto-cjk',
  '/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf': 'fonts-noto-color-emoji',
  'mkfs.ext4': 'e2fsprogs',
  'dbus-daemon': 'dbus',
  playerctl: 'playerctl',
  mpv: 'mpv',
  '/usr/lib/mpv-mpris/mpris.so': 'mpv-mpris',
  qmlscene: 'qmlscene',
  '/usr/share/doc/qml-module-qtquick2/copyright': 'qml-module-qtquick2',
  ffmpeg: 'ffmpeg',
  ezstream: 'ezstream',
};

/** Large ones, which only tests in full length call. */
const LARGE_PROGRAMS = {
  liquidsoap: 'liquidsoap',
  butt: 'butt',
  mixxx: 'mixxx',
  xdotool: 'xdotool',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  debootstrap: 'debootstrap',
  'qemu-aarch64-static': 'qemu-user-static',
  lintian: 'lintian',
  'desktop-file-validate': 'desktop-file-utils',
};

/** Runs tests that have a long form in full length (`test/support/full-length.ts`). */
const FULL_LENGTH = '--full-length';

const args = process.argv.slice(2);
const isFullLength = args.includes(FULL_LENGTH);
const needed = { ...PROGRAMS, ...(isFullLength && LARGE_PROGRAMS) };
const missing = Object.entries(needed).filter(([command]) => !onPath(command));
if (missing.length > 0) {
  const packages = [...new Set(missing.map(([, name]) => name))];
  if (process.getuid?.() === 0 && onPath('apt-get')) {
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

// Node 20 reads all of these at every start, which doubles it, and nothing below connects to anything outside.
delete process.env.NODE_EXTRA_CA_CERTS;

const CHECK = ['run', '--silent', 'check'];
// Vitest builds what the tests start (`test/support/built.ts`).
const VITEST = ['vitest', 'run', ...args.filter((arg) => arg !== FULL_LENGTH)];

if (isFullLength) {
  run('npm', CHECK);
  run('npm', ['run', '--silent', 'package', '--', 'all']);
  run('npx', VITEST, { DECKCAST_FULL_LENGTH: '1' });
} else {
  // Tests wait for sockets and programs part of the time: that is when the checks run.
  const check = spawn('npm', CHECK, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (check.pid !== undefined) {
    setPriority(check.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }
  const tests = spawn('npx', VITEST, { stdio: 'inherit' });
  const [found, ...statuses] = await Promise.all([text(check.stdout), statusOf(check), statusOf(tests)]);
  // Below the tests, where it is seen.
  process.stdout.write(found);
  process.exitCode = statuses.find((status) => status !== 0) ?? 0;
}

/** @param {string} command */
function onPath(command) {
  if (isAbsolute(command)) {
    return existsSync(command);
  }
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), modes.X_OK);
      return true;
    } catch {
      return false;
    }
  });
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
