import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { addressWithCode, storeOpenKey } from './open-key.ts';

test('a key that cannot be read is refused with the reason, and what may help', async () => {
  const folder = await testFolder();
  const environment = { platform: 'linux', env: {}, configDir: folder } as const;
  const open = () => addressWithCode(9090, '/setup/', { environment, disk: nodeDisk, now: 0 });
  await expect(open()).rejects.toThrow(/key cannot be read \(.*open-9090.json: .+\): .* restart deckcast$/);
  await storeOpenKey({ url: 'http://127.0.0.1:9090/', key: '00' }, { environment, disk: nodeDisk });
  expect(await open()).toMatch(/^http:\/\/127.0.0.1:9090\/setup\/#configure=./);
  await writeFile(join(folder, 'cache', 'open-9090.json'), '{');
  await expect(open()).rejects.toThrow('open-9090.json: damaged)');
});
