import { messageOf } from '../../core/errors.ts';
import { type Finding, problemFields } from '../../core/finding.ts';
import type { Clock, Disk, Logger } from '../../core/tools.ts';
import { pause, unlessAborted } from '../../core/waiting.ts';
import type { ThemeReport } from './check.ts';
import { stateOf } from './folder.ts';
import { examineTheme, lookFindings } from './page.ts';

/**
 * Polled, because network shares send no file events, and these are lost when an editor replaces a file or a folder
 * (with chokidar, too, in some runs). Checking three files costs 0.3 ms, 0.06 % of a core.
 */
const POLL_EVERY_MS = 500;
/** Quiet time before pages reload: editors and build tools write in several steps. */
const SAVED_AFTER_MS = 120;

/** Whether pages were given the built-in theme because the custom one was missing. */
export interface StandIn {
  isShown: boolean;
}

export interface WatchTools {
  readonly log: Logger;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly standIn: StandIn;
}

export interface ThemeListener {
  /** Called at once and after every change. `problems`: those of a theme that is there, for its author. */
  problems(problems: readonly string[], findings: readonly Finding[]): void;
  changed(): void;
}

/**
 * Logs the theme's problems. Pages keep a theme that disappears, and are reloaded when it is back, if it has changed or
 * some were opened meanwhile. The listener is not called once the promise has settled, because it may then belong to
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
  { log, clock, disk, standIn }: WatchTools,
  listener: ThemeListener,
): Promise<void> {
  const startedAt = clock.now();
  let notSeen: string | undefined;
  let editedSince = false;
  let wasMissing = false;

  async function currentFingerprint(): Promise<string> {
    const { fingerprint, changedAt, problem } = await stateOf(folder, disk).catch((error: unknown) => ({
      fingerprint: UNANSWERED,
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

  /** Resolves to whether the theme can be shown. */
  async function check(): Promise<boolean> {
    const report = await examineTheme(folder, disk);
    const isThere = report !== false;
    if (signal.aborted) {
      return false;
    }
    const findings = lookFindings(folder, report);
    const { broken, doubtful } = report || NOTHING_FOUND;
    if (!isThere && !wasMissing) {
      for (const missing of findings) {
        log.warn('the theme has a problem', problemFields(missing));
      }
    } else if (isThere && wasMissing) {
      log.info('the theme is back', { folder });
    }
    wasMissing = !isThere;
    for (const { where, what } of [...broken, ...doubtful]) {
      log.warn('the theme has a problem', { where, problem: what });
    }
    listener.problems(
      broken.map(({ where, what }) => `${where}: ${what}`),
      findings,
    );
    return isThere;
  }

  if (signal.aborted) {
    return;
  }
  let seen = await currentFingerprint();
  if (editedSince) {
    seen = '';
  }
  let isThere = await check();
  let shown = isThere ? seen : '';
  while (!signal.aborted) {
    await pause(clock, POLL_EVERY_MS, signal);
    let now = await currentFingerprint();
    // The theme may have disappeared between look and check, and return as it was.
    if (now === seen && isThere) {
      continue;
    }
    do {
      for (let before = ''; before !== now && !signal.aborted; ) {
        before = now;
        await pause(clock, SAVED_AFTER_MS, signal);
        now = await currentFingerprint();
      }
      if (signal.aborted) {
        return;
      }
      seen = now;
      isThere = await check();
      // Files may have changed between this look and the check.
      now = await currentFingerprint();
    } while (now !== seen);
    if (isThere && (seen !== shown || standIn.isShown)) {
      shown = seen;
      standIn.isShown = false;
      listener.changed();
    }
  }
}

const UNANSWERED = 'the disk does not answer';
const NOTHING_FOUND: ThemeReport = { broken: [], doubtful: [] };
