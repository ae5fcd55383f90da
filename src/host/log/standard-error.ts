import { write } from 'node:fs';
import { promisify } from 'node:util';
import { codeOf } from '../../core/errors.ts';
import type { Clock } from '../../core/tools.ts';

const STANDARD_ERROR = 2;
const TRY_AGAIN_MS = 50;
const writeSome = promisify(write);

/**
 * Node's stream blocks the program while the pipe has no reader. Never rejects: without the terminal, errors
 * cannot be reported.
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
      // The pipe is full; its reader may be slow.
      await clock.sleep(TRY_AGAIN_MS);
    }
  }
}
