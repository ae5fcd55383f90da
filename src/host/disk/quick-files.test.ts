import { expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { filePath, secret } from '../../settings/kinds.ts';
import { quickFiles } from './quick-files.ts';

/** Answers after `ms` milliseconds, or fails after the nine seconds of any disk. */
function slowFiles(ms: number) {
  const clock = fakeClock();
  const timing = { ms };
  let tried = 0;
  const answer = async <Found>(found: Found): Promise<Found> => {
    tried += 1;
    await clock.sleep(Math.min(timing.ms, 9_000));
    if (timing.ms > 9_000) {
      throw Object.assign(new Error('the disk is not responding'), { code: 'ETIMEDOUT' });
    }
    return found;
  };
  const disk = {
    ...memoryDisk(),
    stat: () => answer(undefined),
    read: () => answer(Buffer.from('hush\n')),
  };
  return { clock, timing, tried: () => tried, files: quickFiles(disk, clock) };
}

test('checks of paths wait one second, once per folder', async () => {
  const { clock, files, tried } = slowFiles(60_000);
  const paths = ['/mnt/gone/history.txt', '/mnt/gone/set.cue'];
  const first = filePath.parse(paths[0] ?? '', files);
  await clock.advance(1_000);
  expect([await first, await filePath.parse(paths[1] ?? '', files)]).toEqual(
    paths.map((value) => ({ ok: true, value })),
  );
  expect(tried()).toBe(1);
  await clock.advance(8_000);
  expect(clock.waiting).toBe(0);
});

test('values in files are waited for, because a starting computer may be slow', async () => {
  const { clock, files } = slowFiles(5_000);
  const looked = filePath.parse('/home/ada/history.txt', files);
  await clock.advance(1_000);
  await looked;
  const parsed = secret.parse('@/home/ada/token', files);
  await clock.advance(5_000);
  const result = await parsed;
  expect(result.ok && result.value.reveal()).toBe('hush');
});

test('reports a slow disk once per folder, and retries later', async () => {
  const { clock, files, tried, timing } = slowFiles(60_000);
  const first = secret.parse('@/mnt/gone/token', files);
  await clock.advance(9_000);
  const gone = {
    ok: false,
    problem: 'cannot read the value from its file: /mnt/gone: the disk is not responding',
  };
  expect([await first, await secret.parse('@/mnt/gone/secret', files)]).toEqual([gone, gone]);
  expect(tried()).toBe(1);
  timing.ms = 0;
  await clock.advance(10_000);
  const again = secret.parse('@/mnt/gone/token', files);
  await clock.advance(0);
  expect((await again).ok).toBe(true);
});
