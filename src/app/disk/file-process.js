/**
 * The process that works on the disk for the program. A disk may keep anyone who asks it waiting for any length of time (a
 * share whose server is gone, a pipe that nobody reads), and holds on to the thread that asked; this process can be
 * given up with it, the program cannot. It is told `{ operation, args }`, one after the other, and answers `{ value }` or
 * `{ problem }`.
 */
import { stat } from 'node:fs/promises';
import { orMissing } from './ask.js';
import { nodeDisk, tidy } from './node-disk.js';
import { append, replace } from './write.js';

const program = process.ppid;

/**
 * A program that was killed meanwhile may have been started again, and have written something newer.
 * Windows tells nobody who lost his parent.
 */
const hasParent = () => process.ppid === program;

/** @type {Readonly<Record<string, (...args: any[]) => unknown>>} */
const operations = {
  ...nodeDisk,
  tidy,
  replace: (path, content, options) => replace(path, content, options, hasParent),
  append,
  /** Where the file ends, in bytes. */
  end: async (/** @type {string} */ path) => (await orMissing(stat(path)))?.size ?? 0,
};

process.title = 'deckcast files';
// An exit of Node's own would wait for threads that hang.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // They reach every process of the terminal or the service; the program decides when this one ends.
  process.on(signal, () => undefined);
}
process.on('message', async (/** @type {{ operation: string, args: unknown[] }} */ { operation, args }) => {
  try {
    process.send?.({ value: await operations[operation]?.(...args) });
  } catch (error) {
    process.send?.({ problem: described(error) });
  }
});

/**
 * What crosses to the program of an error of Node's.
 * @param {unknown} error
 */
function described(error) {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const { message, code, syscall, path } = /** @type {NodeJS.ErrnoException} */ (error);
  return { message, code, syscall, path };
}
