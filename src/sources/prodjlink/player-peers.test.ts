/** A player that leaves and comes back, or takes another number, is never queried by two clients at once. */

import { type LinkDevice, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sender } from '../../../packages/prodjlink/src/sender.ts';
import { LinkDatabaseServer } from '../../../packages/simulator/src/prodjlink/link-database-server.ts';
import { LinkFileServer } from '../../../packages/simulator/src/prodjlink/link-file-server.ts';
import { databaseItems, LIBRARY_PATH } from '../../../packages/simulator/src/prodjlink/link-medium.ts';
import { keptLog } from '../../../test/support/log.ts';
import { mediumOf } from '../../../test/support/prodjlink-players.ts';
import { waitFor } from '../../../test/support/wait.ts';
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
  peers = new PlayerPeers({
    mayQuery: true,
    sender: new Sender(({ kind }) => sent.push(kind)),
    clock: systemClock,
    log: keptLog(),
    files: { portmapPort: await files.open(), restMs: 0 },
    database: { queryPort: await database.open() },
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

test('its files', async () => {
  const file = await peer().files.open('/C/', LIBRARY_PATH);
  files.faults.delayMs = 20;
  const reading = file.read(0, 1);
  await waitFor('the read', () => sent.includes('read-call') || undefined);
  peers.forget(PLAYER.address);
  await peer().files.open('/C/', LIBRARY_PATH);
  await reading;
  expect(files.mostInFlight).toBe(1);
});

test('its database', async () => {
  database.faults.silent = true;
  const first = peer().database.track(PLAYER, 1, REF, () => true, NEVER);
  await waitFor('the session', () => sent.includes('database-set-up') || undefined);
  peers.forget(PLAYER.address);
  const second = peer().database.track(PLAYER, 1, REF, () => true, NEVER);
  expect(await first).toBeUndefined();
  database.faults.silent = false;
  expect((await second)?.track.title).toBe('Slow Elevator');
  const sessions = sent.filter((kind) => kind === 'database-set-up' || kind === 'database-goodbye');
  expect(sessions).toEqual(['database-set-up', 'database-goodbye', 'database-set-up', 'database-goodbye']);
});
