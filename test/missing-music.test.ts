import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HealthMessage } from '../src/web/wire/health.ts';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { startShow } from './support/show.ts';
import { waitFor } from './support/wait.ts';

test('the health of hearing names a folder of music that is missing, and says that an empty one has no music', async () => {
  const folder = await testFolder();
  const [gone, empty] = [join(folder, 'gone'), join(folder, 'empty')];
  await mkdir(empty);
  const problemWith = async (library: string): Promise<unknown> => {
    const { program, url } = await startShow([
      '--hear.input=page',
      `--hear.library=${library}`,
      `--hear.index=${join(folder, 'index')}`,
    ]);
    afterTest(() => program.stop());
    return waitFor('a problem', async () => {
      const health = (await (await fetch(`${url}/api/v1/health`)).json()) as HealthMessage;
      return health.hearing?.problem && [health.status, health.hearing.problem];
    });
  };
  expect(await problemWith(gone)).toEqual([
    'trouble',
    `${gone} in --hear.library cannot be searched (connect its disk, or correct the option)`,
  ]);
  expect(await problemWith(empty)).toEqual([
    'trouble',
    'no music was found in the folders of --hear.library (choose folders with your music files)',
  ]);
});
