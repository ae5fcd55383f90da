import { basename } from 'node:path';
import { codeOf, messageOf, type Problem } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { Message, say } from '../../core/message.ts';
import type { OptionTable } from '../../core/option.ts';
import type { FileInfo } from '../../core/tools.ts';
import { pause, Turns } from '../../core/waiting.ts';
import type { CommandContext, Reloaded } from '../../settings/command.ts';
import { isUnreadable } from '../../settings/file.ts';
import { configFilePaths } from '../../settings/places.ts';
import {
  applyLive,
  isFromFile,
  isSame,
  type LiveChange,
  type Resolution,
  takeOver,
} from '../../settings/resolve.ts';
import { ignoredFindings } from './ignored.ts';
import { type Restart, restartParts } from './restarts.ts';

/**
 * Polled: editors and network shares replace files in ways that file events miss. Slowly, because each check wakes two
 * processes; the settings page and SIGHUP are faster.
 */
const POLL_EVERY_MS = 3_000;
/** A file is complete this long after its last change: half a file is often valid but hides less. */
const RESTS_AFTER_MS = 500;

export interface SettingsReading extends LiveChange {
  readonly problems: readonly Problem[];
}

export interface FollowedConfiguration {
  /** `restarts`: parts that can restart; the others need a restart of the program. */
  onSettings(onChange: (changed: readonly string[]) => void, restarts?: readonly Restart[]): void;
  configFile(): string | undefined;
  /** A file or a name in it that is not in effect. */
  findings(): readonly Finding[];
  /**
   * Reloads before any other reload, so the outcome belongs to this write. Reloads nothing if `write` resolves to
   * false.
   */
  saveAndRead(write: () => Promise<boolean>): Promise<SettingsReading>;
}

/**
 * Reloads the settings at SIGHUP or a change of the file. Live options apply at once, parts that read others restart,
 * and one warning names options that need a restart of the program. Configurations with problems, and removed or
 * emptied files, change nothing.
 */
