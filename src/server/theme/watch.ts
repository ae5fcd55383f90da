import { watch } from 'node:fs';
import { messageOf } from '../../core/errors.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { untilAborted } from '../../core/until-aborted.ts';
import { checkTheme } from './check.ts';

/** Editors write a file in several steps; the page is loaded anew once they are through. */
const SETTLE_MS = 120;

export interface ThemeListener {
  /** What keeps the theme from working, in words; empty when all is well. Told at once and after every change. */
  problems(problems: readonly string[]): void;
  /** Pages should be loaded anew. */
  changed(): void;
}

/**
 * Watches the folder of a custom theme until the signal fires; the log hears of its problems too. Once it has settled,
 * the listener hears nothing more: it may be told of another theme by then.
 */
export async function watchTheme(
  folder: string,
  signal: AbortSignal,
  tools: { readonly log: Logger; readonly clock: Clock },
  listener: ThemeListener,
): Promise<void> {
  const { log, clock } = tools;
  let cancel = (): void => undefined;
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    const found = await checkTheme(folder);
    for (const { where, what } of [...found.broken, ...found.doubtful]) {
      log.warn('the theme has a problem', { where, problem: what });
    }
    listener.problems(found.broken.map(({ where, what }) => `${where}: ${what}`));
  };
  if (signal.aborted) {
    return;
  }
  try {
    const watcher = watch(folder, { recursive: true, signal }, () => {
      cancel();
      cancel = clock.after(SETTLE_MS, () => {
        looking = looking.then(look).then(() => {
          if (!signal.aborted) {
            listener.changed();
          }
        });
      });
    });
    watcher.on('error', (error) =>
      log.warn('the theme is not watched any more', { folder, reason: messageOf(error) }),
    );
  } catch (error) {
    // The folder is missing, or the system has no watches left: the theme is shown all the same.
    log.warn('changes of the theme will not show by themselves', { folder, reason: messageOf(error) });
  }
  looking = looking.then(look);
  await untilAborted(signal);
  cancel();
  await looking;
}
