// Runs the current sources: `npm run dev`, or `npm run dev -- start --source=dummy`.
// Without a command it runs the demo. Each change below src/ or packages/ rebuilds and restarts the program.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Milliseconds without a change after which an editor has finished saving. */
const SAVED_AFTER_MS = 100;

const command = process.argv.length > 2 ? process.argv.slice(2) : ['demo'];
/** @type {import('node:child_process').ChildProcess | undefined} */
let program;
/** @type {NodeJS.Timeout | undefined} */
let restartTimer;
let isStopping = false;

process.on('SIGINT', () => {
  // The terminal sends the signal to the program, too; a second one would cut its orderly stop short.
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
 * Watches a folder and its subfolders one by one, because Node 20 loses a file in a recursively watched folder once an
 * editor replaces it. A new folder is watched from the next start.
 * @param {string} folder
 */
function watchFolder(folder) {
  watch(folder, () => {
    clearTimeout(restartTimer);
    restartTimer = setTimeout(restart, SAVED_AFTER_MS);
  }).on('error', () => undefined);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Built output.
    if (entry.isDirectory() && entry.name !== 'dist') {
      watchFolder(join(folder, entry.name));
    }
  }
}

/** Builds. On success, ends the running program and starts the new one. */
function restart() {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.js')], { stdio: 'inherit' });
  if (status !== 0) {
    console.error('The build failed; the next change tries again.');
  } else if (program === undefined) {
    run();
  } else {
    // The exit handler calls `run`, because two programs would need the same port.
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
