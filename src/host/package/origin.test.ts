import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../test/support/files.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { originOf } from './origin.ts';

test('returns the package that this copy came from', async () => {
  const folder = await testFolder();
  const described = (more: object) =>
    writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'deckcast', ...more }));

  await described({ packagedAs: 'the archive for Linux x64' });
  expect(originOf(folder).name).toBe('the archive for Linux x64');
  await described({});
  expect(originOf(folder)).toEqual({ name: 'the npm package', update: 'npm install -g deckcast@latest' });
  await mkdir(join(folder, 'src'));
  expect(originOf(folder).name).toBe('its source code');
  expect(originOf()).toEqual(originOf(ROOT));
});
