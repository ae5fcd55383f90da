/**
 * The process that works on the disk for the program. A disk may block its caller for any length of time (a share whose
 * server is gone, a pipe without a reader), and the blocked thread cannot be ended; this process can be abandoned with
 * it, the program cannot. It receives `{ operation, args, bytes }`, one at a time, and answers `{ value }` or `{ problem }`.
 */
import { stat } from 'node:fs/promises';
import { answerRequests } from '../helper-process/answer-requests.js';
import { orMissing } from './errors.js';
import { nodeDisk, tidy } from './node-disk.js';
import { append, replace, writeAt } from './write.js';

const program = process.ppid;

/**
 * False once the program was killed: it may have been started again since and have written something newer. Always true
 * on Windows, where a process keeps the parent id of a parent that has ended.
 */
const hasParent = () => process.ppid === program;

export const operations = {
  ...nodeDisk,
  tidy,
  // What may be bytes comes last, because these do not pass with the other arguments.
  /**
   * @param {string} path
   * @param {import('../../core/tools.ts').ReplaceOptions} options
   * @param {string | Uint8Array} content
   */
  replace: (path, options, content) => replace(path, content, options, hasParent),
  /**
   * @param {string} path
   * @param {number} at
   * @param {import('../../core/tools.ts').WriteAtOptions} options
   * @param {Uint8Array} content
   */
  writeAt: (path, at, options, content) => writeAt(path, at, content, options),
  append,
  /** Where the file ends, in bytes. */
  end: async (/** @type {string} */ path) => (await orMissing(stat(path)))?.size ?? 0,
};

answerRequests(
  'deckcast files',
  async (/** @type {{ operation: keyof typeof operations, args: unknown[], bytes?: Uint8Array }} */ task) => {
    const { operation, args, bytes } = task;
    // The program's types say that they fit.
    const perform = /** @type {(...args: unknown[]) => unknown} */ (operations[operation]);
    try {
      return { value: await perform(...args, ...(bytes === undefined ? [] : [bytes])) };
    } catch (error) {
      return { problem: plainError(error) };
    }
  },
);

/**
 * The fields of an error as a message can carry them.
 * @param {unknown} error
 */
function plainError(error) {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const { message, code, syscall, path } = /** @type {NodeJS.ErrnoException} */ (error);
  return { message, code, syscall, path };
}
