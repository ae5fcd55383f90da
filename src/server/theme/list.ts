import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireTheme } from '../../wire/themes.ts';
import { THEMES } from '../options.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** What a theme that says nothing about itself is given. */
const USUAL_SIZE = { width: 800, height: 200 };

/** The built-in themes, and before them the custom one when there is one. */
export async function listThemes(
  themesFolder: string,
  selected: { readonly internal: string; readonly custom: string },
): Promise<readonly WireTheme[]> {
  const builtIn = THEMES.map((id) =>
    describe(join(themesFolder, id), {
      id,
      path: `/overlay/${id}/`,
      selected: selected.custom === '' && id === selected.internal,
    }),
  );
  const custom =
    selected.custom === '' ? [] : [describe(selected.custom, { id: 'custom', path: '/', selected: true })];
  return Promise.all([...custom, ...builtIn]);
}

/** What to enter in OBS for the theme in this folder, in pixels. */
export async function sizeOf(folder: string): Promise<WireTheme['size']> {
  return (await manifestOf(folder))?.size ?? USUAL_SIZE;
}

async function describe(
  folder: string,
  known: Pick<WireTheme, 'id' | 'path' | 'selected'>,
): Promise<WireTheme> {
  const manifest = await manifestOf(folder);
  return {
    ...known,
    name: manifest?.name ?? known.id,
    size: manifest?.size ?? USUAL_SIZE,
    options: manifest?.options ?? {},
  };
}

/** Undefined when there is none, or a broken one; `checkTheme` says why. */
async function manifestOf(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, 'theme.json'), 'utf8').catch(() => '');
  return readManifest(text).manifest;
}
