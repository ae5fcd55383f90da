/** Shows the packages' real dependencies. */
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Later } from './clean-up.ts';
import { ROOT } from './files.ts';

export const PACKAGES = readdirSync(join(ROOT, 'packages'));

/** `flags`: for the compiler. */
export async function builtPackages(later: Later, flags: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-packages-'));
  later(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['packages', 'tsconfig.base.json', 'tsconfig.package.json']) {
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !['dist', 'node_modules'].includes(basename(path)),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const projects = PACKAGES.map((name) => join('packages', name, 'tsconfig.build.json'));
  execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-b', ...flags, ...projects], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return join(folder, 'packages');
}
