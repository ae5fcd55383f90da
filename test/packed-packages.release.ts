/** The packages as users get them: packed, installed offline into an empty folder, and tried with their READMEs. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIBRARIES, packLibraries } from '../scripts/package/sources.js';
import { buildVersion } from '../scripts/version.js';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { EXAMPLES, example, tryExamples } from './support/package-examples.ts';
import { PATIENCE_MS } from './support/wait.ts';

const VERSION = buildVersion(ROOT);

/** Foreign packages that the libraries need, taken from this installation because there is no network. */
const NEEDED = ['@types/node', 'undici-types', 'valibot'];

/** Installs only the libraries, as a release packs them. Returns the folder. */
async function installed(): Promise<string> {
  const folder = await testFolder();
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  packLibraries(packed, VERSION);
  const env = { ...process.env, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') };
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', [...args, '--loglevel=error', '--no-audit', '--no-fund'], { cwd: folder, env });
  const others = NEEDED.map((name) => join(ROOT, 'node_modules', name));
  npm('pack', ...others, '--pack-destination', packed, '--ignore-scripts');
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
    await tryExamples(folder);
    const files = EXAMPLES.map((name) => `${name}.js`);
    const types = ['--types', 'node'];
    const checked = ['--noEmit', '--checkJs', '--strict', '--noImplicitAny', 'false', '--module', 'nodenext'];
    execFileSync(
      join(ROOT, 'node_modules', '.bin', 'tsc'),
      [...checked, '--target', 'es2023', ...types, ...files],
      {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    for (const name of LIBRARIES) {
      const place = join(folder, 'node_modules', '@deckcast', name);
      const shipped = readdirSync(place, { recursive: true, encoding: 'utf8' });
      expect(shipped.filter((path) => /\.test\.|testing|tsbuildinfo|^src/.test(path))).toEqual([]);
      const described = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
      expect(described).toMatchObject({ version: VERSION });
      expect(Object.keys(described)).not.toEqual(expect.arrayContaining(['scripts']));
      for (const page of shipped.filter((path) => path.endsWith('.md'))) {
        expect([
          name,
          page,
          linksIn(join(place, page)).filter((path) => !existsSync(join(place, path))),
        ]).toEqual([name, page, []]);
      }
    }
  },
  3 * PATIENCE_MS,
);

function linksIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
}
