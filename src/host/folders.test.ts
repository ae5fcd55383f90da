import { expect, test } from 'vitest';
import { say } from '../core/message.ts';
import { silent } from './disk/silent.ts';
import { whyNotWritten } from './folders.ts';

const fromSystem = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['the disk is full', fromSystem('ENOSPC', 'ENOSPC: no space left on device, write')],
  ['the disk is not responding', fromSystem('ETIMEDOUT', 'ETIMEDOUT: connection timed out, write')],
  ['the disk is full', fromSystem('SQLITE_FULL', 'database or disk is full')],
  ['too many disks do not answer', silent(say('disk.too-many'))],
  ['the disk reports an error (EIO)', fromSystem('EIO', 'EIO: i/o error, write')],
])('explains why a file cannot be written: %s', (words, error) => {
  expect(String(whyNotWritten(error))).toBe(words);
});
