import type { ChildProcess } from 'node:child_process';
import { BYTES_DESCRIPTOR } from './answer-requests.js';

/** A small heap is enough for the work; what is done with it is freed early (`answer-requests.js`). */
const EXEC_ARGV = ['--max-semi-space-size=1', '--max-old-space-size=128', '--expose-gc'];

/**
 * Starts a JavaScript file as a process that exchanges messages with this one and uses few resources: one pool thread,
 * one arena for native memory. Throws the system's error when it cannot: there is no memory, or no free descriptor.
 */
export function startHelper(script: URL): ChildProcess {
  // Loaded here, because most commands start no process and must not wait for it.
  const { fork } = process.getBuiltinModule('node:child_process');
  // Of some errors of the system it throws, others it emits later, from a child without an id and without a channel.
  const child = fork(script, {
    serialization: 'advanced',
    execArgv: EXEC_ARGV,
    // The last one is for bytes (`BYTES_DESCRIPTOR`).
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
  });
  if (child.pid === undefined) {
    child.on('error', () => undefined);
    throw new Error(`cannot start the process ${child.spawnfile}`);
  }
  // The `exit` event reports that nobody reads from it any more.
  child.stdio[BYTES_DESCRIPTOR]?.on('error', () => undefined);
  // It ends by itself only when it notices that the program is gone, which a hanging disk prevents.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/**
 * Sends a request to a process that reads them (`answerRequests`). Its `bytes` go beside the message: in it they would be
 * copied into memory that V8 frees late, which piles up to tens of megabytes while much is written.
 */
export function sendRequest(child: ChildProcess, content: object): void {
  const bytes = 'bytes' in content && content.bytes instanceof Uint8Array ? content.bytes : undefined;
  const pipe = child.stdio[BYTES_DESCRIPTOR];
  if (bytes !== undefined && pipe && 'write' in pipe) {
    pipe.write(bytes);
  }
  const request = bytes === undefined ? content : { ...content, bytes: undefined };
  // The `exit` event reports a process that has just died.
  child.send({ request, byteLength: bytes?.length }, () => undefined);
}
