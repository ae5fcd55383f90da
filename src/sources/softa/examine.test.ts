import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { filesThere, usualFiles } from './examine.ts';

test.each(['darwin', 'linux'] as const)(
  'each file that DJ software has written is offered, on %s',
  async (platform) => {
    const home = { platform, directory: await testFolder(), env: {} };
    expect(await filesThere(home, nodeDisk)).toEqual([]);
    const files = usualFiles(home);
    for (const { path } of files) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'Ada - Low Tide\n');
    }
    const found = await filesThere(home, nodeDisk);
    expect(found.map(({ severity, finding, offers }) => [severity, finding, offers])).toEqual(
      files.map(({ program, path }) => [
        'note',
        `${program} writes what it plays into ${path}`,
        { 'softa.filename': path },
      ]),
    );
    // The name of a track is in none of them.
    expect(JSON.stringify(found)).not.toContain('Low Tide');
  },
);

test('a folder of that name is not a file', async () => {
  const home = { platform: 'linux', directory: await testFolder(), env: {} } as const;
  for (const { path } of usualFiles(home)) {
    await mkdir(path, { recursive: true });
  }
  expect(await filesThere(home, nodeDisk)).toEqual([]);
});

test('VirtualDJ is looked for in its old folder and in its new one', () => {
  const pathsOf = (platform: NodeJS.Platform, directory: string, env = {}) =>
    usualFiles({ platform, directory, env })
      .filter(({ program }) => program === 'VirtualDJ')
      .map(({ path }) => path);
  expect(pathsOf('darwin', '/Users/dj')).toEqual([
    '/Users/dj/Library/Application Support/VirtualDJ/History/tracklist.txt',
    '/Users/dj/Documents/VirtualDJ/History/tracklist.txt',
  ]);
  expect(pathsOf('win32', 'C:\\Users\\dj', { LOCALAPPDATA: 'D:\\Local' })).toEqual([
    'D:\\Local\\VirtualDJ\\History\\tracklist.txt',
    'C:\\Users\\dj\\Documents\\VirtualDJ\\History\\tracklist.txt',
  ]);
});
