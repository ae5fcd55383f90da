/** Player databases stand in for unreadable files. */
import { type LinkDevice, MEDIUM, PLAY_STATE, Sender, SLOT, TRACK_TYPE } from '@deckcast/prodjlink';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playingStatus } from '../../../packages/prodjlink/src/testing/booth.ts';
import { LinkDatabaseServer } from '../../../packages/simulator/src/prodjlink/link-database-server.ts';
import { databaseItems } from '../../../packages/simulator/src/prodjlink/link-medium.ts';
import { keptLog } from '../../../test/support/log.ts';
import { sleeplessClock } from '../../../test/support/sleepless-clock.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Tags } from '../../decks/index.ts';
import { systemClock } from '../../host/clock.ts';
import { Media } from './media.ts';
import { PlayerPeers } from './player-peers.ts';

const DEVICE: LinkDevice = {
  key: '127.0.0.1/1',
  number: 1,
  name: 'CDJ-3000X',
  address: '127.0.0.1',
  mac: null,
  role: 'player',
};
const REF = { player: 1, slot: SLOT.usb, type: TRACK_TYPE.rekordbox, id: 1 };
const STATUS = playingStatus({
  number: 1,
  usb: MEDIUM.mounted,
  sd: MEDIUM.empty,
  playState: PLAY_STATE.playing,
});

let database: LinkDatabaseServer;
let peers: PlayerPeers;
let media: Media;
let stop: AbortController;
let named: Tags[];
/** Our number; null until announced. */
let asNumber: number | null;

beforeEach(async () => {
  database = new LinkDatabaseServer({
    answers: () => true,
    items: (_, id) => databaseItems({ id, title: `Tide ${id}` }, 0),
    picture: () => undefined,
  });
  named = [];
  asNumber = 1;
  stop = new AbortController();
  const tools = { clock: sleeplessClock(), log: keptLog() };
  peers = new PlayerPeers({
    ...{ mayQuery: true, sender: new Sender(), ...tools },
    database: { queryPort: await database.open(), clock: systemClock },
  });
  media = new Media({ peers, databaseNumberFor: () => asNumber, signal: stop.signal, ...tools });
  media.reportTo({ named: (tags) => named.push(tags), isLoaded: () => true });
});

afterEach(async () => {
  stop.abort();
  media.close();
  await peers.close();
  database.close();
});

const title = () => waitFor('the name', () => named[0]?.title);

test('queries a track that was loaded before deckcast was announced', async () => {
  asNumber = null;
  media.status(DEVICE, STATUS, 0);
  media.describe(REF, DEVICE, true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(database.received).toEqual([]);
  asNumber = 1;
  expect(await title()).toBe('Tide 1');
});

test('queries a track again after a silence of its player', async () => {
  media.status(DEVICE, STATUS, 0);
  const { location } = media.describe(REF, DEVICE, true);
  media.status(DEVICE, STATUS, 4_000);
  media.seekAgain(REF, location, DEVICE);
  expect(await title()).toBe('Tide 1');
  expect(named[0]?.location).toBe(location);
});

test('does not query a track again after its stick left', async () => {
  media.status(DEVICE, STATUS, 0);
  const { location } = media.describe(REF, DEVICE, true);
  media.status(DEVICE, { ...STATUS, usb: MEDIUM.empty }, 200);
  media.status(DEVICE, STATUS, 400);
  media.seekAgain(REF, location, DEVICE);
  media.describe({ ...REF, id: 2 }, DEVICE, true);
  expect(await title()).toBe('Tide 2');
});

test('queries a streamed track at each load', async () => {
  const streamed = { ...REF, slot: SLOT.beatport, type: TRACK_TYPE.streaming };
  const first = media.describe(streamed, DEVICE, true);
  media.status(DEVICE, STATUS, 0);
  const second = media.describe(streamed, DEVICE, true);
  const third = media.describe(streamed, DEVICE, true);
  await waitFor('both names', () => named.length === 2 || undefined);
  expect(named.map(({ location }) => location).sort()).toEqual([second.location, third.location].sort());
  expect(first.location).not.toBe(second.location);
});

test('queries a track once the player of its stick is seen', async () => {
  const other: LinkDevice = { ...DEVICE, key: '127.0.0.2/2', address: '127.0.0.2', number: 2 };
  const seen = (device: LinkDevice, at: number) =>
    media.status(device, { ...STATUS, number: device.number }, at);
  seen(other, 0);
  const { location } = media.describe(REF, other, true);
  media.seekAgain(REF, location, other);
  seen(DEVICE, 100);
  media.seekAgain(REF, location, other);
  media.seekAgain(REF, location, other);
  expect(await title()).toBe('Tide 1');
  expect(named).toHaveLength(1);
});
