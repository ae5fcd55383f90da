/** Where configuration files are looked for. Loads nothing: `version-alone.ts` uses it. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OptionEnvironment } from '../core/option.ts';
import type { LogFields } from '../core/tools.ts';
import { xdgFolder } from '../core/xdg.ts';
import { FORMAT_NAMES } from './formats/names.ts';

/** The user's folder for our settings. */
export function settingsFolder({ env, platform }: Pick<OptionEnvironment, 'env' | 'platform'>): string {
  const settings =
    platform === 'win32'
      ? (env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : (xdgFolder(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'));
  return join(settings, 'deckcast');
}

/** Every `conf.<extension>` of the directories, in the order in which they are searched. */
export function configFilePaths(directories: readonly string[]): readonly string[] {
  return [...new Set(directories)].flatMap((directory) =>
    [...FORMAT_NAMES.keys()].map((extension) => join(directory, `conf.${extension}`)),
  );
}

/** The warning that none was found, as the logger takes it. */
export function noConfigFile(searched: readonly string[]): readonly [message: string, fields: LogFields] {
  return ['no configuration file found', { searched: searched.join(' ') }];
}
