/**
 * Makes PNGs of our art format from untrusted images, in a process: image libraries are native code, whose crash or
 * leak must not affect the show.
 */

import { UpstreamError } from '../../../core/errors.ts';
import { say, type Text } from '../../../core/message.ts';
import type { Clock } from '../../../core/tools.ts';
import type { Picture } from '../../../core/track.ts';
import { HelperFailure, HelperProcess } from '../../../host/helper-process/index.ts';
import { formatOf } from './format.ts';

export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
const LINGER_MS = 15 * 60_000;
/** The process limits each image to ten seconds. */
const STUCK_MS = 15_000;

export class PictureProcess {
  readonly #process: HelperProcess;

  constructor(clock: Clock, closing: AbortSignal) {
    const script = new URL('./picture-process.js', import.meta.url);
    const limits = { timeLimitMs: STUCK_MS, lingerMs: LINGER_MS };
    this.#process = new HelperProcess({ script, ...limits, clock, closing });
  }

  /**
   * Crops JPEG, PNG, WebP or GIF to the center. Rejects with UpstreamError (`drop`) if the image is too large or of
   * another format.
   */
  async draw(bytes: Uint8Array): Promise<Picture> {
    if (bytes.byteLength > MAX_IMAGE_BYTES) {
      throw new UpstreamError(say('pictures.image-more-bytes', { bytes: MAX_IMAGE_BYTES }), 'drop');
    }
    if (formatOf(bytes) === undefined) {
      throw new UpstreamError(say('pictures.image-not-jpeg-png-webp-gif'), 'drop');
    }
    const answer = await this.#process.request({ bytes }).catch((error) => {
      throw error instanceof HelperFailure ? new UpstreamError(meaningOf(error), 'drop') : error;
    });
    const given = typeof answer === 'object' && answer !== null ? answer : {};
    if ('png' in given && given.png instanceof Uint8Array) {
      const { png } = given;
      return 'accent' in given && typeof given.accent === 'string' ? { png, accent: given.accent } : { png };
    }
    const problem = 'problem' in given ? String(given.problem) : say('database.no-answer');
    throw new UpstreamError(say('pictures.image-cannot-read', { reason: problem }), 'drop');
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }
}

function meaningOf({ reason, status }: HelperFailure): Text {
  switch (reason) {
    case 'not-started':
      return say('pictures.process-does-not-start');
    case 'overtime':
      return say('pictures.image-takes-too-long');
    case 'ended':
      return status === undefined
        ? say('pictures.image-ended-process')
        : say('pictures.process-ended', { status });
    case 'closing':
      return say('database.stopping');
  }
}
