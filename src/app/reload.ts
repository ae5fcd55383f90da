/** Settings that change while the program runs. */
import { unwatchFile, watchFile } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { CommandContext, Reloaded } from '../config/command.ts';
import { applyLive } from '../config/resolve.ts';
import { messageOf } from '../core/errors.ts';
import type { OptionTable } from '../core/option.ts';

/** Looked at, not listened to: editors and network shares replace files in ways that file events miss. */
const LOOK_EVERY_MS = 1_000;
/** A file that changed more recently may still be written, and the half of one is often valid but hides less. */
const RESTS_AFTER_MS = 500;

/**
 * Reads the settings again on SIGHUP and when the configuration file changes, and tells whoever asks to be called.
 * Live options hold from then on; the others are named in one warning. A configuration with problems changes nothing,
 * nor does a file that was removed or emptied.
 */
export function followConfiguration<Options extends OptionTable>(
  table: Options,
  { configFile, resolution, reload, onHangup, signal, tools: { log, clock } }: CommandContext<Options>,
): (onChange: () => void) => void {
  const listeners: (() => void)[] = [];
  /** How the file was when it was last read. */
  let lastRead = '';

  async function readAgain(mayRest: boolean): Promise<void> {
    const next = await (configFile === undefined ? reload() : readAtRest(configFile, mayRest));
    for (const { where, what } of next.warnings) {
      log.warn('configuration warning', { where, what });
    }
    if (configFile !== undefined && next.configFile === undefined) {
      // Some editors remove a file before they write it anew. What it hides must not be seen meanwhile.
      log.error('the configuration file is gone; the old settings stay', { file: configFile });
      return;
    }
    if (next.blankFile && Object.values(resolution.origins).some(({ from }) => from === 'file')) {
      // Others empty it first.
      log.error('the configuration file is empty; the old settings stay', { file: configFile });
      return;
    }
    if (next.problems.length > 0) {
      for (const { where, what } of next.problems) {
        log.error('the changed settings have a problem; the old ones stay', { where, what });
      }
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

  /**
   * What a file says that nobody is writing: it stayed the same from before the wait until after it was read.
   * One that `mayRest` already is read without the wait when its time of change allows that.
   */
  async function readAtRest(file: string, mayRest: boolean): Promise<Reloaded<Options>> {
    for (let isKnownToMove = !mayRest; ; isKnownToMove = true) {
      const before = await stateOf(file);
      if (isKnownToMove || clock.now() - before.changedAt < RESTS_AFTER_MS) {
        await clock.sleep(RESTS_AFTER_MS, signal);
      }
      const next = await reload();
      if ((await stateOf(file)).mark === before.mark) {
        lastRead = before.mark;
        return next;
      }
    }
  }

  async function readChanged(file: string): Promise<void> {
    // A slow writer is seen several times, but waited for only once.
    if ((await stateOf(file)).mark !== lastRead) {
      await readAgain(false);
    }
  }

  // One after the other, so that an older reading never overtakes a newer one.
  let last = Promise.resolve();
  const next = (read: () => Promise<void>): void => {
    last = last.then(read).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error('the settings could not be read again', { reason: messageOf(error) });
      }
    });
  };

  onHangup(() => next(() => readAgain(true)));
  if (configFile !== undefined) {
    const look = (): void => next(() => readChanged(configFile));
    watchFile(configFile, { interval: LOOK_EVERY_MS, persistent: false }, look);
    signal.addEventListener('abort', () => unwatchFile(configFile, look), { once: true });
  }
  return (onChange) => listeners.push(onChange);
}

interface FileState {
  /** Differs whenever the file does. */
  readonly mark: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly changedAt: number;
}

async function stateOf(file: string): Promise<FileState> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    return { mark: [ino, size, mtimeMs, ctimeMs].join(), changedAt: mtimeMs };
  } catch {
    // Just removed, as far as anybody can tell.
    return { mark: 'gone', changedAt: Number.POSITIVE_INFINITY };
  }
}
