import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { whyNotWritten } from '../host/folders.ts';

/** Waits for a write or its preparation; errors name the file. */
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

/** Waits for all writes, so that none is in progress at a retry, then throws the first failure. */
export async function allWritten(writes: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(writes)) {
    if (result.status === 'rejected') {
      throw result.reason;
    }
  }
}
