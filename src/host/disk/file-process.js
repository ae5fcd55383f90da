/**
 * Helper process for disk access. A disk may block its caller for any time (a share whose server is gone, a
 * pipe without a reader). A blocked thread cannot be ended; this process can be abandoned. Answers `{
 * operation, args, bytes }` with `{ value }` or `{ problem }`, one at a time.
 */
import { stat } from 'node:fs/promises';
import { answerRequests } from '../helper-process/answer-requests.js';
import { orMissing } from './errors.js';
import { nodeDisk, tidy } from './node-disk.js';
import { append, replace, writeAt } from './write.js';

const program = process.ppid;

/**
 * False once the program was killed: its next run may have written newer content. Always true on Windows,
 * where the parent id outlives the parent.
 */
const hasParent = () => process.ppid === program;

export const operations = {
  ...nodeDisk,
  tidy,
  // `bytes` travel separately and become the last argument.
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
  /** Bytes. */
  end: async (/** @type {string} */ path) => (await orMissing(stat(path)))?.size ?? 0,
};

answerRequests(
  'deckcast files',
  async (/** @type {{ operation: keyof typeof operations, args: unknown[], bytes?: Uint8Array }} */ task) => {
    const { operation, args, bytes } = task;
    // `index.ts` types them.
    const perform = /** @type {(...args: unknown[]) => unknown} */ (operations[operation]);
    try {
      return { value: await perform(...args, ...(bytes === undefined ? [] : [bytes])) };
    } catch (error) {
      return { problem: plainError(error) };
    }
  },
);

/**
 * Fields that a message can carry.
 * @param {unknown} error
 */
function plainError(error) {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const { message, code, syscall, path } = /** @type {NodeJS.ErrnoException} */ (error);
  return { message, code, syscall, path };
}
