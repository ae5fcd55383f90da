/**
 * The other end of a helper process: what its script has in common with those of the others. JavaScript, because Node also
 * runs it unbundled.
 */
import { readSync } from 'node:fs';

/** Of the pipe with the bytes that belong to requests. */
export const BYTES_DESCRIPTOR = 4;

/**
 * V8 frees bytes only with the small objects that name them, and looks for those only when tens of megabytes are waiting:
 * after this many answers it looks now, among the new ones alone unless it has not looked among all of them for long.
 */
const ANSWERS_BETWEEN_COLLECTIONS = 50;
/** Of the time that a look among all of them takes: a process that is always busy spends a thousandth on it. */
const REST_BETWEEN_FULL_COLLECTIONS = 1_000;

/**
 * Says that it is ready, answers each message of the program with one message, and ends with the program.
 * @template Request, Answer
 * @param {string} title the title of this process
 * @param {(request: Request) => Answer | Promise<Answer>} answer must not fail
 */
export function answerRequests(title, answer) {
  let answers = 0;
  let fullCollectionAt = 0;
  process.title = title;
  // The program is gone, and an exit of Node's own would wait for threads that hang.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // They reach every process of the terminal or the service; the program decides when this one ends.
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
 * Waits for them, as there is nothing else to do.
 * @param {number} length
 */
function readBytes(length) {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const read = readSync(BYTES_DESCRIPTOR, bytes, at, length - at, null);
    if (read === 0) {
      // The program is gone.
      process.kill(process.pid, 'SIGKILL');
    }
    at += read;
  }
  return bytes;
}
