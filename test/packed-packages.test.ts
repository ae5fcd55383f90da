/** The packages as others get them: packed, installed into an empty folder without a network, tried by their READMEs, and described. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { builtPackages, PACKAGES } from './support/built-packages.ts';
import { shared } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { FULL_LENGTH } from './support/full-length.ts';
import { tool } from './support/judge.ts';
import { apiPage } from './support/package-api.ts';
import { PATIENCE_MS } from './support/wait.ts';

const built = shared(builtPackages);

const manifest = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));

/** What the examples print: what the first track of the set says. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  stagelinq: /^prime4 plays Slow Elevator\n$/,
  prodjlink: /^player \d plays Slow Elevator\n$/,
  'wire-kit': /^127\.0\.0\.1 reaches all of 127\.255\.255\.255\n$/,
};

/** The example of a package's README. */
function example(name: string): string {
  const [, code = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')) ?? [];
  return code;
}

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
  // They are built; in full length each builds itself once more, as where it is published.
  pack(
    PACKAGES.map((name) => join(built(), name)),
    ...(FULL_LENGTH ? [] : ['--ignore-scripts']),
  );
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
    for (const [name, printed] of Object.entries(PRINTED)) {
      writeFileSync(join(folder, `${name}.js`), example(name));
      // In a network of its own: the examples take the ports that hardware takes.
      const said = execFileSync(
        'unshare',
        [
          '--net',
          'sh',
          '-c',
          `${tool('ip')} link set lo up && exec "$0" "$1"`,
          process.execPath,
          `${name}.js`,
        ],
        { cwd: folder, encoding: 'utf8', timeout: PATIENCE_MS },
      );
      expect(said).toMatch(printed);
    }
    const files = Object.keys(PRINTED).map((name) => `${name}.js`);
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

test('the packages have the version of the program, and need each other in it', () => {
  for (const name of PACKAGES) {
    const { version, dependencies = {} } = manifest(name);
    const ours = Object.entries(dependencies).filter(([needed]) => needed.startsWith('@deckcast/'));
    expect([name, version]).toEqual([name, packageJson.version]);
    expect(ours.filter(([, wanted]) => wanted !== packageJson.version)).toEqual([]);
  }
});

test('the API pages of the packages say what their declarations say (`npm run docs` writes them)', async () => {
  const index = (name: string, folder = '') => join(built(), name, 'dist', folder, 'index.d.ts');
  const pages = {
    'wire-kit': { '@deckcast/wire-kit': index('wire-kit') },
    stagelinq: { '@deckcast/stagelinq': index('stagelinq') },
    prodjlink: {
      '@deckcast/prodjlink': index('prodjlink'),
      '@deckcast/prodjlink/library': index('prodjlink', 'library'),
    },
  };
  for (const [name, doors] of Object.entries(pages)) {
    await expect(apiPage(`@deckcast/${name}`, doors)).toMatchFileSnapshot(
      join(ROOT, 'packages', name, 'API.md'),
    );
  }
});
