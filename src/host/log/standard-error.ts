import { write } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from '../../core/errors.ts';
import type { Clock } from '../../core/tools.ts';

const STANDARD_ERROR = 2;
const TRY_AGAIN_MS = 50;
const writeSome = promisify(write);

/**
 * Writes all of the text to standard error. Not with Node's stream, which blocks the whole program while there is no
 * reader. Never rejects: when the terminal is gone, nothing can be reported.
 */
export async function writeToStandardError(text: string, clock: Clock): Promise<void> {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      const { bytesWritten } = await writeSome(STANDARD_ERROR, rest);
      rest = rest.subarray(bytesWritten);
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') {
        return;
      }
      // A pipe that is full; its reader may only be slow.
      await clock.sleep(TRY_AGAIN_MS);
    }
  }
}
