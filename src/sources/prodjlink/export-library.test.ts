/** How often a library is asked for that cannot be read. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptLog } from '../../../test/support/log.ts';
import { mediumOf } from '../../../test/support/prodjlink-players.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { PlayerFiles } from '../../prodjlink/index.ts';
import { LinkFileServer } from '../../simulator/prodjlink/link-file-server.ts';
import { ExportLibrary } from './export-library.ts';
import { ReadingPause } from './reading-pause.ts';

const STICK = mediumOf([{ id: 1, title: 'Slow Elevator' }]);

let server: LinkFileServer;
let files: PlayerFiles;
let library: ExportLibrary;

beforeEach(async () => {
  server = new LinkFileServer({ '/C/': STICK.files });
  files = new PlayerFiles({
    address: '127.0.0.1',
    portmapPort: await server.open(),
    restMs: 0,
    answerMs: 20,
    attempts: 1,
  });
});

afterEach(async () => {
  library.close();
  await files.close();
  server.close();
});

function read(isOnlyWay: boolean): void {
  library = new ExportLibrary({
    files,
    pause: new ReadingPause(),
    exported: '/C/',
    name: 'USB of player 1',
    isOnlyWay,
    // Minutes between two attempts are over at once.
    clock: sleeplessClock(),
    log: keptLog(),
    onStale: () => undefined,
    signal: new AbortController().signal,
  });
}

const isAsked = (times: number) =>
  waitFor(`question ${times}`, () => server.calls.length >= times || undefined);

test('a player that answers nothing for a long time, and then does, has its names', async () => {
  server.faults.silent = true;
  read(true);
  await isAsked(8);
  server.faults.silent = false;
  expect(await library.track(1)).toMatchObject({ title: 'Slow Elevator' });
});

test('where its database could be asked instead, it is left alone after four failures', async () => {
  server.faults.silent = true;
  read(false);
  expect(await library.track(1)).toBeUndefined();
  expect(server.calls).toHaveLength(4);
});

test('a player that lets nobody read is asked once', async () => {
  server.faults.refuse = true;
  read(true);
  expect(await library.track(1)).toBeUndefined();
  expect(server.calls.filter((call) => call === 'mount')).toHaveLength(1);
});

test('a medium without a library is looked at four times, while its player may still begin to use it', async () => {
  server.close();
  server = new LinkFileServer({ '/C/': {} });
  await files.close();
  files = new PlayerFiles({ address: '127.0.0.1', portmapPort: await server.open(), restMs: 0 });
  read(true);
  expect(await library.track(1)).toBeUndefined();
  expect(server.calls.filter((call) => call === 'mount').length).toBeLessThanOrEqual(4);
  expect(library.state).toBe('it has no rekordbox library');
});
