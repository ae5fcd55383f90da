/**
 * Resolves to undefined if the file does not exist.
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
 * Returns the code of a Node error, such as `ENOENT`.
 * @param {unknown} error
 * @returns {unknown}
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Creates the error for a disk, or its helper process, that did not answer in time.
 * @param {string} message
 * @returns {Error}
 */
export function noAnswer(message) {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
