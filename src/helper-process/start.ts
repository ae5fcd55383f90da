import type { ChildProcess } from 'node:child_process';

/** Small heaps: the work is always the same. */
const EXEC_ARGV = ['--max-semi-space-size=1', '--max-old-space-size=128'];

/**
 * Starts a script, which is JavaScript, as a process that speaks with this one by messages and is alone otherwise: one
 * thread beside its own, and one place for native memory.
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
  // By itself it ends only when it hears that the program is gone, and a disk that hangs lets it hear nothing.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}
