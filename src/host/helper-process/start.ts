import type { ChildProcess } from 'node:child_process';
import { BYTES_DESCRIPTOR } from './answer-requests.js';

/** `answer-requests.js` frees memory early. */
const EXEC_ARGV = ['--max-semi-space-size=1', '--max-old-space-size=128', '--expose-gc'];

/**
 * Uses one pool thread, one arena for native memory. Throws the system's error when memory or descriptors run
 * out.
 */
export function startHelper(script: URL): ChildProcess {
  // Most commands start no process.
  const { fork } = process.getBuiltinModule('node:child_process');
  // Node throws some system errors and emits others later, on a child without id or channel.
  const child = fork(script, {
    serialization: 'advanced',
    execArgv: EXEC_ARGV,
    // `BYTES_DESCRIPTOR` is the last.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
  });
  if (child.pid === undefined) {
    child.on('error', () => undefined);
    throw new Error(`cannot start the process ${child.spawnfile}`);
  }
  // The `exit` event reports it.
  child.stdio[BYTES_DESCRIPTOR]?.on('error', () => undefined);
  // A helper whose disk hangs cannot notice that the program is gone.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/**
 * Sends `bytes` beside the message, which V8 copies into memory that it frees late, up to tens of megabytes.
 */
export function sendRequest(child: ChildProcess, content: object): void {
  const bytes = 'bytes' in content && content.bytes instanceof Uint8Array ? content.bytes : undefined;
  const pipe = child.stdio[BYTES_DESCRIPTOR];
  if (bytes !== undefined && pipe && 'write' in pipe) {
    pipe.write(bytes);
  }
  const request = bytes === undefined ? content : { ...content, bytes: undefined };
  // The `exit` event reports a dead process.
  child.send({ request, byteLength: bytes?.length }, () => undefined);
}
