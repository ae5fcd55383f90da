import { expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { examineAuthorization } from './examine.ts';
import { writeTokenFile } from './token-file.ts';

const PATH = '/config/token.json';

test('without a token, the set-up is what is missing', async () => {
  const disk = memoryDisk();
  expect(await examineAuthorization(false, PATH, disk)).toMatchObject({
    severity: 'fault',
    todo: expect.stringContaining('the set-up page'),
  });
  expect(disk.files.size).toBe(0);
});

test('a token that was given or stored is enough, and is never shown', async () => {
  const disk = memoryDisk();
  expect(await examineAuthorization(true, PATH, disk)).toMatchObject({ severity: 'ok' });
  await writeTokenFile(PATH, { refreshToken: 's3cret', authorizedAt: 0, origin: '' }, disk);
  const finding = await examineAuthorization(false, PATH, disk);
  expect(finding).toMatchObject({ severity: 'ok' });
  expect(JSON.stringify(finding)).not.toContain('s3cret');
});
