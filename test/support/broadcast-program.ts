/** What a test knows of a program that broadcasts, and running one. */
import { spawn } from 'node:child_process';

/** The tags of a file; empty ones are left out of it. */
export interface BroadcastTags {
  readonly artist: string;
  readonly title: string;
}

export function isNamed({ artist, title }: BroadcastTags): boolean {
  return artist !== '' || title !== '';
}

export interface BroadcastProgram {
  readonly name: string;
  /**
   * Broadcasts the tracks one after the other to this port of this computer, with the password `hackme`; `announced`
   * waits until so many of them have been announced. Resolves when they are over.
   */
  play(
    tracks: readonly BroadcastTags[],
    port: number,
    folder: string,
    announced: (count: number) => Promise<void>,
  ): Promise<void>;
}

export const PASSWORD = 'hackme';
/** Ends the program when the work is over; rejects when the program ends before that. */
export async function runUntil(
  work: Promise<void>,
  program: string,
  args: readonly string[],
  home: string,
): Promise<void> {
  const over = new AbortController();
  const running = run(program, args, home, over.signal);
  try {
    await Promise.race([work, running.then(() => Promise.reject(new Error(`${program} ended early`)))]);
  } finally {
    over.abort();
  }
  await running;
}

/** Resolves when it ends, or was ended by the signal. Rejects with what it said when it fails. */
export function run(
  program: string,
  args: readonly string[],
  home: string,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that all of it ends.
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: home },
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        said = (said + bytes).slice(-4_000);
      });
    }
    signal?.addEventListener('abort', () => process.kill(-(child.pid ?? 0), 'SIGTERM'));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0 || signal?.aborted) {
        resolve();
      } else {
        reject(new Error(`${program} ended with ${status}\n${said}`));
      }
    });
  });
}
