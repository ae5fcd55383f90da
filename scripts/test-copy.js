// A copy of the sources whose tests run again and again, for scripts/mutants.js: one that is killed leaves no mistake in them.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ failed: string | undefined, slow: string | undefined, took: number }} Outcome the first test that failed, or did not end within its limit; ms that the last one took */

/** Vitest's start, and building what tests start. */
const START_LIMIT_MS = 120_000;

export class TestCopy {
  #folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #vitest;
  /** Since the last run. @type {Set<string>} */
  #changed = new Set();

  /** @param {string[]} files */
  constructor(files) {
    for (const file of files) {
      cpSync(file, join(this.#folder, file), { verbatimSymlinks: true });
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(this.#folder, 'node_modules'));
    process.once('exit', () => {
      this.#end();
      rmSync(this.#folder, { recursive: true, force: true });
    });
  }

  /** @param {string} file */
  read(file) {
    return readFileSync(join(this.#folder, file), 'utf8');
  }

  /** @param {string} file @param {string} code */
  write(file, code) {
    writeFileSync(join(this.#folder, file), code);
    this.#changed.add(file);
  }

  /**
   * Runs tests one after the other until one fails or is too slow.
   * @param {string[]} tests
   * @param {boolean} build first what they start
   * @param {(test: string) => number} limit in ms
   * @returns {Promise<Outcome>}
   */
  run(tests, build, limit) {
    return new Promise((resolve, reject) => {
      this.#vitest ??= this.#started();
      const end = () => this.#end();
      let [now = ''] = tests;
      let began = performance.now();
      let timer = setTimeout(end, START_LIMIT_MS + limit(now));
      const finish = (/** @type {string | undefined} */ failed, /** @type {string | undefined} */ slow) => {
        clearTimeout(timer);
        this.#vitest?.removeAllListeners();
        resolve({ failed, slow, took: performance.now() - began });
      };
      this.#vitest.on('message', (/** @type {import('./kept-vitest.js').Report} */ report) => {
        if ('began' in report) {
          now = report.began;
          began = performance.now();
          clearTimeout(timer);
          timer = setTimeout(end, limit(now));
        } else {
          finish(report.failed, undefined);
        }
      });
      this.#vitest.on('exit', (status) => {
        this.#vitest = undefined;
        if (status === null) {
          finish(undefined, now);
        } else {
          reject(new Error(`Vitest ended with status ${status}`));
        }
      });
      this.#vitest.send({ changed: [...this.#changed], tests, build });
      this.#changed.clear();
    });
  }

  /** As root without the computer's network: a program with a mistake may speak to everybody on it. */
  #started() {
    const script = [process.execPath, fileURLToPath(new URL('kept-vitest.js', import.meta.url))];
    const [command = '', ...args] =
      process.getuid?.() === 0 && process.platform === 'linux'
        ? ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...script]
        : script;
    return spawn(command, args, {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  /** Vitest, and what its tests started. */
  #end() {
    if (this.#vitest?.pid !== undefined) {
      process.kill(-this.#vitest.pid, 'SIGKILL');
    }
  }
}
