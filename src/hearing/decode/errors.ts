import { say, type Text } from '../../core/message.ts';
import type { HelperFailure } from '../../host/helper-process/index.ts';

/** Reason why a file or a stream can't be decoded. */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError';
  /**
   * `missing`: no such file, or a disk error. `unknown-format`: not supported. `needs-ffmpeg`: needs ffmpeg, which
   * isn't installed. `broken`: doesn't match its format. `too-long`: exceeds every limit.
   */
  readonly reason: 'missing' | 'unknown-format' | 'needs-ffmpeg' | 'broken' | 'too-long';
  readonly text: Text;

  constructor(reason: UndecodableError['reason'], text: Text) {
    super(String(text));
    this.reason = reason;
    this.text = text;
  }
}

/** Texts for users about failures of the decoding process, where "it" is the file or broadcast. */
export const DECODER_FAILURES: Readonly<Record<HelperFailure['reason'], Text>> = {
  'not-started': say('decode.process-does-not-start'),
  overtime: say('decode.takes-too-long'),
  ended: say('decode.ends-process'),
  closing: say('database.stopping'),
};
