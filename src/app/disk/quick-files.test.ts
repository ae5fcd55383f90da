import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { filePath, secret } from '../../config/kinds.ts';
import { quickFiles } from './quick-files.ts';

test('settings wait a second for a disk that does not answer, once for each folder', async () => {
  const clock = fakeClock();
  const never = () => new Promise<never>(() => undefined);
  const files = quickFiles({ ...memoryDisk(), stat: never, read: never }, clock);
  const path = filePath.parse('/mnt/gone/history.txt', files);
  await clock.advance(1_000);
  expect(await path).toEqual({ ok: true, value: '/mnt/gone/history.txt' });
  expect(await secret.parse('@/mnt/gone/token', files)).toEqual({
    ok: false,
    problem: 'cannot read the value from its file: /mnt/gone does not answer',
  });
  expect(clock.waiting).toBe(0);
});
