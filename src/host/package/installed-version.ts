import { join } from 'node:path';
import * as v from 'valibot';
import { jsonIn } from '../../core/json.ts';
import type { Disk } from '../../core/tools.ts';

const Description = v.object({ version: v.string() });
/** Written by `scripts/build.js`; `packageVersion` is package.json's at build time. */
const Build = v.object({ version: v.string(), packageVersion: v.string() });

/**
 * A checkout's package.json has the last release's version, its build another. Undefined if missing or
 * unreadable.
 */
export async function installedVersion(
  disk: Pick<Disk, 'read'>,
  folder: string,
): Promise<string | undefined> {
  const read = (path: string) => disk.read(join(folder, path)).catch(() => undefined);
  const description = await read('package.json');
  const version = description && jsonIn(description, Description)?.version;
  const built = await read(join('dist', 'build.json'));
  const build = built && jsonIn(built, Build);
  return build !== undefined && build.packageVersion === version ? build.version : version;
}
