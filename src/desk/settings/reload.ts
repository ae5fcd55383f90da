/** Settings that change while the program runs. */

import { codeOf, messageOf, type Problem } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import type { OptionTable } from '../../core/option.ts';
import type { FileInfo } from '../../core/tools.ts';
import { pause, Turns } from '../../core/waiting.ts';
import type { CommandContext, Reloaded } from '../../settings/command.ts';
import { applyLive, isSame, type LiveChange, type Resolution, takeOver } from '../../settings/resolve.ts';
import { type Restart, restartParts } from './restarts.ts';

/**
 * Polled, because editors and network shares replace files in ways that file events miss. Not more often, because each check
 * wakes two processes: to be faster, save on the settings page, or send SIGHUP.
 */
const POLL_EVERY_MS = 3_000;
/** A file that changed more recently may still be being written, and half a file is often valid but hides less. */
const RESTS_AFTER_MS = 500;

/** The outcome of reading the settings again. */
export interface SettingsReading extends LiveChange {
  /** Why old settings stay. */
  readonly problems: readonly Problem[];
}

export interface FollowedConfiguration {
  /**
   * Registers the function to call when live settings have changed, and the parts that can start again for the others;
   * without any, those need a restart of the program.
   */
  onSettings(onChange: () => void, restarts?: readonly Restart[]): void;
  /** The file in use: undefined until there is one. */
  configFile(): string | undefined;
  /**
   * Writes the file with this, and reads it at once. Nobody else reads it in between, so the outcome is that of what was
   * written. Resolves without reading when nothing was written (false).
   */
  saveAndRead(write: () => Promise<boolean>): Promise<SettingsReading>;
}

/**
 * Reads the settings again on SIGHUP and when the configuration file changes, and tells who uses them. Live options apply
 * from then on; parts that read others start again with them, and one warning names those of the program itself. A
 * configuration with problems changes nothing, nor does a file that was removed or emptied.
 */
export function followConfiguration<Options extends OptionTable>(
  table: Options,
  context: CommandContext<Options>,
): FollowedConfiguration {
  const { resolution, reload, onHangup, signal } = context;
  const { log, clock, disk } = context.tools;
  let { configFile } = context;
  let onChange: () => void = () => undefined;
  let restarts: readonly Restart[] = [];
  /** The last values with which their parts could not start. */
  const failed = new Map<string, unknown>();
  const isFailed = (name: string, { settings }: Resolution): boolean =>
    failed.has(name) && isSame(failed.get(name), settings[name]);
  /** The file's mark when it was last read. */
  let lastRead = '';

  async function readAgain(read: 'when at rest' | 'may rest' | 'is whole'): Promise<SettingsReading> {
    const atOnce = configFile === undefined || read === 'is whole';
    const next = await (atOnce ? readNow() : readAtRest(configFile ?? '', read === 'may rest'));
    for (const { where, what } of next.warnings) {
      log.warn('configuration warning', { where, what });
    }
    if (configFile !== undefined && next.configFile === undefined) {
      // Some editors remove a file before they write it again. What it hides must stay hidden meanwhile.
      log.error('configuration file removed; keeping the current settings', { file: configFile });
      return refused([{ where: configFile, what: say('settings.file-gone') }]);
    }
    if (next.blankFile && Object.values(resolution.origins).some(({ from }) => from === 'file')) {
      // Others empty it first.
      log.error('configuration file is empty; keeping the current settings', { file: configFile });
      return refused([{ where: configFile ?? '', what: say('settings.file-empty') }]);
    }
    if (next.problems.length > 0) {
      for (const { where, what } of next.problems) {
        log.error('new settings are invalid; keeping the current ones', { where, what });
      }
      return refused(next.problems);
    }
    const live = applyLive(table, resolution, next.resolution);
    onChange();
    // What could not start is tried again when the user requests it, and not at every other change.
    const toRestart = live.needRestart.filter(
      (name) => read === 'may rest' || !isFailed(name, next.resolution),
    );
    log.info('settings reloaded', { changed: [...live.changed, ...toRestart].join(' ') || 'nothing' });
    const others = await restartParts(
      toRestart,
      restarts,
      (names) => takeOver(resolution, next.resolution, names),
      log,
    );
    for (const { option } of others.problems) {
      failed.set(option, next.resolution.settings[option]);
    }
    const changed = [...live.changed, ...others.changed];
    const { needRestart, problems } = others;
    if (needRestart.length > 0) {
      log.warn('some changed settings need a restart', { options: needRestart.join(' ') });
    }
    if (configFile === undefined && next.configFile !== undefined) {
      configFile = next.configFile;
      void follow(configFile);
    }
    return { changed, needRestart, problems };
  }

  async function readNow(): Promise<Reloaded<Options>> {
    if (configFile !== undefined) {
      lastRead = (await stateOf(configFile)).mark;
    }
    return reload();
  }

  /**
   * Reads a file that is not being written: it stayed the same from before the wait until after it was read. With
   * `mayRest`, a file that last changed long enough ago is read without the wait.
   */
  async function readAtRest(file: string, mayRest: boolean): Promise<Reloaded<Options>> {
    for (let isKnownToMove = !mayRest; ; isKnownToMove = true) {
      const before = await stateOf(file);
      if (isKnownToMove || clock.now() - before.modifiedMs < RESTS_AFTER_MS) {
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
    // A slow writer triggers this several times, but is waited for only once.
    if ((await stateOf(file)).mark !== lastRead) {
      await readAgain('when at rest');
    }
  }

  /**
   * The file's current state. Rejects while its disk does not answer: reading it would block a thread of the program.
   */
  async function stateOf(file: string): Promise<Pick<FileInfo, 'mark' | 'modifiedMs'>> {
    try {
      return (await disk.stat(file)) ?? GONE;
    } catch (error) {
      if (codeOf(error) === 'ETIMEDOUT') {
        throw error;
      }
      return GONE;
    }
  }

  async function follow(file: string): Promise<void> {
    let seen: string | undefined;
    const silence = new Once();
    while (!signal.aborted) {
      try {
        const { mark } = await stateOf(file);
        silence.ends();
        if (seen !== undefined && mark !== seen) {
          next(() => readChanged(file));
        }
        seen = mark;
      } catch (error) {
        if (silence.begins()) {
          log.warn('changes of the configuration file cannot be seen', { file, reason: messageOf(error) });
        }
      }
      await pause(clock, POLL_EVERY_MS, signal);
    }
  }

  // One after the other, so that an older read never overtakes a newer one.
  const reads = new Turns();
  const next = (read: () => Promise<unknown>): void => {
    reads.run(read).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error('the settings could not be read again', { reason: messageOf(error) });
      }
    });
  };

  onHangup(() => next(() => readAgain('may rest')));
  if (configFile !== undefined) {
    void follow(configFile);
  }
  return {
    onSettings(call, known = []) {
      onChange = call;
      restarts = known;
    },
    configFile: () => configFile,
    saveAndRead: (write) => reads.run(async () => ((await write()) ? readAgain('is whole') : refused([]))),
  };
}

function refused(problems: readonly Problem[]): SettingsReading {
  return { changed: [], needRestart: [], problems };
}

/** A removed file counts as changed just now. */
const GONE = { mark: 'gone', modifiedMs: Number.POSITIVE_INFINITY };
