import { expect, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import type { Disk, FileInfo } from '../../core/tools.ts';
import { findBinary } from './binary.ts';

const PROGRAM: FileInfo = { kind: 'file', executable: true, size: 1, modifiedMs: 0, id: '1', mark: '1' };

/** Executables at these paths; whatever is below `/share` gets no answer. */
function diskWith(...paths: readonly string[]): Disk {
  const stat: Disk['stat'] = (path) =>
    path.startsWith('/share/')
      ? new Promise(() => undefined)
      : Promise.resolve(paths.includes(path) ? PROGRAM : undefined);
  return { ...memoryDisk(), stat };
}

test('a bare name is searched where Homebrew installs, then on the search path', async () => {
  const disk = diskWith('/opt/tools/media-control', '/usr/local/bin/media-control');
  expect(await findBinary('media-control', '/opt/tools', disk)).toBe('/usr/local/bin/media-control');
  expect(await findBinary('other', '/opt/tools:/bin', diskWith('/bin/other'))).toBe('/bin/other');
});

test('a path is taken as it is', async () => {
  expect(await findBinary('/a/b', '/bin', diskWith('/a/b', '/bin/b'))).toBe('/a/b');
  expect(await findBinary('/a/b', '/bin', diskWith('/bin/b'))).toBeUndefined();
});

test('a folder that does not answer holds up only what comes after it', async () => {
  const disk = diskWith('/bin/player');
  expect(await findBinary('player', '/bin:/share/bin', disk)).toBe('/bin/player');
});
