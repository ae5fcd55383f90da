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
