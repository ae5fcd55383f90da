import type { Clock, Logger } from '../../core/tools.ts';
import { checkTheme } from './check.ts';
import { fingerprintOf } from './fingerprint.ts';

/**
 * The folder is looked at, not listened to: events follow a file that an editor replaces, or a folder that is made
 * anew, to where nobody sees it any more, and network shares tell none.
 */
const LOOK_EVERY_MS = 500;
/** Editors and build tools write in several steps; the page is loaded anew once nothing has changed for so long. */
const SETTLE_MS = 120;

export interface ThemeListener {
  /** What keeps the theme from working, in words; empty when all is well. Told at once and after every change. */
  problems(problems: readonly string[]): void;
  /** Pages should be loaded anew. */
  changed(): void;
}

/**
 * Follows the folder of a custom theme until the signal fires; the log hears of its problems too. Once it has settled,
 * the listener hears nothing more: it may be told of another theme by then.
 */
export async function watchTheme(
  folder: string,
  signal: AbortSignal,
  tools: { readonly log: Logger; readonly clock: Clock },
  listener: ThemeListener,
): Promise<void> {
  const { log, clock } = tools;
  let notSeen: string | undefined;

  async function look(): Promise<string> {
    const { text, problem } = await fingerprintOf(folder);
    if (problem !== undefined && problem !== notSeen) {
      log.warn('changes of the theme may not show by themselves', { folder, reason: problem });
    }
    notSeen = problem;
    return text;
  }

  async function check(): Promise<void> {
    const found = await checkTheme(folder);
    for (const { where, what } of [...found.broken, ...found.doubtful]) {
      log.warn('the theme has a problem', { where, problem: what });
    }
    listener.problems(found.broken.map(({ where, what }) => `${where}: ${what}`));
  }

  const pause = (ms: number): Promise<void> => clock.sleep(ms, signal).catch(() => undefined);

  if (signal.aborted) {
    return;
  }
  let shown = await look();
  await check();
  while (!signal.aborted) {
    await pause(LOOK_EVERY_MS);
    let now = await look();
    if (now === shown) {
      continue;
    }
    for (let before = ''; before !== now && !signal.aborted; ) {
      before = now;
      await pause(SETTLE_MS);
      now = await look();
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
