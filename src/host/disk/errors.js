/**
 * @template Found
 * @param {Promise<Found>} result
 * @returns {Promise<Found | undefined>} undefined if the file does not exist
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
 * @param {unknown} error
 * @returns {unknown} `ENOENT`
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
