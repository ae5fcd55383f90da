import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireTheme } from '../../wire/themes.ts';
import { THEMES } from '../options.ts';
import { readManifest } from './manifest.ts';

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

async function describe(
  folder: string,
  known: Pick<WireTheme, 'id' | 'path' | 'selected'>,
): Promise<WireTheme> {
  const text = await readFile(join(folder, 'theme.json'), 'utf8').catch(() => '{}');
  const { manifest } = readManifest(text);
  return {
    ...known,
    name: manifest?.name ?? known.id,
    size: manifest?.size ?? USUAL_SIZE,
    options: manifest?.options ?? {},
  };
}
