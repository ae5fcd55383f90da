import { join } from 'node:path';
import type { Disk } from '../../core/tools.ts';
import { THEMES } from '../options.ts';
import type { WireTheme } from '../wire/themes.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** The id of the theme that `theme.dir` names. */
export const CUSTOM = 'custom';

/** For a theme without a manifest. */
const USUAL_SIZE = { width: 800, height: 200 };

export interface Disks {
  /** For the program's own files, on the disk that it runs from. */
  readonly own: Disk;
  /** For paths that users give, on disks that may not answer. */
  readonly users: Disk;
}

/** The built-in themes, and before them the custom one when there is one. */
export async function listThemes(
  themesFolder: string,
  selected: { readonly internal: string; readonly custom: string },
  disks: Disks,
): Promise<readonly WireTheme[]> {
  const builtIn = THEMES.map((id) =>
    describe(join(themesFolder, id), disks.own, {
      id,
      path: `/overlay/${id}/`,
      selected: selected.custom === '' && id === selected.internal,
    }),
  );
  const custom =
    selected.custom === ''
      ? []
      : [describe(selected.custom, disks.users, { id: CUSTOM, path: '/', selected: true })];
  return Promise.all([...custom, ...builtIn]);
}

/** What to enter in OBS for the theme in this folder, in pixels. */
export async function sizeOf(folder: string, disk: Disk): Promise<WireTheme['size']> {
  return (await manifestOf(folder, disk))?.size ?? USUAL_SIZE;
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

/** Undefined when it is missing or broken; `checkTheme` reports why. */
async function manifestOf(folder: string, disk: Disk): Promise<Manifest | undefined> {
  const bytes = await disk.read(join(folder, 'theme.json')).catch(() => undefined);
  return readManifest(Buffer.from(bytes ?? []).toString()).manifest;
}
