/**
 * Examples in the packages' READMEs work, and their API pages are up to date. `packed-packages.release.ts` installs the
 * packages.
 */
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

test('each package does what its README shows', async () => {
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
  await tryExamples(folder);
});

test("the packages have the program's version and depend on each other in it", () => {
  for (const name of PACKAGES) {
    const { version, dependencies = {} } = manifest(name);
    const ours = Object.entries(dependencies).filter(([needed]) => needed.startsWith('@deckcast/'));
    expect([name, version]).toEqual([name, packageJson.version]);
    expect(ours.filter(([, wanted]) => wanted !== packageJson.version)).toEqual([]);
  }
});

test('an API page explains the types that exported declarations refer to, and those that these refer to', async () => {
  const folder = await testFolder();
  const files = {
    'index.d.ts': "export { open } from './open.ts';\n",
    'open.d.ts':
      "import type { Turns } from '@deckcast/wire-kit';\nimport { type Options } from './options.ts';\n/** Opens. */\nexport declare function open<Kind>(options: Options<Kind>): Promise<Turns>;\n",
    'options.d.ts':
      '/** How. */\nexport interface Options<Kind> {\n  readonly limits: Limits;\n}\n/** Bytes. */\ninterface Limits {\n  readonly bytes: number;\n}\nexport {};\n',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  const page = apiPage('x', { x: join(folder, 'index.d.ts') });
  expect([...page.matchAll(/^##+ (.*)$/gm)].map(([, head]) => head)).toEqual([
    '`x`',
    '`open`',
    'Types that these refer to',
    '`Limits`',
    '`Options`',
    'Types of `@deckcast/wire-kit`',
  ]);
  expect(page).toContain('Its own API page explains `Turns`.');
});

test('the API pages match the declarations (`npm run docs` writes them)', async () => {
  // `npm run check` checks their types.
  const built = await builtPackages(afterTest, ['--noCheck']);
  const index = (name: string, folder = '') => join(built, name, 'dist', folder, 'index.d.ts');
  const pages = {
    'wire-kit': {
      '@deckcast/wire-kit': index('wire-kit'),
      '@deckcast/wire-kit/ogg': index('wire-kit', 'ogg'),
      '@deckcast/wire-kit/recording': join(built, 'wire-kit', 'dist', 'recording.d.ts'),
    },
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
