import { join } from 'node:path';
import type { BrowserSource } from '../../clients/obs/browser-source.ts';
import { BugError } from '../../core/errors.ts';
import { readLive, type SettingsOf } from '../../core/option.ts';
import type { Disk } from '../../core/tools.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { packageFolder } from '../../host/package/package-folder.ts';
import type { serverOptions } from '../../web/options.ts';
import { listThemes, sizeInObs } from '../../web/theme/list.ts';
import type { obsOptions } from './options.ts';

export const USUAL_OBS = 'ws://127.0.0.1:4455';

type Settings = SettingsOf<Pick<typeof obsOptions, 'obs.source'>> &
  SettingsOf<Pick<typeof serverOptions, 'theme.internal' | 'theme.dir' | 'theme.options'>>;

/** `url`: overlay as OBS reaches it. */
export async function overlaySource(settings: Settings, url: string, disk: Disk): Promise<BrowserSource> {
  const themes = await listThemes(
    join(packageFolder(), 'themes'),
    { internal: readLive(settings, 'theme.internal'), custom: readLive(settings, 'theme.dir') },
    { own: nodeDisk, users: disk },
  );
  const { pathname } = new URL(url);
  const theme = themes.find(({ path }) => path === pathname) ?? themes.find(({ selected }) => selected);
  if (theme === undefined) {
    throw new BugError('no theme is selected');
  }
  const size = theme.selected ? sizeInObs(theme.size, readLive(settings, 'theme.options')) : theme.size;
  return { name: settings['obs.source'], url, ...size };
}

export function isThisComputer(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
