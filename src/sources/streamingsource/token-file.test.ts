import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { originOf, readTokenFile, writeTokenFile } from './token-file.ts';

test('the file comes back as it was written, and only the user can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'token-'));
  try {
    const path = join(folder, 'not', 'there', 'streaming-token.json');
    const token = {
      refreshToken: 'secret',
      authorizedAt: Date.UTC(2026, 10, 21),
      origin: originOf('secret'),
    };
    await writeTokenFile(path, token, nodeDisk);
    expect(await readTokenFile(path, nodeDisk)).toEqual(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'not', 'there'))).toEqual(['streaming-token.json']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the origin does not contain the token', () => {
  expect(originOf('secret')).not.toContain('secret');
  expect(originOf('secret')).toBe(originOf('secret'));
  expect(originOf('secret')).not.toBe(originOf('other'));
});
