/** Which parts start again when an option changes that they read only at their start. */

import { messageOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Logger } from '../../core/tools.ts';
import type { OptionProblem } from '../../settings/changes.ts';

/** A part that can be made again with the settings as they are then. */
export interface Restart {
  readonly part: string;
  /** The options that it reads at its start; one may belong to several parts. */
  readonly options: readonly string[];
  /**
   * Rejects when the part cannot start. `options`: those that have changed; `restore` gives them their old values, for a
   * part that finds out later.
   */
  restart(options: readonly string[], restore: () => void): Promise<void>;
}

export interface RestartResult {
  /** Options whose new values their parts have. */
  readonly changed: readonly string[];
  /** Options that no part can take over while the program runs. */
  readonly needRestart: readonly string[];
  /** Why parts go on with their old settings. */
  readonly problems: readonly OptionProblem[];
}

/**
 * Recreates every part that reads one of these options. `apply` puts the new values of some into the settings, and
 * returns what puts the old ones back: a part that cannot start with the new ones starts with those.
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
  /** What puts the old value of each option back. Several parts may read one. */
  const restores = new Map<string, () => void>();
  const started: Restart[] = [];
  for (const { part, options: all, restart } of restarts) {
    const its = all.filter((name) => options.includes(name) && !failed.has(name));
    if (its.length === 0) {
      continue;
    }
    for (const name of its.filter((one) => !restores.has(one))) {
      restores.set(name, apply([name]));
    }
    const restore = () => {
      for (const name of its) {
        restores.get(name)?.();
      }
    };
    try {
      await restart(its, restore);
      started.push({ part, options: its, restart });
      log.info('part restarted', { part, options: its.join(' ') });
    } catch (error) {
      const reason = messageOf(error);
      log.error('part restart failed; reverted to the previous settings', { part, reason });
      restore();
      await restart(its, restore);
      for (const other of started) {
        const shared = other.options.filter((name) => its.includes(name));
        if (shared.length > 0) {
          await other.restart(shared, restore);
        }
      }
      problems.push(
        ...its.map((option) => ({
          option,
          where: `--${option}`,
          what: say('settings.old-setting-stays', { reason }),
        })),
      );
      for (const name of its) {
        failed.add(name);
      }
    }
  }
  return {
    changed: options.filter((name) => known.has(name) && !failed.has(name)),
    needRestart: options.filter((name) => !known.has(name)),
    problems,
  };
}
