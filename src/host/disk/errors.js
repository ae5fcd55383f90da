/** Errors of disks: what they mean, and the one for a disk that gives no answer. */

/**
 * The result; undefined when the file does not exist.
 * @template Found
 * @param {Promise<Found>} result
 * @returns {Promise<Found | undefined>}
 */
export async function orMissing(result) {
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/**
 * The code of Node's error, such as `ENOENT`.
 * @param {unknown} error
 * @returns {unknown}
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * The error of a disk, or of the process that works with it, that gives no answer in time.
 * @param {string} message
 * @returns {Error}
 */
export function noAnswer(message) {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
