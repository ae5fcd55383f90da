import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { isStale } from './support/built.ts';
import { testFolder } from './support/folder.ts';

let made: string;
let from: string;
const earlier = (path: string): Promise<void> => utimes(path, 1_000, 1_000);

/** A build that is newer than its sources. */
beforeEach(async () => {
  const folder = await testFolder();
  made = join(folder, 'made');
  from = join(folder, 'from');
  await mkdir(join(from, 'deep'), { recursive: true });
  await writeFile(join(from, 'deep', 'source'), '');
  await writeFile(made, '');
  for (const path of [join(from, 'deep', 'source'), join(from, 'deep'), from]) {
    await earlier(path);
  }
});

test('a build that is newer than its sources is reused', () => {
  expect(isStale(made, [from])).toBe(false);
});

test.each<[string, () => Promise<void>]>([
  ['a source was changed', () => utimes(join(from, 'deep', 'source'), 2e9, 2e9)],
  ['a source was added', () => writeFile(join(from, 'deep', 'another'), '').then(() => earlier(made))],
  ['a source was removed', () => rm(join(from, 'deep', 'source')).then(() => earlier(made))],
  ['it was never made', () => rm(made)],
])('a build is repeated when %s', async (_, change) => {
  await change();
  expect(isStale(made, [from])).toBe(true);
});
