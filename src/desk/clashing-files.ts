import { resolve } from 'node:path';
import type { Problem } from '../core/errors.ts';
import type { OptionTable, SettingsOf } from '../core/option.ts';
import type { Checkable } from '../settings/parts.ts';

/**
 * Checks that no two options of these tables name the same file, and none the configuration file: one would overwrite the
 * other's.
 */
export function clashingFiles(tables: readonly OptionTable[], configFile: string | undefined): Checkable {
  const options: OptionTable = Object.assign({}, ...tables);
  // `--conf` names the configuration file, if it names any.
  const names = Object.keys(options).filter((name) => options[name]?.kind.path === 'file' && name !== 'conf');
  const taken = configFile === undefined ? [] : [[resolve(configFile), 'the configuration file'] as const];
  return { options, check: (settings) => clashes(settings, names, new Map(taken)) };
}

/** `taken`: what else has a file, by its path. */
function clashes(
  settings: SettingsOf<OptionTable>,
  names: readonly string[],
  taken: Map<string, string>,
): Problem[] {
  const problems: Problem[] = [];
  for (const name of names) {
    const value = settings[name];
    if (typeof value !== 'string' || value === '') {
      continue;
    }
    const path = resolve(value);
    const other = taken.get(path);
    if (other === undefined) {
      taken.set(path, `the one of --${name}`);
    } else {
      problems.push({ where: `--${name}`, what: `this file is already ${other}` });
    }
  }
  return problems;
}
