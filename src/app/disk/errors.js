/** Errors of Node's file system functions. */

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
