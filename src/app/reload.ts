/** Settings that change while the program runs. */
import { unwatchFile, watchFile } from 'node:fs';
import type { CommandContext } from '../config/command.ts';
import { applyLive } from '../config/resolve.ts';
import { messageOf } from '../core/errors.ts';
import type { OptionTable } from '../core/option.ts';

/** Looked at, not listened to: editors and network shares replace files in ways that file events miss. */
const LOOK_EVERY_MS = 1_000;

/**
 * Reads the settings again on SIGHUP and when the configuration file changes, and tells whoever asks to be called.
 * Live options hold from then on; the others are named in one warning. A configuration with problems changes nothing.
 */
export function followConfiguration<Options extends OptionTable>(
  table: Options,
  { configFile, resolution, reload, onHangup, signal, tools: { log } }: CommandContext<Options>,
): (onChange: () => void) => void {
  const listeners: (() => void)[] = [];

  async function readAgain(): Promise<void> {
    const next = await reload();
    for (const { where, what } of next.warnings) {
      log.warn('a setting was passed over', { where, what });
    }
    if (next.problems.length > 0) {
      for (const { where, what } of next.problems) {
        log.error('the changed settings have a problem; the old ones stay', { where, what });
      }
      return;
    }
    if (configFile !== undefined && next.configFile === undefined) {
      // Some editors remove a file before they write it anew. What it hides must not be seen meanwhile.
      log.error('the configuration file is gone; the old settings stay', { file: configFile });
      return;
    }
    const { changed, needRestart } = applyLive(table, resolution, next.resolution);
    for (const onChange of listeners) {
      onChange();
    }
    log.info('settings read again', { changed: changed.join(' ') || 'nothing' });
    if (needRestart.length > 0) {
      log.warn('some changed settings need a restart', { options: needRestart.join(' ') });
    }
  }

  // One after the other, so that an older reading never overtakes a newer one.
  let last = Promise.resolve();
  const follow = (): void => {
    last = last.then(readAgain).catch((error: unknown) => {
      log.error('the settings could not be read again', { reason: messageOf(error) });
    });
  };

  onHangup(follow);
  if (configFile !== undefined) {
    watchFile(configFile, { interval: LOOK_EVERY_MS, persistent: false }, follow);
    signal.addEventListener('abort', () => unwatchFile(configFile, follow), { once: true });
  }
  return (onChange) => listeners.push(onChange);
}
