/** The packages as others get them: packed, installed into an empty folder without a network, and tried by their READMEs. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPackages, PACKAGES } from './support/built-packages.ts';
import { shared } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { EXAMPLES, example, tryExamples } from './support/package-examples.ts';
import { PATIENCE_MS } from './support/wait.ts';

const built = shared((later) => builtPackages(later));

/** All packages, packed and installed. Returns the folder. */
async function installed(): Promise<string> {
  const folder = await testFolder();
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  const env = { ...process.env, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') };
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
  const pack = (folders: readonly string[], ...options: readonly string[]) =>
    npm('pack', ...folders, '--pack-destination', packed, ...options);
  // Each builds itself once more, as where it is published.
  pack(PACKAGES.map((name) => join(built(), name)));
  // What they need of others comes from there, too.
  pack([join(ROOT, 'node_modules', 'valibot')], '--ignore-scripts');
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm('install', ...readdirSync(packed).map((file) => `./packed/${file}`));
  return folder;
}

test(
  'packed and installed without a network, each does what its README shows, with types',
  async () => {
    const folder = await installed();
    for (const name of EXAMPLES) {
      writeFileSync(join(folder, `${name}.js`), example(name));
    }
    tryExamples(folder);
    const files = EXAMPLES.map((name) => `${name}.js`);
    const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
    const checked = ['--noEmit', '--checkJs', '--strict', '--noImplicitAny', 'false', '--module', 'nodenext'];
    execFileSync(
      join(ROOT, 'node_modules', '.bin', 'tsc'),
      [...checked, '--target', 'es2023', ...types, ...files],
      {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const shipped = PACKAGES.flatMap((name) =>
      readdirSync(join(folder, 'node_modules', '@deckcast', name), { recursive: true }).map(
        (path) => `${name}/${path}`,
      ),
    );
    expect(shipped.filter((path) => /\.test\.|\/testing|tsbuildinfo|\/src\//.test(path))).toEqual([]);
  },
  3 * PATIENCE_MS,
);
