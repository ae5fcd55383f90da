import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import type { HealthMessage } from '../src/web/wire/health.ts';
import { afterTest } from './support/clean-up.ts';
import { testFolder } from './support/folder.ts';
import { madeMusic, waveFile } from './support/music.ts';
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
      if (health.hearing?.problem === undefined) {
        return undefined;
      }
      const findings = JSON.stringify(await (await fetch(`${url}/api/v1/doctor`)).json());
      return [health.status, health.hearing.problem, findings.includes('no music was found')];
    });
  };
  expect(await problemWith(gone)).toEqual([
    'trouble',
    `${gone} in --hear.library cannot be searched (connect its disk, or correct the option)`,
    false,
  ]);
  expect(await problemWith(empty)).toEqual([
    'trouble',
    'no music was found in the folders of --hear.library (choose folders with your music files)',
    true,
  ]);
});

test('the health of hearing says why the library of a DJ program cannot be read, until it can be', async () => {
  const folder = await testFolder();
  const path = join(folder, 'Ada - One.wav');
  await writeFile(path, waveFile(madeMusic(1, 20)));
  await mkdir(join(folder, '.mixxx'));
  const write = (sql: string): void => {
    const database = new Database(join(folder, '.mixxx', 'mixxxdb.sqlite'));
    database.exec(`PRAGMA foreign_keys = OFF; ${sql}`);
    database.close();
  };
  write('CREATE TABLE library (id)');
  const { program, url } = await startShow(
    ['--hear.input=page', '--hear.library=mixxx', `--hear.index=${join(folder, 'index')}`],
    { env: { HOME: folder } },
  );
  afterTest(() => program.stop());
  const problem = async () =>
    ((await (await fetch(`${url}/api/v1/health`)).json()) as HealthMessage).hearing?.problem;
  expect(await waitFor('a problem', problem)).toMatch(
    /^the library of mixxx cannot be read: the database has no table library /,
  );
  write(`DROP TABLE library; ${await readFile(new URL('support/mixxx.sql', import.meta.url), 'utf8')}
    INSERT INTO track_locations VALUES (1, '${path}', 'Ada - One.wav', '${folder}', 1, 0, 0);
    INSERT INTO library (id, artist, title, location, mixxx_deleted) VALUES (1, 'Ada', 'One', 1, 0);`);
  await waitFor('no problem', async () => (await problem()) === undefined || undefined);
});
