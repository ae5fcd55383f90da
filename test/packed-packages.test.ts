/** The packages: what their READMEs show works, and what they say of themselves is so. `packed-packages.release.ts` installs them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { builtPackages, PACKAGES } from './support/built-packages.ts';
import { NODE_SCRIPT } from './support/bundle-options.js';
import { afterTest } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { apiPage } from './support/package-api.ts';
import { EXAMPLES, example, tryExamples } from './support/package-examples.ts';

const manifest = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'));

test('each does what its README shows', async () => {
  const folder = await testFolder();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of EXAMPLES) {
    await build({
      ...NODE_SCRIPT,
      absWorkingDir: ROOT,
      stdin: { contents: example(name), resolveDir: ROOT },
      outfile: join(folder, `${name}.js`),
    });
  }
  tryExamples(folder);
});

test('the packages have the version of the program, and need each other in it', () => {
  for (const name of PACKAGES) {
    const { version, dependencies = {} } = manifest(name);
    const ours = Object.entries(dependencies).filter(([needed]) => needed.startsWith('@deckcast/'));
    expect([name, version]).toEqual([name, packageJson.version]);
    expect(ours.filter(([, wanted]) => wanted !== packageJson.version)).toEqual([]);
  }
});

test('the API pages of the packages say what their declarations say (`npm run docs` writes them)', async () => {
  // `npm run check` has looked at their types.
  const built = await builtPackages(afterTest, ['--noCheck']);
  const index = (name: string, folder = '') => join(built, name, 'dist', folder, 'index.d.ts');
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
