import { join } from 'node:path';
import type { Disk } from '../../core/tools.ts';
import type { SettingsMap } from '../../settings/kinds.ts';
import { THEMES } from '../options.ts';
import type { WireTheme } from '../wire/themes.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { hasPage } from './page.ts';

export const CUSTOM = 'custom';

const CANVAS = { width: 1920, height: 1080 };
const USUAL_SIZE = { width: 800, height: 200 };

export interface Disks {
  readonly own: Disk;
  readonly users: Disk;
}

export async function listThemes(
  themesFolder: string,
  selected: { readonly internal: string; readonly custom: string },
  disks: Disks,
): Promise<readonly WireTheme[]> {
  const hasCustom = selected.custom !== '' && (await hasPage(selected.custom, disks.users));
  const builtIn = THEMES.map((id) =>
    describe(join(themesFolder, id), disks.own, {
      id,
      path: `/overlay/${id}/`,
      selected: !hasCustom && id === selected.internal,
    }),
  );
  const custom = hasCustom
    ? [describe(selected.custom, disks.users, { id: CUSTOM, path: '/', selected: true })]
    : [];
  return Promise.all([...custom, ...builtIn]);
}

/** Pixels to enter in OBS for the theme with these options. */
export async function sizeOf(folder: string, options: SettingsMap, disk: Disk): Promise<WireTheme['size']> {
  return sizeInObs((await manifestOf(folder, disk))?.size ?? USUAL_SIZE, options);
}

export function sizeInObs(size: WireTheme['size'], options: SettingsMap): WireTheme['size'] {
  return placesItself(options) ? CANVAS : size;
}

/** Such a look needs the whole canvas. */
export function placesItself(options: SettingsMap): boolean {
  return 'pos' in options || 'scale' in options;
}

async function describe(
  folder: string,
  disk: Disk,
  basics: Pick<WireTheme, 'id' | 'path' | 'selected'>,
): Promise<WireTheme> {
  const manifest = await manifestOf(folder, disk);
  return {
    ...basics,
    name: manifest?.name ?? basics.id,
    size: manifest?.size ?? USUAL_SIZE,
    options: manifest?.options ?? {},
  };
}

/** Undefined for a missing or broken manifest, which `checkTheme` explains. */
async function manifestOf(folder: string, disk: Disk): Promise<Manifest | undefined> {
  const bytes = await disk.read(join(folder, 'theme.json')).catch(() => undefined);
  return readManifest(Buffer.from(bytes ?? []).toString()).manifest;
}
