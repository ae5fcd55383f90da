import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { messageOf } from '../core/errors.ts';
import type { Clock } from '../core/tools.ts';
import { afterReading, Timer } from '../core/waiting.ts';

export interface Ending {
  /** "status 1", "SIGSEGV", "could not be started: EACCES". */
  readonly how: string;
  readonly lastWords: string;
}

/**
 * Kills its process group when the pipe closes, as when deckcast is killed: a program that never writes would
 * not notice. `$0` and the arguments are the command. The watcher is in the group and ends with it.
 */
const WATCHED =
  '(trap "" TERM HUP INT; read -r _ <&3; kill -TERM -$$; sleep 1; kill -KILL -$$) >/dev/null 2>&1 & exec 3<&-; exec "$0" "$@"';
/** Separate process with the same task. */
const WINDOWS_WATCHER =
  "process.stdin.resume().on('end', () => require('node:child_process').spawn('taskkill', ['/pid', process.argv[1], '/t', '/f'], { stdio: 'ignore', windowsHide: true }))";
const KILL_AFTER_MS = 1000;
/** Drains the pipe after the exit. */
const LAST_READ_MS = 200;
const LAST_WORDS_LENGTH = 300;

/** Reading pauses until a returned promise settles. */
export type TakeBytes = (bytes: Buffer) => void | Promise<void>;

/** Resolves at its exit or when the signal fires. An error of `onBytes` ends the program and rejects. */
export function runChild(
  path: string,
  args: readonly string[],
  onBytes: TakeBytes,
  signal: AbortSignal,
  clock: Clock,
): Promise<Ending> {
  return runToItsEnd(() => startWatched(path, args), onBytes, signal, clock);
}

/** The shell's processes end with it. */
export function runCommandLine(
  line: string,
  onBytes: TakeBytes,
  signal: AbortSignal,
  clock: Clock,
): Promise<Ending> {
  const start = () =>
    process.platform === 'win32' ? startOnWindows(line, [], true) : startWatched('/bin/sh', ['-c', line]);
  return runToItsEnd(start, onBytes, signal, clock);
}

/**
 * Ends the program with this process, even a killed one. Node would block until the OS has loaded the
 * executable; a shell loads at once and waits for a slow disk itself.
 */
function startWatched(path: string, args: readonly string[]): StartedChild {
  if (process.platform === 'win32') {
    return startOnWindows(path, args, false);
  }
  const child = spawn('/bin/sh', ['-c', WATCHED, path, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  // Node returns a child without streams if no descriptor is free.
  if (child.pid !== undefined) {
    // The watcher's exit closes it.
    child.stdio[3]?.on('error', () => undefined);
  }
  return child as unknown as StartedChild;
}

function startOnWindows(path: string, args: readonly string[], shell: boolean): StartedChild {
  const child = spawn(path, args, { shell, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  if (child.pid !== undefined) {
    const watcher = spawn(process.execPath, ['-e', WINDOWS_WATCHER, String(child.pid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    // Without the watcher, the program still ends on a normal exit.
    watcher.on('error', () => undefined);
    watcher.stdin.on('error', () => undefined);
    child.once('exit', () => watcher.kill());
  }
  return child;
}

function killGroup({ pid }: StartedChild, name: NodeJS.Signals): void {
  if (pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    const killer = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], {
      stdio: 'ignore',
      windowsHide: true,
    });
    // Ending the shell alone would leave its children running.
    killer.on('error', () => undefined);
    return;
  }
  try {
    process.kill(-pid, name);
  } catch {
    // Already gone.
  }
}

type StartedChild = ChildProcessByStdio<null, Readable, Readable>;

async function runToItsEnd(
  start: () => StartedChild,
  onBytes: TakeBytes,
  signal: AbortSignal,
  clock: Clock,
): Promise<Ending> {
  let child: StartedChild;
  try {
    // Node throws some system errors and emits others, on a child that may lack streams.
    child = start();
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      throw error;
    }
  } catch (error) {
    return { how: `could not be started: ${messageOf(error)}`, lastWords: '' };
  }
  const killAtOnce = (): void => killGroup(child, 'SIGKILL');
  process.once('exit', killAtOnce);
  let lastWords = '';
  let failure: { readonly error: unknown } | undefined;
  const killing = new Timer(clock);
  const stop = (): void => {
    killGroup(child, 'SIGTERM');
    if (!killing.isSet) {
      killing.set(KILL_AFTER_MS, killAtOnce);
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const how = await new Promise<string>((resolve) => {
      const fail = (error: unknown): void => {
        failure ??= { error };
        child.stdout.pause();
        stop();
      };
      child.stdout.on('data', (bytes: Buffer) => {
        try {
          const taking = onBytes(bytes);
          if (taking !== undefined) {
            child.stdout.pause();
            taking.then(() => child.stdout.resume(), fail);
          }
        } catch (error) {
          fail(error);
        }
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        lastWords = (lastWords + text).slice(-LAST_WORDS_LENGTH);
      });
      child.once('error', (error) => resolve(`could not be started: ${messageOf(error)}`));
      child.once('exit', (status, killedBy) => {
        const how = killedBy ?? `status ${status}`;
        // Drains the output, unless a grandchild keeps the pipe open. `close` would also wait for the
        // watcher.
        const outputs = [child.stdout, child.stderr].filter(({ closed }) => !closed);
        void Promise.all(outputs.map((output) => once(output, 'close'))).then(
          () => resolve(how),
          () => resolve(how),
        );
        afterReading(clock, LAST_READ_MS, () => resolve(how));
      });
      if (signal.aborted) {
        stop();
      }
    });
    if (failure !== undefined) {
      throw failure.error;
    }
    return { how, lastWords: lastWords.trim().split('\n').at(-1) ?? '' };
  } finally {
    killing.cancel();
    signal.removeEventListener('abort', stop);
    process.off('exit', killAtOnce);
    killAtOnce();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
