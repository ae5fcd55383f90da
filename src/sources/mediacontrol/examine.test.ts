import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { startSessionBus } from '../../../test/support/media-player.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Disk, FileInfo } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { findBinary } from './binary.ts';
import { suggestMediaControl, suggestPlayers } from './examine.ts';

const tools = { clock: systemClock };

test('diagnosis reports a running player without its track', async () => {
  const bus = await startSessionBus(await testFolder());
  onTestFinished(() => bus.close());
  const address = bus.env.DBUS_SESSION_BUS_ADDRESS;
  expect(await suggestPlayers(address, tools)).toEqual([]);
  await bus.play('Moderat', 'A New Error');
  await bus.play('Moderat', 'Rusty Nails');
  const found = await waitFor('the players', async () => {
    const findings = await suggestPlayers(address, tools);
    return findings.length > 0 ? findings : undefined;
  });
  // Two instances of a program count as one.
  expect(found).toMatchObject([{ severity: 'note', finding: 'a media player is running: mpv' }]);
});

test('diagnosis reports nothing without a session, or if no bus answers', async () => {
  expect(await suggestPlayers(undefined, tools)).toEqual([]);
  expect(await suggestPlayers(`unix:path=${join(await testFolder(), 'nobody')}`, tools)).toEqual([]);
});

test('diagnosis reports an installed media-control', async () => {
  const folder = await testFolder();
  const there = () => suggestMediaControl('media-control', folder, { disk: nodeDisk });
  expect(await there()).toEqual([]);
  const path = join(folder, 'media-control');
  await writeFile(path, '#!/bin/sh\necho it was run >&2; exit 1\n');
  await chmod(path, 0o755);
  expect(await there()).toMatchObject([{ severity: 'note', finding: `media-control is installed: ${path}` }]);
});

const PROGRAM: FileInfo = { kind: 'file', executable: true, size: 1, modifiedMs: 0, id: '1', mark: '1' };

/** Executables are at these paths. Paths below `/share` never answer. */
function diskWith(...paths: readonly string[]): Disk {
  const stat: Disk['stat'] = (path) =>
    path.startsWith('/share/')
      ? new Promise(() => undefined)
      : Promise.resolve(paths.includes(path) ? PROGRAM : undefined);
  return { ...memoryDisk(), stat };
}

test("findBinary looks for a bare name in Homebrew's folders, then on the search path", async () => {
  const disk = diskWith('/opt/tools/media-control', '/usr/local/bin/media-control');
  expect(await findBinary('media-control', '/opt/tools', disk)).toBe('/usr/local/bin/media-control');
  expect(await findBinary('other', '/opt/tools:/bin', diskWith('/bin/other'))).toBe('/bin/other');
});

test('findBinary takes a path as it is', async () => {
  expect(await findBinary('/a/b', '/bin', diskWith('/a/b', '/bin/b'))).toBe('/a/b');
  expect(await findBinary('/a/b', '/bin', diskWith('/bin/b'))).toBeUndefined();
});

test('findBinary waits for a folder that does not answer only before later folders', async () => {
  const disk = diskWith('/bin/player');
  expect(await findBinary('player', '/bin:/share/bin', disk)).toBe('/bin/player');
});
