import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import { codeOf, type Problem } from '../core/errors.ts';
import type { Files, OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { Checkable } from '../settings/parts.ts';
import type { Resolution } from '../settings/resolve.ts';

/** Systems whose disks usually take `Now.txt` and `now.txt` for one file. */
const FOLDS_CASE: readonly NodeJS.Platform[] = ['darwin', 'win32'];

/**
 * Checks that no two options of these tables name the same file, by whatever path, and none the configuration file: one
 * would overwrite the other's.
 */
export async function clashingFiles(
  tables: readonly OptionTable[],
  { settings, origins, configFile }: Resolution,
  { files, platform }: OptionEnvironment,
): Promise<Checkable> {
  const options: OptionTable = Object.assign({}, ...tables);
  // `--conf` names the configuration file, if it names any.
  const names = Object.keys(options).filter((name) => options[name]?.kind.path === 'file' && name !== 'conf');
  const paths = names.map((name) => settings[name]).concat(configFile ?? '');
  const given = paths.filter((path): path is string => typeof path === 'string' && path !== '');
  // No two defaults are one file. Then the start needs no disk.
  const isAnyChosen = names.some((name) => origins[name]?.from !== 'default');
  const real = new Map(
    await Promise.all(
      [...new Set(given)].map(async (path) => {
        const found = isAnyChosen && files !== undefined ? await realPath(path, files) : resolve(path);
        return [path, FOLDS_CASE.includes(platform) ? found.normalize().toLowerCase() : found] as const;
      }),
    ),
  );
  return {
    options,
    check(current) {
      const taken = new Map(
        configFile === undefined ? [] : [[real.get(configFile), 'the configuration file']],
      );
      return clashes(current, names, real, taken);
    },
  };
}

/** `real`: each path without links. `taken`: what else has a file, by its path. */
function clashes(
  settings: SettingsOf<OptionTable>,
  names: readonly string[],
  real: ReadonlyMap<unknown, string>,
  taken: Map<string | undefined, string>,
): Problem[] {
  const problems: Problem[] = [];
  for (const name of names) {
    const path = real.get(settings[name]);
    if (path === undefined) {
      continue;
    }
    const other = taken.get(path);
    if (other === undefined) {
      taken.set(path, `the one of --${name}`);
    } else {
      problems.push({ where: `--${name}`, what: `this file is already ${other}` });
    }
  }
  return problems;
}

/** Without the links of the nearest folder that is there; the path itself where the disk says nothing of it. */
async function realPath(path: string, files: Files): Promise<string> {
  // Not resolved before: what `..` after a link means is known to the disk alone.
  const whole = isAbsolute(path) ? path : `${resolve('.')}${sep}${path}`;
  async function below(part: string): Promise<string> {
    try {
      return await files.realpath(part);
    } catch (error) {
      const parent = dirname(part);
      if (codeOf(error) !== 'ENOENT' || parent === part) {
        return part;
      }
      return `${await below(parent)}${sep}${basename(part)}`;
    }
  }
  return resolve(await below(whole));
}
