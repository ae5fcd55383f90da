import type { SetNames } from '../core/contracts/set.ts';
import { readLive } from '../core/option.ts';
import type { SettingsMap } from '../settings/kinds.ts';
import { pageOptions } from '../settings/shared.ts';
import type { ServerSettings } from './options.ts';

/** Names for a sheet without names of its own: the DJ's from the look, or else from the heading of the set's page. */
export function setNames(settings: Pick<ServerSettings, 'page.title' | 'theme.options'>): SetNames {
  const heading = readLive(settings, 'page.title');
  const own = heading === pageOptions['page.title'].default ? '' : heading;
  const { handle = '' }: SettingsMap = readLive(settings, 'theme.options');
  return { dj: String(handle) || own, heading };
}
