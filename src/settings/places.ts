/** Imports nothing of ours, for `quick-answers.ts`. */
import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';
import type { OptionEnvironment, UserPath } from '../core/option.ts';
import type { LogFields } from '../core/tools.ts';
import { cacheFolder, xdgFolder } from '../core/xdg.ts';
import { FORMAT_NAMES } from './formats/names.ts';

export function settingsFolder({ env, platform }: Pick<OptionEnvironment, 'env' | 'platform'>): string {
  const settings =
    platform === 'win32'
      ? (env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : (xdgFolder(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'));
  return join(settings, 'deckcast');
}

/** Folder for data that cannot be made again. */
function dataFolder({ platform, env }: OptionEnvironment): string {
  const home = env.HOME ?? env.USERPROFILE ?? homedir();
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA ?? win32.join(home, 'AppData', 'Local'), 'deckcast');
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'deckcast');
    default:
      return posix.join(xdgFolder(env, 'XDG_DATA_HOME') ?? posix.join(home, '.local', 'share'), 'deckcast');
  }
}

export function userPath({ folder, name }: UserPath, environment: OptionEnvironment): string {
  const folders = { cache: cacheFolder, config: () => environment.configDir, data: dataFolder };
  const { join } = environment.platform === 'win32' ? win32 : posix;
  return join(folders[folder](environment), name);
}

/** In search order. */
export function searchedFolders(at: { readonly configDir: string; readonly cwd: string }): readonly string[] {
  return [at.configDir, at.cwd];
}

/** File that the first saved settings go to. */
export function pathToCreate({ configDir }: { readonly configDir: string }): string {
  return join(configDir, 'conf.yaml');
}

/** `conf.<extension>` in search order. */
export function configFilePaths(directories: readonly string[]): readonly string[] {
  return [...new Set(directories)].flatMap((directory) =>
    [...FORMAT_NAMES.keys()].map((extension) => join(directory, `conf.${extension}`)),
  );
}

export function noConfigFile(searched: readonly string[]): readonly [message: string, fields: LogFields] {
  return [
    'no configuration file found: defaults are used, and set-up writes one',
    { searched: searched.join(' ') },
  ];
}
