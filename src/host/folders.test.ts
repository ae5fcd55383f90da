import { expect, test } from 'vitest';
import { say } from '../core/message.ts';
import { silent } from './disk/silent.ts';
import { whyNotWritten } from './folders.ts';

const fromSystem = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ['the disk is full; free some space', fromSystem('ENOSPC', 'ENOSPC: no space left on device, write')],
  [
    'the disk is not responding; reconnect the disk or network share',
    fromSystem('ETIMEDOUT', 'ETIMEDOUT: connection timed out, write'),
  ],
  ['the disk is full; free some space', fromSystem('SQLITE_FULL', 'database or disk is full')],
  [
    'it is read-only; remove the write protection of the file, its folder or its disk',
    fromSystem('SQLITE_READONLY_DIRECTORY', 'attempt to write a readonly database'),
  ],
  [
    'it cannot be opened as a database; make sure that it is a file, not a folder, and that your user account may write it and its folder',
    fromSystem('SQLITE_CANTOPEN', 'the database cannot be opened (SQLite error 14)'),
  ],
  ['too many disks do not answer', silent(say('disk.too-many'))],
  [
    'the disk reports an error (EIO); reconnect the disk or network share',
    fromSystem('EIO', 'EIO: i/o error, write'),
  ],
])('explains why a file cannot be written: %s', (words, error) => {
  expect(String(whyNotWritten(error))).toBe(words);
});
