import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { messageOf } from '../../core/errors.ts';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';

export interface Ending {
  /** Exit status or signal, for a person: "status 1", "SIGSEGV", "could not be started: EACCES". */
  readonly how: string;
  /** The last line on standard error; empty when there was none. */
  readonly lastWords: string;
}

/**
 * What starts the program. Node waits until the system has loaded what it starts, and everything else in this process
 * waits with it: a shell is there at once, and only the shell waits for a disk that does not answer.
 */
const STARTER = process.platform === 'win32' ? [] : ['/bin/sh', '-c', 'exec "$0" "$@"'];

const KILL_AFTER_MS = 1000;
/** Milliseconds for reading what is left in the pipe after the end. */
const LAST_READ_MS = 200;
const LAST_WORDS_LENGTH = 300;

/**
 * Runs a program until it ends or the signal fires, and passes its standard output on in pieces. An error thrown by
 * `onBytes` ends the program and rejects.
 */
export async function runChild(
  path: string,
  args: readonly string[],
  onBytes: (bytes: Buffer) => void,
  signal: AbortSignal,
  clock: Clock,
): Promise<Ending> {
  const [file = path, ...rest] = [...STARTER, path, ...args];
  let child: ChildProcessByStdio<null, Readable, Readable>;
  try {
    // Of some errors of the system it throws, others it emits later, from a child that may have no output.
    child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid === undefined) {
      const [error] = await once(child, 'error');
      throw error;
    }
  } catch (error) {
    return { how: `could not be started: ${messageOf(error)}`, lastWords: '' };
  }
  let lastWords = '';
  let failure: { readonly error: unknown } | undefined;
  const killing = new Timer(clock);
  const stop = (): void => {
    child.kill('SIGTERM');
    if (!killing.isSet) {
      killing.set(KILL_AFTER_MS, () => child.kill('SIGKILL'));
    }
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const how = await new Promise<string>((resolve) => {
      child.stdout.on('data', (bytes: Buffer) => {
        try {
          onBytes(bytes);
        } catch (error) {
          failure ??= { error };
          child.stdout.pause();
          stop();
        }
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        lastWords = (lastWords + text).slice(-LAST_WORDS_LENGTH);
      });
      child.once('error', (error) => resolve(`could not be started: ${messageOf(error)}`));
      child.once('exit', (status, killedBy) => {
        const how = killedBy ?? `status ${status}`;
        // Reads its output to the end, unless a grandchild keeps the pipe open.
        child.once('close', () => resolve(how));
        clock.after(LAST_READ_MS, () => resolve(how));
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
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
