/** What the operations on the disk share. */

/**
 * Undefined when there is nothing of that name.
 * @template Found
 * @param {Promise<Found>} looking
 * @returns {Promise<Found | undefined>}
 */
export async function orMissing(looking) {
  try {
    return await looking;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/**
 * The code of an error of Node's (`ENOENT`).
 * @param {unknown} error
 * @returns {unknown}
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
