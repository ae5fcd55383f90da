import { join } from 'node:path';
import { isAbsolute } from 'node:path/posix';
import type { OptionEnvironment } from './option.ts';

/** The specification ignores relative paths. */
export function xdgFolder(
  env: OptionEnvironment['env'],
  variable: 'XDG_CACHE_HOME' | 'XDG_CONFIG_HOME' | 'XDG_DATA_HOME',
): string | undefined {
  const folder = env[variable];
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

export function cacheFolder({ platform, env, configDir }: OptionEnvironment): string {
  const ofHome = env.HOME === undefined ? undefined : join(env.HOME, '.cache');
  const folder = platform === 'win32' ? env.LOCALAPPDATA : (xdgFolder(env, 'XDG_CACHE_HOME') ?? ofHome);
  return folder ? join(folder, 'deckcast') : join(configDir, 'cache');
}
