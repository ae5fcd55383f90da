import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { suggestFiles, textFileFinding, usualFiles } from './examine.ts';

test('suggestFiles offers each existing file of DJ software', async () => {
  const home = { platform: 'darwin', directory: await testFolder(), env: {} } as const;
  expect(await suggestFiles(home, nodeDisk)).toEqual([]);
  const files = usualFiles(home);
  for (const { path } of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'Ada - Low Tide\n');
  }
  const found = await suggestFiles(home, nodeDisk);
  expect(found.map(({ severity, finding, offers }) => [severity, finding, offers])).toEqual(
    files.map(({ program, path }) => [
      'note',
      `${program} writes its tracks to ${path}`,
      { 'softa.filename': path },
    ]),
  );
  // The findings name no track.
  expect(JSON.stringify(found)).not.toContain('Low Tide');
});

test('suggestFiles ignores a folder with the name of a file', async () => {
  const home = { platform: 'linux', directory: await testFolder(), env: {} } as const;
  for (const { path } of usualFiles(home)) {
    await mkdir(path, { recursive: true });
  }
  expect(await suggestFiles(home, nodeDisk)).toEqual([]);
});

test('suggestFiles looks for VirtualDJ in its old and its new folder on Windows', () => {
  const home = { platform: 'win32', directory: 'C:\\Users\\dj', env: { LOCALAPPDATA: 'D:\\Local' } } as const;
  const paths = usualFiles(home).flatMap(({ program, path }) => (program === 'VirtualDJ' ? [path] : []));
  expect(paths).toEqual([
    'D:\\Local\\VirtualDJ\\History\\tracklist.txt',
    'C:\\Users\\dj\\Documents\\VirtualDJ\\History\\tracklist.txt',
  ]);
});

test('textFileFinding reports a file of an unknown format', async () => {
  const path = join(await testFolder(), 'now.rtf');
  const found = () => textFileFinding({ 'softa.filename': path, 'softa.encoding': 'auto' }, nodeDisk);
  await writeFile(path, 'one line\nand another\n');
  expect(await found()).toMatchObject({
    severity: 'fault',
    finding: expect.stringContaining(`format of ${path}`),
    todo: expect.stringContaining('choose the file that your DJ software writes'),
  });
  await writeFile(path, 'Ada - Low Tide\n');
  expect(await found()).toMatchObject({ severity: 'ok' });
});
