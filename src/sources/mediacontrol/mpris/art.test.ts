import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../../../test/support/folder.ts';
import { httpPeer } from '../../../../test/support/http-peer.ts';
import { systemClock } from '../../../host/clock.ts';
import { nodeDisk } from '../../../host/disk/node-disk.js';
import { artAt } from './art.ts';

const tools = { clock: systemClock, disk: nodeDisk, fetch, userAgent: 'deckcast/test' };
const picture = Buffer.from('a picture');
const signal = new AbortController().signal;

test('artAt reads pictures from files, data addresses and the web', async () => {
  const path = join(await testFolder(), 'my cover.png');
  await writeFile(path, picture);
  const { url } = await httpPeer(() => ({ body: picture }));
  for (const address of [
    pathToFileURL(path).href,
    `data:image/png;base64,${picture.toString('base64')}`,
    url,
  ]) {
    expect(await artAt(address, tools)?.(signal)).toEqual(picture);
  }
});

test.each(['file:///nowhere/cover.png', 'file:///dev/zero'])(
  'artAt rejects or ignores %s',
  async (address) => {
    expect(await artAt(address, tools)?.(signal)).toBeUndefined();
  },
);

test.each(['', 'cover.png', 'data:image/png,plain', 'ftp://host/cover.png'])(
  'artAt returns undefined for %j',
  (address) => {
    expect(artAt(address, tools)).toBeUndefined();
  },
);
