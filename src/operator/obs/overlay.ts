import { join } from 'node:path';
import type { BrowserSource } from '../../clients/obs/browser-source.ts';
import { BugError } from '../../core/errors.ts';
import { readLive, type SettingsOf } from '../../core/option.ts';
import type { Disk } from '../../core/tools.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { packageFolder } from '../../host/package/package-folder.ts';
import type { SettingsMap } from '../../settings/kinds.ts';
import type { serverOptions } from '../../web/options.ts';
import { listThemes, placesItself, sizeInObs } from '../../web/theme/list.ts';
import type { WireTheme } from '../../web/wire/themes.ts';
import type { obsOptions } from './options.ts';

export const USUAL_OBS = 'ws://127.0.0.1:4455';
/** As the SDK has it (`themes/shared/v1/options.js`). */
const USUAL_MARGIN = 5;
const MOST_MARGIN = 15;

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
  const options: SettingsMap = theme.selected ? readLive(settings, 'theme.options') : {};
  return {
    name: settings['obs.source'],
    url,
    ...sizeInObs(theme.size, options),
    margin: marginIn(options, theme),
    fillsCanvas: placesItself(options),
  };
}

function marginIn({ margin }: SettingsMap, { options }: WireTheme): number {
  const wanted = Number(margin ?? options.margin?.default ?? USUAL_MARGIN);
  return wanted >= 0 && wanted <= MOST_MARGIN ? wanted : USUAL_MARGIN;
}

export function isThisComputer(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
