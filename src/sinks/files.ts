import { UpstreamError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { whyNotWritten } from '../host/folders.ts';

export async function writing<Result>(path: string, write: Promise<Result>): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw new UpstreamError(say('files.cannot-write', { path, reason: whyNotWritten(error) }), 'retry', {
      cause: error,
    });
  }
}

/** Throws the first failure once all have settled, so that a retry meets no write in progress. */
export async function allWritten(writes: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(writes)) {
    if (result.status === 'rejected') {
      throw result.reason;
    }
  }
}
