import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPackages } from './support/built-packages.ts';
import { ROOT } from './support/files.ts';
import { apiPage } from './support/package-api.ts';

test('the API pages of the packages say what their declarations say (`npm run docs` writes them)', async () => {
  const built = await builtPackages();
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
