import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { messageOf } from '../core/errors.ts';
import type { Clock } from '../core/tools.ts';
import { afterReading, Timer } from '../core/waiting.ts';

export interface Ending {
  /** Exit status or signal, for a person: "status 1", "SIGSEGV", "could not be started: EACCES". */
  readonly how: string;
  /** The last line on standard error; empty when there was none. */
  readonly lastWords: string;
}

/**
 * Ends what the shell leads when this program is killed, which closes the pipe: a program that writes nothing would notice it
 * never. `$0` and what follows are the command. The watcher itself is ended with the group.
 */
const WATCHED =
  '(trap "" TERM HUP INT; read -r _ <&3; kill -TERM -$$; sleep 1; kill -KILL -$$) >/dev/null 2>&1 & exec 3<&-; exec "$0" "$@"';
/** The same for Windows, where a process of its own watches. */
const WINDOWS_WATCHER =
  "process.stdin.resume().on('end', () => require('node:child_process').spawn('taskkill', ['/pid', process.argv[1], '/t', '/f'], { stdio: 'ignore', windowsHide: true }))";
const KILL_AFTER_MS = 1000;
/** Milliseconds for reading what is left in the pipe after the end. */
const LAST_READ_MS = 200;
const LAST_WORDS_LENGTH = 300;

/** Takes what a program writes. The program is not read again until a promise that it returns has settled. */
export type TakeBytes = (bytes: Buffer) => void | Promise<void>;

/**
 * Runs a program until it ends or the signal fires, and passes its standard output on in pieces. An error thrown by
 * `onBytes` ends the program and rejects.
 */
export function runChild(
  path: string,
  args: readonly string[],
  onBytes: TakeBytes,
  signal: AbortSignal,
  clock: Clock,
): Promise<Ending> {
  return runToItsEnd(() => startWatched(path, args), onBytes, signal, clock);
}

/** The same for a command line, as a shell understands it: everything that it starts ends with it. */
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
 * A program that ends with this one, even when this one is killed. Node waits until the system has loaded what it starts,
 * and everything else in this process waits with it: a shell is there at once, and only the shell waits for a disk that
 * does not answer.
 */
function startWatched(path: string, args: readonly string[]): StartedChild {
  if (process.platform === 'win32') {
    return startOnWindows(path, args, false);
  }
  const child = spawn('/bin/sh', ['-c', WATCHED, path, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  // Its end closes the pipe.
  child.stdio[3]?.on('error', () => undefined);
  // Its three standard streams are as they say.
  return child as unknown as StartedChild;
}

function startOnWindows(path: string, args: readonly string[], shell: boolean): StartedChild {
  const child = spawn(path, args, { shell, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  if (child.pid !== undefined) {
    const watcher = spawn(process.execPath, ['-e', WINDOWS_WATCHER, String(child.pid)], {
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    // Without it, the program is ended as long as this one can do that.
    watcher.on('error', () => undefined);
    watcher.stdin.on('error', () => undefined);
    child.once('exit', () => watcher.kill());
  }
  return child;
}

/** A process that leads its group, and what it has started. */
function killGroup({ pid }: StartedChild, name: NodeJS.Signals): void {
  if (pid === undefined) {
    return;
  }
  if (process.platform === 'win32') {
    const killer = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], {
      stdio: 'ignore',
      windowsHide: true,
    });
    // Without it, the shell alone could be ended, and its end would hide what goes on.
    killer.on('error', () => undefined);
    return;
  }
  try {
    process.kill(-pid, name);
  } catch {
    // All of them are gone.
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
    // Of some errors of the system it throws, others it emits later, from a child that may have no output.
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
        // Reads its output to the end, unless a grandchild keeps the pipe open. The event `close` of the child would wait for
        // the watcher, too.
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
    // What it has started and left behind.
    killAtOnce();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
