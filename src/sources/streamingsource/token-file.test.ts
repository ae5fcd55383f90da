import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { examineAuthorization } from './examine.ts';
import { originOf, readTokenFile, writeTokenFile } from './token-file.ts';

const PATH = '/config/token.json';

test('readTokenFile returns the written token, and only the user can read the file', async () => {
  const folder = join(await testFolder(), 'not', 'there');
  const path = join(folder, 'streaming-token.json');
  const token = { refreshToken: 'secret', authorizedAt: 7, origin: originOf('secret') };
  await writeTokenFile(path, token, nodeDisk);
  expect(await readTokenFile(path, nodeDisk)).toEqual(token);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['streaming-token.json']);
});

test('originOf does not contain the token', () => {
  expect(originOf('secret')).not.toContain('secret');
  expect(originOf('secret')).toBe(originOf('secret'));
  expect(originOf('secret')).not.toBe(originOf('other'));
});

test('examineAuthorization asks for the set-up if there is no token', async () => {
  const disk = memoryDisk();
  expect(await examineAuthorization(false, PATH, disk)).toMatchObject({
    severity: 'fault',
    todo: expect.stringContaining('the set-up page'),
  });
  expect(disk.files.size).toBe(0);
});

test('examineAuthorization accepts a given or stored token, and never shows it', async () => {
  const disk = memoryDisk();
  expect(await examineAuthorization(true, PATH, disk)).toMatchObject({ severity: 'ok' });
  await writeTokenFile(PATH, { refreshToken: 's3cret', authorizedAt: 0, origin: '' }, disk);
  const finding = await examineAuthorization(false, PATH, disk);
  expect(finding).toMatchObject({ severity: 'ok' });
  expect(JSON.stringify(finding)).not.toContain('s3cret');
});
