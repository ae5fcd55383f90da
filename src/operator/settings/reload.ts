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
 * Polled, because editors and network shares replace files in ways that file events miss. Each check wakes two
 * processes, so the interval is long; to be faster, save on the settings page, or send SIGHUP.
 */
const POLL_EVERY_MS = 3_000;
/** A file counts as complete this long after its last change: half a file is often valid but hides less. */
const RESTS_AFTER_MS = 500;

export interface SettingsReading extends LiveChange {
  readonly problems: readonly Problem[];
}

export interface FollowedConfiguration {
  /** `restarts`: parts that can restart for the others; without any, those need a restart of the program. */
  onSettings(onChange: () => void, restarts?: readonly Restart[]): void;
  configFile(): string | undefined;
  /**
   * Reloads before any other reload, so the outcome belongs to this write. If `write` resolves to false, nothing is
   * reloaded.
   */
  saveAndRead(write: () => Promise<boolean>): Promise<SettingsReading>;
}

/**
 * SIGHUP or a change of the file reloads the settings. Live options apply at once, parts that read others restart, and
 * one warning names options that need a restart of the program. A configuration with problems changes nothing, nor does
 * a removed or emptied file.
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
  const failed = new Map<string, unknown>();
  const isFailed = (name: string, { settings }: Resolution): boolean =>
    failed.has(name) && isSame(failed.get(name), settings[name]);
  let lastRead = '';

  async function readAgain(read: 'when at rest' | 'may rest' | 'is whole'): Promise<SettingsReading> {
    const atOnce = configFile === undefined || read === 'is whole';
    const next = await (atOnce ? readNow() : readAtRest(configFile ?? '', read === 'may rest'));
    for (const { where, what } of next.warnings) {
      log.warn('configuration warning', { where, what });
    }
    if (configFile !== undefined && next.configFile === undefined) {
      // Some editors remove a file before writing it. Hidden tracks must stay hidden meanwhile.
      log.error('configuration file removed; keeping the current settings', { file: configFile });
      return refused([{ where: configFile, what: say('settings.file-gone') }]);
    }
    if (next.blankFile && Object.values(resolution.origins).some(({ from }) => from === 'file')) {
      // Other editors empty it first.
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
    // Failed values are retried when the user requests it, but not on unrelated changes.
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
      log.warn('changed settings need a restart', { options: needRestart.join(' ') });
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
   * Complete: unchanged from before the wait until after the read. `mayRest` skips the wait for a file last changed
   * long ago.
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

  /** Rejects while the disk does not answer: reading would block a thread of the program. */
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
          log.warn('cannot watch the configuration file', { file, reason: messageOf(error) });
        }
      }
      await pause(clock, POLL_EVERY_MS, signal);
    }
  }

  // Serializes reads, so that an older one never overtakes a newer one.
  const reads = new Turns();
  const next = (read: () => Promise<unknown>): void => {
    reads.run(read).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error('reloading the settings failed', { reason: messageOf(error) });
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
