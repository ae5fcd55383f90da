import { join, resolve } from 'node:path';
import { expandHome } from '../../settings/kinds.ts';
import type { HearSettings } from '../options.ts';
import type { Library } from './index.ts';

/** The collection that the settings name; undefined where they name none. `cache`: this program's folder for what it can make again. */
export function libraryOf(
  { 'hear.library': folders, 'hear.index': index }: HearSettings,
  cache: string,
): Library | undefined {
  return folders.length === 0
    ? undefined
    : {
        folder: index === '' ? join(cache, 'collection') : index,
        places: folders.map((folder) => resolve(expandHome(folder))),
      };
}
