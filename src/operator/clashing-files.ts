import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';
import { codeOf, type Problem } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import type { Files, OptionEnvironment, OptionTable, SettingsOf } from '../core/option.ts';
import type { Checkable } from '../settings/parts.ts';
import type { Resolution } from '../settings/resolve.ts';

/** Usually ignore case: `Now.txt` is `now.txt`. */
const FOLDS_CASE: readonly NodeJS.Platform[] = ['darwin', 'win32'];

/**
 * Refuses a file for two options, by any path, and the configuration file for any: one part would overwrite the
 * other's.
 */
export async function clashingFiles(
  tables: readonly OptionTable[],
  { settings, origins, configFile }: Resolution,
  { files, platform }: OptionEnvironment,
): Promise<Checkable> {
  const options: OptionTable = Object.assign({}, ...tables);
  const names = Object.keys(options).filter((name) => options[name]?.kind.path === 'file' && name !== 'conf');
  const paths = names.map((name) => settings[name]).concat(configFile ?? '');
  const given = paths.filter((path): path is string => typeof path === 'string' && path !== '');
  // Defaults are distinct, so the start needs no disk.
  const isAnyChosen = names.some((name) => origins[name]?.from !== 'default');
  const mayBeLinked = isAnyChosen && files !== undefined;
  const folded = (path: string) => (FOLDS_CASE.includes(platform) ? path.normalize().toLowerCase() : path);
  const real = new Map<unknown, string>();
  const inRealFolder = new Map<unknown, string>();
  await Promise.all(
    [...new Set(given)].map(async (path) => {
      const folder = mayBeLinked ? await realPath(dirname(path), files) : resolve(dirname(path));
      inRealFolder.set(path, `${folder}${sep}${basename(path)}`);
      real.set(path, folded(mayBeLinked ? await realPath(path, files) : resolve(path)));
    }),
  );
  const pathsOf = (settings: SettingsOf<OptionTable>, name: string): Paths | undefined => {
    const path = settings[name];
    const own = real.get(path);
    const more = options[name]?.more?.(inRealFolder.get(path) ?? '') ?? [];
    return own === undefined ? undefined : { name, own, more: new Set(more.map(folded)) };
  };
  return {
    options,
    check: (current) =>
      clashes(
        names.flatMap((name) => pathsOf(current, name) ?? []),
        configFile === undefined ? undefined : real.get(configFile),
      ),
  };
}

interface Paths {
  readonly name: string;
  readonly own: string;
  readonly more: ReadonlySet<string>;
}

function clashes(all: readonly Paths[], configFile: string | undefined): Problem[] {
  const problems: Problem[] = [];
  const taken = new Map<string, Text>(
    configFile === undefined ? [] : [[configFile, say('clashing-files.configuration')]],
  );
  for (const { name, own } of all) {
    const beside = all.find(({ more }) => more.has(own));
    const other = taken.get(own) ?? (beside && say('clashing-files.beside', { option: `--${beside.name}` }));
    if (other === undefined) {
      taken.set(own, say('clashing-files.own', { option: `--${name}` }));
    } else {
      problems.push({ where: `--${name}`, what: say('clashing-files.file-already', { other }) });
    }
  }
  return problems;
}

/** Resolves links of the nearest existing folder; the path itself if the disk fails. */
async function realPath(path: string, files: Files): Promise<string> {
  // Only the disk knows `..` after a link.
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
