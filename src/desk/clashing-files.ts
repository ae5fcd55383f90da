import { resolve } from 'node:path';
import type { Problem } from '../core/errors.ts';
import type { OptionTable, SettingsOf } from '../core/option.ts';
import type { Checkable } from '../settings/parts.ts';

/** Checks that no two options of these tables name the same file: one would overwrite the other's. */
export function clashingFiles(tables: readonly OptionTable[]): Checkable {
  const options: OptionTable = Object.assign({}, ...tables);
  const names = Object.keys(options).filter((name) => options[name]?.kind.path === 'file');
  return { options, check: (settings) => clashes(settings, names) };
}

function clashes(settings: SettingsOf<OptionTable>, names: readonly string[]): Problem[] {
  const taken = new Map<string, string>();
  const problems: Problem[] = [];
  for (const name of names) {
    const value = settings[name];
    if (typeof value !== 'string' || value === '') {
      continue;
    }
    const path = resolve(value);
    const other = taken.get(path);
    if (other === undefined) {
      taken.set(path, name);
    } else {
      problems.push({ where: `--${name}`, what: `this file is already the one of --${other}` });
    }
  }
  return problems;
}
