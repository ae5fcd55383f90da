/**
 * The other end of a helper process: what its script has in common with those of the others. JavaScript, because Node also
 * runs it unbundled.
 */

/**
 * V8 frees bytes only with the small objects that name them, and looks for those only when tens of megabytes are waiting:
 * after this many answers it looks now.
 */
const ANSWERS_BETWEEN_COLLECTIONS = 50;

/**
 * Says that it is ready, answers each message of the program with one message, and ends with the program.
 * @template Request, Answer
 * @param {string} title the title of this process
 * @param {(request: Request) => Answer | Promise<Answer>} answer must not fail
 */
export function answerRequests(title, answer) {
  let answers = 0;
  process.title = title;
  // The program is gone, and an exit of Node's own would wait for threads that hang.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // They reach every process of the terminal or the service; the program decides when this one ends.
    process.on(signal, () => undefined);
  }
  process.on('message', async (/** @type {Request} */ request) => {
    process.send?.(await answer(request));
    answers += 1;
    if (answers % ANSWERS_BETWEEN_COLLECTIONS === 0) {
      globalThis.gc?.();
    }
  });
  process.send?.('ready');
}
