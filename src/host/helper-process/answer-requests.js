/** JavaScript, because Node also runs helper scripts unbundled. */
import { readSync } from 'node:fs';

export const BYTES_DESCRIPTOR = 4;

/**
 * V8 frees bytes only with the small objects that name them, and collects those only after tens of megabytes.
 * So the process collects the young generation after this many answers, or everything if that was long ago.
 */
const ANSWERS_BETWEEN_COLLECTIONS = 50;
/** Multiple of a full collection's duration, so that at most a thousandth of the time goes into them. */
const REST_BETWEEN_FULL_COLLECTIONS = 1_000;

/**
 * Reports readiness, answers each message with one, and ends with the program.
 * @template Request, Answer
 * @param {string} title process title
 * @param {(request: Request) => Answer | Promise<Answer>} answer must not fail
 */
export function answerRequests(title, answer) {
  let answers = 0;
  let fullCollectionAt = 0;
  process.title = title;
  // The program is gone. Node's exit would wait for threads that hang.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Signals reach all processes of a terminal or service, but the program decides when this one ends.
    process.on(signal, () => undefined);
  }
  process.on('message', async (/** @type {{ request: Request, byteLength?: number }} */ message) => {
    const { request, byteLength } = message;
    process.send?.(
      await answer(byteLength === undefined ? request : { ...request, bytes: readBytes(byteLength) }),
    );
    answers += 1;
    if (answers % ANSWERS_BETWEEN_COLLECTIONS === 0) {
      const began = performance.now();
      if (began < fullCollectionAt) {
        globalThis.gc?.({ type: 'minor' });
      } else {
        globalThis.gc?.();
        const ended = performance.now();
        fullCollectionAt = ended + (ended - began) * REST_BETWEEN_FULL_COLLECTIONS;
      }
    }
  });
  process.send?.('ready');
}

/**
 * Blocks: there is no other work.
 * @param {number} length
 */
function readBytes(length) {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const read = readSync(BYTES_DESCRIPTOR, bytes, at, length - at, null);
    if (read === 0) {
      process.kill(process.pid, 'SIGKILL');
    }
    at += read;
  }
  return bytes;
}
