/** Restarts parts that read a changed option at their start. */

import { messageOf, textOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Logger } from '../../core/tools.ts';
import type { OptionProblem } from '../../settings/changes.ts';

export interface Restart {
  readonly part: string;
  readonly options: readonly string[];
  /** Whether the options affect the part as it runs; if absent, they do. */
  readonly isAffected?: (options: readonly string[]) => boolean;
  /** Rejects if the part could not start with these settings. Leaves the running part alone. */
  readonly tryOut?: () => Promise<void>;
  /** Resolves when the part may be closed, after the result is reported. If absent, closes at once. */
  readonly idle?: () => Promise<void>;
  readonly replace: () => Promise<void>;
}

export interface RestartResult {
  readonly changed: readonly string[];
  /** No part can take these over while the program runs. */
  readonly needRestart: readonly string[];
  readonly problems: readonly OptionProblem[];
}

/**
 * `apply` puts the options' new values into the settings, and returns a function that restores the old ones: a part
 * that cannot start with the new values gets the old ones again, and so do parts that share them.
 */
export async function restartParts(
  options: readonly string[],
  restarts: readonly Restart[],
  apply: (options: readonly string[]) => () => void,
  log: Logger,
): Promise<RestartResult> {
  const known = new Set(restarts.flatMap((one) => one.options));
  const failed = new Set<string>();
  const problems: OptionProblem[] = [];
  const restores = new Map<string, () => void>();
  const restarted: Restart[] = [];
  for (const restart of restarts) {
    const its = restart.options.filter((name) => options.includes(name) && !failed.has(name));
    for (const name of its.filter((one) => !restores.has(one))) {
      restores.set(name, apply([name]));
    }
    if (its.length === 0 || restart.isAffected?.(its) === false) {
      continue;
    }
    const restore = (): void => {
      for (const name of its) {
        restores.get(name)?.();
      }
    };
    const error = await replaceOrRevert(restart, its, restore, log);
    if (error === undefined) {
      restarted.push(restart);
      continue;
    }
    for (const other of restarted.filter((one) => one.options.some((name) => its.includes(name)))) {
      await other.replace();
    }
    const reason = textOf(error);
    for (const option of its) {
      failed.add(option);
      problems.push({ option, where: `--${option}`, what: say('settings.old-setting-stays', { reason }) });
    }
  }
  return {
    changed: options.filter((name) => known.has(name) && !failed.has(name)),
    needRestart: options.filter((name) => !known.has(name)),
    problems,
  };
}

/** Resolves to the error that restored the part's old settings, if any. */
async function replaceOrRevert(
  { part, tryOut, idle, replace }: Restart,
  options: readonly string[],
  restore: () => void,
  log: Logger,
): Promise<unknown> {
  const revert = (error: unknown): unknown => {
    log.error('part restart failed; reverted to the previous settings', { part, reason: messageOf(error) });
    restore();
    return error;
  };
  const replaceNow = async (): Promise<unknown> => {
    try {
      await replace();
      log.info('part restarted', { part, options: options.join(' ') });
      return undefined;
    } catch (error) {
      revert(error);
      await replace();
      return error;
    }
  };
  try {
    await tryOut?.();
  } catch (error) {
    return revert(error);
  }
  if (idle === undefined) {
    return replaceNow();
  }
  void idle()
    .then(replaceNow)
    .catch((error: unknown) => log.error('part restart failed', { part, reason: messageOf(error) }));
  return undefined;
}
