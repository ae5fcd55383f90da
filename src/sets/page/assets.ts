import { join } from 'node:path';
import { UpstreamError } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Disk } from '../../core/tools.ts';
import { packageFolder } from '../../host/package/package-folder.ts';
import type { PageFile, PageFiles } from './files.ts';

const TYPES = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', woff2: 'font/woff2' };
const SECONDS = 300;

type AssetName = `${string}.${keyof typeof TYPES}`;

/** Folders of files that other pages use too. The others are in `dashboard/page/`. */
const FOLDERS: Readonly<Record<string, string>> = {
  'inter-latin.woff2': 'themes/shared/fonts',
  'barlow-condensed-700-latin.woff2': 'themes/shared/font-choices',
  'sleeve.svg': 'dashboard/shell',
  'wordmark.svg': 'dashboard/shell',
};
const STYLE = [
  'page.css',
  'inter-latin.woff2',
  'barlow-condensed-700-latin.woff2',
  'sleeve.svg',
  'wordmark.svg',
  'icon.svg',
] as const;

export const PAGE_ASSETS = [
  ...STYLE,
  'words.js',
  'sure.js',
  'page.js',
] as const satisfies readonly AssetName[];
export const STAGES_ASSETS = [
  ...STYLE,
  'stages.css',
  'words.js',
  'sure.js',
  'stages.js',
] as const satisfies readonly AssetName[];

export function folderOfAsset(name: string): string {
  return join(packageFolder(), FOLDERS[name] ?? 'dashboard/page');
}

/** Rejects with an UpstreamError if the package lacks one. */
export async function readAssets(names: readonly AssetName[], disk: Pick<Disk, 'read'>): Promise<PageFiles> {
  const read = names.map(async (name): Promise<[string, () => PageFile]> => {
    const path = join(folderOfAsset(name), name);
    const body = await disk.read(path);
    if (body === undefined) {
      throw new UpstreamError(say('page.missing-file', { path }), 'retry');
    }
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES];
    return [name, () => ({ type, body, seconds: SECONDS })];
  });
  return new Map(await Promise.all(read));
}
