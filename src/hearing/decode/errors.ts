import type { HelperFailure } from '../../host/helper-process/index.ts';

/** Why a file or a stream gives no sound. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
  /**
   * `missing`: no such file, or the disk refuses. `unknown-format`: nothing that is known here. `needs-ffmpeg`: known, and
   * only ffmpeg reads it, which is not installed. `broken`: not what its format says. `too-long`: beyond every limit.
   */
  readonly reason: 'missing' | 'unknown-format' | 'needs-ffmpeg' | 'broken' | 'too-long';

  constructor(reason: UndecodableError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Why a process that decodes gives no answer: for people, about the file or the broadcast. */
export const DECODER_FAILURES: Readonly<Record<HelperFailure['reason'], string>> = {
  'not-started': 'the process that decodes it does not start',
  overtime: 'a part of it takes too long to decode',
  ended: 'a part of it ended the process that decodes it',
  closing: 'the program is stopping',
};