export function followConfiguration<Options extends OptionTable>(
  table: Options,
  context: CommandContext<Options>,
): FollowedConfiguration {
  const { environment, resolution, reload, onHangup, signal } = context;
  const { log, clock, disk } = context.tools;
  let { configFile } = context;
  let onChange: (changed: readonly string[]) => void = () => undefined;
  let restarts: readonly Restart[] = [];
  const failed = new Map<string, unknown>();
  const isFailed = (name: string, { settings }: Resolution): boolean =>
    failed.has(name) && isSame(failed.get(name), settings[name]);
  let lastRead = '';
  let inTheWay: readonly Finding[] = [];
  let ignored = ignoredFindings(resolution);

  /** `severity`: `fault` if the next start fails, `warning` for a removed or emptied file. */
  function refuse(problems: readonly Problem[], severity: 'fault' | 'warning'): SettingsReading {
    inTheWay = problems.map((problem) => problemFinding(problem, severity));
    return refused(problems);
  }

  async function readAgain(read: 'when at rest' | 'may rest' | 'is whole'): Promise<SettingsReading> {
    await findFile();
    const atOnce = configFile === undefined || read === 'is whole';
    const next = await (atOnce ? readNow() : readAtRest(configFile ?? '', read === 'may rest'));
    ignored = ignoredFindings(next.resolution);
    const isNamed = next.problems.some(
      ({ what }) => what instanceof Message && what.id === 'settings.file-missing',
    );
    if (configFile !== undefined && (next.configFile === undefined || isNamed)) {
      // Editors may remove a file before writing it; hidden tracks must stay hidden meanwhile.
      log.error('configuration file removed; keeping the current settings', { file: configFile });
      // A start without the file that `--conf` names fails.
      return refuse([{ where: configFile, what: GONE_TEXT }], isNamed ? 'fault' : 'warning');
    }
    if (next.blankFile && isFromFile(resolution)) {
      log.error('configuration file is empty; keeping the current settings', { file: configFile });
      return refuse([{ where: configFile ?? '', what: say('settings.file-empty') }], 'warning');
    }
    // Not of an emptied file, which says that the defaults are used.
    for (const { where, what } of next.warnings) {
      log.warn('configuration warning', { where, what });
    }
    if (next.problems.length > 0) {
      for (const { where, what } of next.problems) {
        log.error('new settings are invalid; keeping the current ones', { where, what });
      }
      return refuse(next.problems, 'fault');
    }
    inTheWay = [];
    const live = applyLive(table, resolution, next.resolution);
    onChange([...live.changed, ...live.needRestart]);
    // Retries failed values at the user's request, but not at unrelated changes.
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
    configFile ??= next.configFile;
    return { changed, needRestart, problems };
  }

  async function readNow(): Promise<Reloaded<Options>> {
    if (configFile !== undefined) {
      lastRead = (await stateOf(configFile)).mark;
    }
    return reload();
  }

  /** Unchanged from before the wait until after the read. `mayRest`: no wait for a file last changed long ago. */
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
    // A slow writer triggers this several times, but is awaited once.
    if ((await stateOf(file)).mark !== lastRead) {
      await readAgain('when at rest');
    }
  }

  /** Rejects while the disk does not answer: reading would block a thread. */
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

  /**
   * Finds the file that appears after a start without one. One in the working directory counts from the next start or
   * reload on: that may be a folder of downloads, and settings name programs to run.
   */
  async function findFile(): Promise<void> {
    if (configFile !== undefined) {
      return;
    }
    const names = await namesIn(environment.configDir);
    const found = configFilePaths([environment.configDir]).find((path) => names.includes(basename(path)));
    if (found !== undefined && configFile === undefined) {
      configFile = found;
      log.info('configuration file appeared', { file: found });
    }
  }

  async function namesIn(folder: string): Promise<readonly string[]> {
    try {
      return await disk.list(folder);
    } catch (error) {
      if (codeOf(error) === 'ETIMEDOUT') {
        throw error;
      }
      return [];
    }
  }

  async function follow(): Promise<void> {
    // The start has read its file, but not one that appears later.
    let seen = configFile === undefined ? '' : undefined;
    let problem: string | undefined;
    while (!signal.aborted) {
      try {
        await findFile();
        const file = configFile;
        if (file !== undefined) {
          const { mark } = await stateOf(file);
          if (seen !== undefined && mark !== seen) {
            next(() => readChanged(file));
          }
          seen = mark;
        }
        problem = undefined;
      } catch (error) {
        const reason = messageOf(error);
        if (reason !== problem) {
          problem = reason;
          log.warn('cannot watch the configuration file', { file: configFile, reason });
        }
      }
      await pause(clock, POLL_EVERY_MS, signal);
    }
  }

  // An older read never overtakes a newer one.
  const reads = new Turns();
  const next = (read: () => Promise<unknown>): void => {
    reads.run(read).catch((error: unknown) => {
      if (!signal.aborted) {
        log.error('reloading the settings failed', { reason: messageOf(error) });
      }
    });
  };

  onHangup(() => next(() => readAgain('may rest')));
  void follow();
  return {
    onSettings(call, known = []) {
      onChange = call;
      restarts = known;
    },
    configFile: () => configFile,
    findings: () => [...inTheWay, ...ignored],
    saveAndRead: (write) => reads.run(async () => ((await write()) ? readAgain('is whole') : refused([]))),
  };
}

function problemFinding(problem: Problem, severity: 'fault' | 'warning'): Finding {
  const { where, what } = problem;
  const isAway = severity === 'warning';
  return {
    area: 'files',
    severity,
    finding: say('core.about', { about: where, text: what }),
    means: isAway ? say('settings.next-start-lacks-them') : say('settings.goes-on-as-before'),
    todo:
      isAway || what === GONE_TEXT
        ? say('settings.put-back-before-next-start')
        : isUnreadable(problem)
          ? ''
          : say('settings.correct-before-next-start'),
  };
}

function refused(problems: readonly Problem[]): SettingsReading {
  return { changed: [], needRestart: [], problems };
}

const GONE_TEXT = say('settings.file-gone');
const GONE = { mark: 'gone', modifiedMs: Number.POSITIVE_INFINITY };
