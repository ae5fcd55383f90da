/** Queries go one at a time, and not to busy players. */

import { type LinkDevice, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Sender } from '../../../packages/prodjlink/src/sender.ts';
import { LinkDatabaseServer } from '../../../packages/simulator/src/prodjlink/link-database-server.ts';
import { LinkFileServer } from '../../../packages/simulator/src/prodjlink/link-file-server.ts';
import { databaseItems, LIBRARY_PATH } from '../../../packages/simulator/src/prodjlink/link-medium.ts';
import { keptLog } from '../../../test/support/log.ts';
import { mediumOf } from '../../../test/support/prodjlink-players.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Clock } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { type PlayerPeer, PlayerPeers } from './player-peers.ts';

const STICK = mediumOf([{ id: 1, title: 'Slow Elevator' }]);
const PLAYER: LinkDevice = {
  key: '127.0.0.1/1',
  number: 1,
  name: 'CDJ-3000',
  address: '127.0.0.1',
  mac: null,
  role: 'player',
};
const REF = { player: 1, slot: SLOT.usb, type: TRACK_TYPE.rekordbox, id: 1 };
const NEVER = new AbortController().signal;

let files: LinkFileServer;
let database: LinkDatabaseServer;
let clock: Clock;
let peers: PlayerPeers;
let sent: string[];

beforeEach(async () => {
  files = new LinkFileServer({ '/C/': STICK.files });
  database = new LinkDatabaseServer({
    answers: () => true,
    items: () => STICK.tracks.map((track) => databaseItems(track, 0))[0],
    picture: () => undefined,
  });
  sent = [];
  // Waits between retries end at once.
  clock = sleeplessClock();
  peers = new PlayerPeers({
    mayQuery: true,
    sender: new Sender(({ kind }) => sent.push(kind)),
    clock,
    log: keptLog(),
    files: { portmapPort: await files.open(), restMs: 0, clock: systemClock },
    database: { queryPort: await database.open(), clock: systemClock, notReadyMs: [] },
  });
});

afterEach(async () => {
  await peers.close();
  files.close();
  database.close();
});

function peer(): PlayerPeer {
  const found = peers.of(PLAYER);
  if (found === undefined) {
    throw new Error('it may be queried');
  }
  return found;
}

const titleIn = async ({ database: queried }: PlayerPeer) =>
  (await queried.track(PLAYER, 1, REF, () => true, NEVER))?.track.title;

const sessions = () => sent.filter((kind) => kind === 'database-set-up' || kind === 'database-goodbye');

const inSession = () => waitFor('the session', () => sent.includes('database-set-up') || undefined);

describe('a player that leaves and returns is never queried by two clients at once', () => {
  test('for files', async () => {
    const file = await peer().files.open('/C/', LIBRARY_PATH);
    files.faults.delayMs = 20;
    const reading = file.read(0, 1);
    await waitFor('the read', () => sent.includes('read-call') || undefined);
    peers.forget(PLAYER.address);
    await peer().files.open('/C/', LIBRARY_PATH);
    await reading;
    expect(files.mostInFlight).toBe(1);
  });

  test('in its database', async () => {
    database.faults.silent = true;
    const first = titleIn(peer());
    await inSession();
    peers.forget(PLAYER.address);
    const second = titleIn(peer());
    expect(await first).toBeUndefined();
    database.faults.silent = false;
    expect(await second).toBe('Slow Elevator');
    const session = ['database-set-up', 'database-goodbye'];
    expect(sessions()).toEqual([...session, ...session]);
  });
});

test('ends a database session when the player gets busy, and repeats the query later', async () => {
  database.faults.silent = true;
  const title = titleIn(peer());
  await inSession();
  peers.pauseAt(new Set([PLAYER.address]));
  await waitFor('the goodbye', () => database.goodbyes === 1 || undefined);
  database.faults.silent = false;
  expect(sessions()).toEqual(['database-set-up', 'database-goodbye']);
  peers.pauseAt(new Set());
  expect(await title).toBe('Slow Elevator');
});

test('queries a refusing database three times, with growing pauses, and again after a new medium', async () => {
  database.faults.refuse = true;
  const since = clock.monotonic();
  for (const _ of [1, 2, 3, 4]) {
    expect(await titleIn(peer())).toBeUndefined();
  }
  expect(clock.monotonic() - since).toBeGreaterThanOrEqual(3_000);
  expect(database.goodbyes).toBe(3);
  database.faults.refuse = false;
  peer().database.reset();
  expect(await titleIn(peer())).toBe('Slow Elevator');
});

test('keeps retrying a silent database of a model that answers every client', async () => {
  database.faults.notReady = 20;
  const since = clock.monotonic();
  expect(await titleIn(peer())).toBe('Slow Elevator');
  expect(clock.monotonic() - since).toBeGreaterThanOrEqual(1_000 + 2_000 + 4_000);
});

test('queries a silent database of an older player three times', async () => {
  database.faults.notReady = 20;
  const older = { ...PLAYER, name: 'CDJ-2000NXS2' };
  const ask = () => peer().database.track(older, 4, REF, () => true, NEVER);
  for (const _ of [1, 2, 3]) {
    expect(await ask()).toBeUndefined();
  }
  database.faults.notReady = 0;
  expect(await ask()).toBeUndefined();
});
