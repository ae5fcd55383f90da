/** Shared by the sinks that write files. */

import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { whyNotWritten } from '../host/folders.ts';

/** Waits for a write to this file or its preparation; an error names the file. */
export async function writing<Result>(path: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw new UpstreamError(
      say('files.cannot-write', { path, whyNotWritten: whyNotWritten(error) }),
      'retry',
      { cause: error },
    );
  }
}

/** Waits until every write has ended, so that none is still under way at a retry; then throws the first failure. */
export async function allWritten(writes: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(writes)) {
    if (result.status === 'rejected') {
      throw result.reason;
    }
  }
}
