import { join } from 'node:path';
import { UpstreamError } from '../../core/errors.ts';
import type { Disk } from '../../core/tools.ts';
import { packageFolder } from '../../host/package/package-folder.ts';
import type { PageFile, PageFiles } from './files.ts';

const TYPES = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
const SECONDS = 300;

type AssetName = `${string}.${keyof typeof TYPES}`;

export const PAGE_ASSETS = [
  'page.css',
  'sure.js',
  'page.js',
  'icon.svg',
] as const satisfies readonly AssetName[];
export const STAGES_ASSETS = [
  'page.css',
  'stages.css',
  'sure.js',
  'stages.js',
  'icon.svg',
] as const satisfies readonly AssetName[];

/** Rejects with an UpstreamError if one is missing from the package. */
export async function readAssets(names: readonly AssetName[], disk: Pick<Disk, 'read'>): Promise<PageFiles> {
  const folder = join(packageFolder(), 'dashboard', 'page');
  const read = names.map(async (name): Promise<[string, () => PageFile]> => {
    const path = join(folder, name);
    const body = await disk.read(path);
    if (body === undefined) {
      throw new UpstreamError(`${path} is missing from the package: install deckcast again`, 'retry');
    }
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1) as keyof typeof TYPES];
    return [name, () => ({ type, body, seconds: SECONDS })];
  });
  return new Map(await Promise.all(read));
}
