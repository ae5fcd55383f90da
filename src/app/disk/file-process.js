/**
 * The process that works on the disk for the program. A disk may keep whoever asks it waiting for any length of time (a
 * share whose server is gone, a pipe that nobody reads), and holds on to the thread that asked; this process can be
 * given up with its threads, the program's own cannot. It is told `{ id, operation, args }` and answers `{ id, value }`
 * or `{ id, problem }`; before it appends it says `{ id, from }`, where the file ended until then.
 */
import { nodeDisk, operations } from './node-disk.js';

/** @typedef {{ id: number, operation: keyof typeof operations, args: any[] }} Call */

process.title = 'deckcast files';
// The program is gone, and an exit of Node's own would wait for threads that hang.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // They reach every process of the terminal or the service; the program decides when this one ends.
  process.on(signal, () => undefined);
}
process.on('message', (/** @type {Call} */ { id, operation, args }) => {
  perform(id, operation, args).then(
    (value) => process.send?.({ id, value }),
    (error) => process.send?.({ id, problem: described(error) }),
  );
});
process.send?.({ ready: true });

/**
 * @param {number} id
 * @param {Call['operation']} operation
 * @param {any[]} args
 * @returns {Promise<unknown>}
 */
async function perform(id, operation, args) {
  if (operation === 'append') {
    const [path, content, earlierFrom] = args;
    return nodeDisk.append(path, content, { earlierFrom, begins: (from) => process.send?.({ id, from }) });
  }
  const run = /** @type {(...args: any[]) => Promise<unknown>} */ (operations[operation]);
  return run(...args);
}

/**
 * What crosses to the program of an error of Node's.
 * @param {unknown} error
 */
function described(error) {
  if (!(error instanceof Error)) {
    return { message: String(error) };
  }
  const { message, code, syscall, path } = /** @type {NodeJS.ErrnoException} */ (error);
  return { message, code, syscall, path };
}
