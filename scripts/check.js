// `npm run check`: format and lint, types, and dead code, including code that only tests use. Runs all at once and
// prints each output at its end.
import { spawn } from 'node:child_process';

const CHECKS = [
  ['biome', 'check', '.'],
  ['npm', 'run', '--silent', 'typecheck'],
  ['knip', '--treat-config-hints-as-errors', '--cache', '--cache-location', 'node_modules/.cache/knip'],
  [
    ...['knip', '--production', '--treat-config-hints-as-errors'],
    ...['--cache', '--cache-location', 'node_modules/.cache/knip-production'],
  ],
];

const passed = await Promise.all(CHECKS.map(passes));
process.exitCode = passed.includes(false) ? 1 : 0;

/**
 * @param {string[]} command
 * @returns {Promise<boolean>} false if it found something
 */
function passes([name = '', ...args]) {
  return new Promise((resolve) => {
    // npm puts `node_modules/.bin` on the path; on Windows only a shell finds its `.cmd` files.
    const child = spawn([name, ...args].join(' '), { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('close', (status) => {
      process.stdout.write(Buffer.concat(output));
      resolve(status === 0);
    });
  });
}
