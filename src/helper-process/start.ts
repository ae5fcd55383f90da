import type { ChildProcess } from 'node:child_process';

/** A small heap is enough for the work; what is done with it is freed early (`answer-requests.js`). */
const EXEC_ARGV = ['--max-semi-space-size=1', '--max-old-space-size=128', '--expose-gc'];

/**
 * Starts a JavaScript file as a process that exchanges messages with this one and uses few resources: one pool thread,
 * one arena for native memory.
 */
export function startHelper(script: URL): ChildProcess {
  // Loaded here, because most commands start no process and must not wait for it.
  const { fork } = process.getBuiltinModule('node:child_process');
  const child = fork(script, {
    serialization: 'advanced',
    execArgv: EXEC_ARGV,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
  });
  // It ends by itself only when it notices that the program is gone, which a hanging disk prevents.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}
