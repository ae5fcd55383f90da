import { join } from 'node:path';
import { expect, test } from 'vitest';
import { afterTest } from '../../test/support/clean-up.ts';
import { testFolder } from '../../test/support/folder.ts';
import { keptLog } from '../../test/support/log.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { waitFor } from '../../test/support/wait.ts';
import { MusicCollection } from '../hearing/collection/index.ts';
import { Room } from '../hearing/room.ts';
import { systemClock } from '../host/clock.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { startOptions } from '../operator/options.ts';
import { createHearing } from './hearing.ts';

test('hearing is in trouble, while sound arrives, for what the check-up warns of', async () => {
  const tools = { clock: systemClock, disk: nodeDisk, log: keptLog(), fetch, userAgent: 'deckcast' };
  const folder = await testFolder();
  const room = new Room({ ...tools, folder, readGrid: async () => undefined });
  const collection = new MusicCollection({ ...tools, list: async function* () {} });
  const settings = settingsOf(startOptions, { 'hear.input': ['page'] });
  const hearing = await createHearing(settings, tools, { room, collection });
  const stop = new AbortController();
  const ended = hearing.run(stop.signal);
  afterTest(async () => {
    stop.abort();
    await ended;
  });
  const followed = room.follow(() => undefined);
  afterTest(() => followed.close());
  followed.want(new Set([join(folder, 'missing.mp3')]));
  const page = hearing.openPage(() => undefined);
  page?.push(Buffer.alloc(2_000, 1));
  expect(hearing.health()).toEqual({ isHeard: true, problem: undefined });
  await waitFor('the finding', () => {
    page?.push(Buffer.alloc(200, 1));
    return hearing
      .findings()
      .find(({ severity, finding }) => severity === 'warning' && /compared/.test(String(finding)));
  });
  expect(String(hearing.health()?.problem)).toMatch(/^loaded tracks that cannot be compared/);
  page?.end();
  expect(hearing.health()).toEqual({ isHeard: false, problem: undefined });
});
