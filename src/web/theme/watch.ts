import { messageOf } from '../../core/errors.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { pause, unlessAborted } from '../../core/waiting.ts';
import { checkTheme } from './check.ts';
import { stateOf } from './folder.ts';

/**
 * Polled, because network shares send no file events, and these are lost when an editor replaces a file or a folder
 * (with chokidar, too, in some runs). Checking three files costs 0.3 ms, 0.06 % of a core.
 */
const POLL_EVERY_MS = 500;
/** Quiet time before pages reload: editors and build tools write in several steps. */
const SAVED_AFTER_MS = 120;

export interface WatchTools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly disk: Disk;
}

export interface ThemeListener {
  /** Called at once and after every change; may be empty. */
  problems(problems: readonly string[]): void;
  changed(): void;
}

/**
 * Logs the theme's problems. The listener is not called once the promise has settled, because it may then belong to
 * another theme.
 */
export async function watchTheme(
  folder: string,
  signal: AbortSignal,
  tools: WatchTools,
  listener: ThemeListener,
): Promise<void> {
  await unlessAborted(follow(folder, signal, tools, listener), signal);
}

async function follow(
  folder: string,
  signal: AbortSignal,
  { log, clock, disk }: WatchTools,
  listener: ThemeListener,
): Promise<void> {
  const startedAt = clock.now();
  let notSeen: string | undefined;
  let editedSince = false;

  /** Keeps the previous fingerprint while the disk does not answer. */
  async function currentFingerprint(before = ''): Promise<string> {
    const { fingerprint, changedAt, problem } = await stateOf(folder, disk).catch((error: unknown) => ({
      fingerprint: before,
      changedAt: 0,
      problem: messageOf(error),
    }));
    // A stopping program misses nothing.
    if (problem !== undefined && problem !== notSeen && !signal.aborted) {
      log.warn('cannot watch the theme folder', { folder, reason: problem });
    }
    notSeen = problem;
    editedSince = changedAt > startedAt;
    return fingerprint;
  }

  async function check(): Promise<void> {
    const found = await checkTheme(folder, disk);
    if (signal.aborted) {
      return;
    }
    for (const { where, what } of [...found.broken, ...found.doubtful]) {
      log.warn('the theme has a problem', { where, problem: what });
    }
    listener.problems(found.broken.map(({ where, what }) => `${where}: ${what}`));
  }

  if (signal.aborted) {
    return;
  }
  let shown = await currentFingerprint();
  if (editedSince) {
    shown = '';
  }
  await check();
  while (!signal.aborted) {
    await pause(clock, POLL_EVERY_MS, signal);
    let now = await currentFingerprint(shown);
    if (now === shown) {
      continue;
    }
    for (let before = ''; before !== now && !signal.aborted; ) {
      before = now;
      await pause(clock, SAVED_AFTER_MS, signal);
      now = await currentFingerprint(before);
    }
    if (!signal.aborted) {
      shown = now;
      await check();
    }
    if (!signal.aborted) {
      listener.changed();
    }
  }
}
