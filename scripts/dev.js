// Runs the current sources: `npm run dev` (the demo), or `npm run dev -- start --source=dummy`. Changes below src/ or
// packages/ rebuild and restart the program.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** An editor has finished saving after this pause. */
const SAVED_AFTER_MS = 100;

const command = process.argv.length > 2 ? process.argv.slice(2) : ['demo'];
/** @type {import('node:child_process').ChildProcess | undefined} */
let program;
/** @type {NodeJS.Timeout | undefined} */
let restartTimer;
let isStopping = false;

process.on('SIGINT', () => {
  // The terminal signals the program too; a second signal would cut its orderly stop short.
  stop(() => undefined);
});
process.on('SIGTERM', () => {
  stop((running) => running.kill());
});
watchFolder(join(ROOT, 'src'));
watchFolder(join(ROOT, 'packages'));
restart();

/**
 * @param {(running: import('node:child_process').ChildProcess) => void} end
 */
function stop(end) {
  isStopping = true;
  if (program === undefined) {
    process.exit();
  }
  end(program);
}

/**
 * Watches subfolders one by one: Node 20 loses a file in a recursively watched folder once an editor replaces it. New
 * folders need a restart.
 * @param {string} folder
 */
function watchFolder(folder) {
  watch(folder, () => {
    clearTimeout(restartTimer);
    restartTimer = setTimeout(restart, SAVED_AFTER_MS);
  }).on('error', () => undefined);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== 'dist') {
      watchFolder(join(folder, entry.name));
    }
  }
}

function restart() {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.js')], { stdio: 'inherit' });
  if (status !== 0) {
    console.error('The build failed; the next change tries again.');
  } else if (program === undefined) {
    run();
  } else {
    // The exit handler calls `run`: two programs would need one port.
    program.kill();
  }
}

function run() {
  const started = spawn(
    process.execPath,
    ['--enable-source-maps', join(ROOT, 'bin/deckcast.js'), ...command],
    {
      stdio: 'inherit',
    },
  );
  program = started;
  started.once('exit', (status, signal) => {
    program = undefined;
    if (isStopping) {
      process.exit(status ?? 0);
    } else if (signal === 'SIGTERM' || status === 143) {
      run();
    } else {
      console.error('The program has ended; the next change starts it again.');
    }
  });
}
