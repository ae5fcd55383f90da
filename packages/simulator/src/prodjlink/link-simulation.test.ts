/** View of a guest on their network. */

import {
  type BeatPacket,
  DatabaseClient,
  FLAG,
  isPlaying,
  isTempoMaster,
  type LinkDevice,
  MENU_ITEM,
  PlayerFiles,
  type PlayerStatus,
  ProDjLinkNetwork,
} from '@deckcast/prodjlink';
import { RekordboxLibrary } from '@deckcast/prodjlink/library';
import { systemClock } from '@deckcast/wire-kit';
import { afterEach, expect, test } from 'vitest';
import { keptLog } from '../../../../test/support/log.ts';
import { freeLinkNetwork, LOOPBACK } from '../../../../test/support/prodjlink-players.ts';
import { waitFor } from '../../../../test/support/wait.ts';
import type { SimulatedTrack } from '../set.ts';
import { tenTracksOn } from '../sets/ten-tracks.ts';
import { databaseItems } from './link-medium.ts';
import { LINK_RIGS, type LinkDeviceSpec, type SimulatedLinkSet } from './link-set.ts';
import { LinkSimulation } from './link-simulation.ts';
import type { LinkWireNetwork } from './link-wire.ts';

const CADENCE = { keepAliveMs: 60, statusMs: 20, onAirMs: 50, startMs: 5 } as const;
const USB = 3;

let simulation: LinkSimulation;
let network: LinkWireNetwork;
let guest: ProDjLinkNetwork;
/** By player. */
let latest: Map<number, PlayerStatus>;
let every: PlayerStatus[];
let beats: BeatPacket[];
let onAir: readonly boolean[];
let stop: AbortController;
let running: Promise<unknown>;

async function start(set: SimulatedLinkSet): Promise<void> {
  network = await freeLinkNetwork();
  stop = new AbortController();
  [latest, every, beats, onAir] = [new Map(), [], [], []];
  const tools = { clock: systemClock, log: keptLog() };
  simulation = new LinkSimulation({ set, network, cadence: CADENCE, ...tools });
  guest = new ProDjLinkNetwork({
    name: 'guest',
    interface: LOOPBACK.name,
    ports: network.ports,
    listenMs: 30,
    intervalMs: 50,
    silenceMs: 1_000,
    localInterfaces: () => [LOOPBACK],
  });
  const listening = guest.run(
    {
      status: (_, status) => {
        latest.set(status.number, status);
        every.push(status);
      },
      beat: (_, beat) => beats.push(beat),
      onAir: ({ channels }) => {
        onAir = channels;
      },
    },
    stop.signal,
  );
  running = Promise.all([simulation.run(stop.signal), listening]);
}

afterEach(async () => {
  stop.abort();
  await running;
});

const track = (id: string, title: string, more: Partial<SimulatedTrack> = {}): SimulatedTrack => ({
  id,
  title,
  artist: 'Paper Lanterns',
  genre: 'House',
  seconds: 300,
  bpm: 120,
  key: 'Am',
  path: `SIM (USB 1)/Music/${id}.mp3`,
  loadSeconds: 0.05,
  ...more,
});

const setOn = (devices: readonly LinkDeviceSpec[], tracks: readonly SimulatedTrack[]): SimulatedLinkSet => ({
  name: 'test',
  waitForClient: false,
  devices,
  tracks,
  timeline: [],
});

const TWO: readonly LinkDeviceSpec[] = [
  { id: 'left', model: 'CDJ-2000nexus', player: 1 },
  { id: 'right', model: 'CDJ-3000', player: 2 },
  { id: 'mixer', model: 'DJM-900NXS2', player: 0 },
];
const LEFT = { device: 'left', deck: 1 };
const RIGHT = { device: 'right', deck: 1 };
const TRACKS = [track('one', 'Slow Elevator'), track('two', '夜のバス', { bpm: 90 })];

const isOnAir = ({ flags }: PlayerStatus): boolean => ((flags ?? 0) & FLAG.onAir) !== 0;

const statusWhere = (number: number, what: string, accept: (status: PlayerStatus) => boolean) =>
  waitFor(
    `player ${number} to be ${what}`,
    () => {
      const status = latest.get(number);
      return status !== undefined && accept(status) ? status : undefined;
    },
    () => JSON.stringify([...latest]),
  );

const devices = (count: number): Promise<readonly LinkDevice[]> =>
  waitFor(`${count} devices`, () => {
    const found = guest.status().devices;
    return found.length === count ? found : undefined;
  });

test.each(LINK_RIGS)(
  'a booth with %s has its players, numbered like the channels of its mixer',
  async (rig) => {
    await start(tenTracksOn(rig));
    const players = rig === 'all-in-one' ? 2 : Number(rig);
    const found = await devices(players + 1);
    const numbers = found.filter(({ role }) => role === 'player').map(({ number }) => number);
    expect(numbers.sort()).toEqual(Array.from({ length: players }, (_, index) => index + 1));
    expect(found.filter(({ role }) => role === 'mixer')).toMatchObject([{ number: 33 }]);
    expect(new Set(found.map(({ address }) => address)).size).toBe(rig === 'all-in-one' ? 1 : players + 1);
    await statusWhere(1, 'heard', () => true);
    await waitFor('open channels', () => onAir.length === (rig === '6' ? 6 : 4) || undefined);
  },
);

test('a load keeps the tempo of the track before for a while, and a play sends beats', async () => {
  await start(setOn(TWO, TRACKS));
  await statusWhere(1, 'empty', ({ trackId }) => trackId === 0);
  await simulation.perform({ do: 'load', deck: LEFT, track: 'one', as: 'rekordbox' });
  await statusWhere(1, 'loaded', ({ bpm }) => bpm === 120);
  await simulation.perform({ do: 'load', deck: LEFT, track: 'two', as: 'rekordbox' });
  await simulation.perform({ do: 'play', deck: LEFT });
  await statusWhere(1, 'playing', isPlaying);
  const loading = every.filter(({ trackId, playState }) => trackId === 2 && playState === 2);
  expect(new Set(loading.map(({ bpm }) => bpm))).toEqual(new Set([120]));
  expect(latest.get(1)).toMatchObject({ sourcePlayer: 1, slot: USB, trackId: 2, bpm: 90 });
  await waitFor('a beat', () => beats.find(({ number, bpm }) => number === 1 && bpm === 90));
});

test('a fade opens one channel and closes the other, and the tempo master changes', async () => {
  await start(setOn(TWO, TRACKS));
  await statusWhere(2, 'heard', () => true);
  await simulation.perform({ do: 'load', deck: LEFT, track: 'one', as: 'rekordbox' });
  await simulation.perform({ do: 'fader', deck: LEFT, level: 1, over: 0 });
  await simulation.perform({ do: 'play', deck: LEFT });
  await statusWhere(1, 'master', (status) => isTempoMaster(status) && isOnAir(status));
  await simulation.perform({ do: 'fade', from: LEFT, to: RIGHT, over: 0.05 });
  await waitFor('the other channel alone', () => (onAir[1] === true && onAir[0] === false) || undefined);
  await statusWhere(2, 'master', (status) => isTempoMaster(status) && isOnAir(status));
  await statusWhere(1, 'closed', (status) => !isTempoMaster(status) && !isOnAir(status));
});

test('a stick holds the names and a picture of each track, in files and in the database', async () => {
  await start(setOn(TWO, [...TRACKS, track('none', '', { artist: '', key: '' })]));
  await statusWhere(1, 'heard', ({ usb }) => usb === 0);
  const address = network.addressOf(0);
  const files = new PlayerFiles({ address, portmapPort: network.portmapPort, restMs: 0 });
  const library = await RekordboxLibrary.open(await files.open('/C/', 'PIONEER/rekordbox/export.pdb'));
  await library.index();
  const named = await library.track(2);
  expect(named).toMatchObject({ title: '夜のバス', artist: 'Paper Lanterns', bpm: 90, fileName: 'two.mp3' });
  expect(await library.track(3)).toEqual(expect.not.objectContaining({ title: expect.anything() }));
  const picture = await files.open('/C/', named?.artworkPath ?? '');
  expect(picture.size).toBeGreaterThan(100);
  await files.close();

  const answer = { address, queryPort: network.databasePort };
  const subject = { asNumber: 2, slot: USB, trackType: 1 };
  const database = await DatabaseClient.open({ ...answer, asNumber: 2 });
  expect(await database.metadata(subject, 2)).toMatchObject({ title: '夜のバス', bpm: 90, artworkId: 2 });
  expect((await database.artwork(subject, 2))?.length).toBe(picture.size);
  await database.close();
  // A missing value is an empty item, not a missing one.
  const items = databaseItems({ id: 3, title: 'Low Tide' }, 0).map(({ type, text }) => [type, text]);
  expect(items).toContainEqual([MENU_ITEM.artist, '']);
  // A player of that generation does not answer its own number.
  await expect(DatabaseClient.open({ ...answer, asNumber: 1, answerMs: 50 })).rejects.toMatchObject({
    code: 'timeout',
  });
});

test('eject: the medium leaves in two steps, and players of its tracks are empty', async () => {
  await start(setOn(TWO, TRACKS));
  await simulation.perform({ do: 'load', deck: RIGHT, track: 'one', as: 'rekordbox' });
  await statusWhere(2, 'loaded', ({ trackId, sourcePlayer }) => trackId === 1 && sourcePlayer === 1);
  const ejected = simulation.perform({ do: 'eject', device: 'left' });
  await waitFor('player 1 to be removing it', () =>
    every.find(({ number, usb }) => number === 1 && usb === 2),
  );
  await statusWhere(2, 'empty', ({ trackId }) => trackId === 0);
  await ejected;
  await statusWhere(1, 'without it', ({ usb }) => usb === 4);
  await simulation.perform({ do: 'insert', device: 'left', slot: 'usb', tracks: ['two'] });
  await statusWhere(1, 'with another one', ({ usb }) => usb === 0);
  await simulation.perform({ do: 'load', deck: RIGHT, track: 'two', as: 'rekordbox' });
  await statusWhere(2, 'loaded by another number', ({ trackId }) => trackId === 1);
});

test('reboot: the player is silent, claims its number, and comes back empty', async () => {
  await start(setOn(TWO, TRACKS));
  await simulation.perform({ do: 'load', deck: LEFT, track: 'one', as: 'rekordbox' });
  await statusWhere(1, 'loaded', ({ trackId }) => trackId === 1);
  await simulation.perform({ do: 'reboot', device: 'left', seconds: 0.05 });
  await statusWhere(1, 'empty', ({ trackId, usb }) => trackId === 0 && usb === 0);
});

test('silence, junk, lies and bystanders do not disturb the other devices', async () => {
  await start(setOn(TWO, TRACKS));
  await devices(3);
  await statusWhere(1, 'heard', () => true);
  await simulation.perform({ do: 'silence', device: 'left' });
  await Promise.all(
    (['oversized', 'odd', 'truncated'] as const).map((how) => simulation.perform({ do: 'lie', how })),
  );
  await simulation.perform({ do: 'bystanders' });
  await simulation.perform({ do: 'offer' });
  await simulation.perform({ do: 'junk', perSecond: 2_000, seconds: 0.1 });
  await simulation.perform({ do: 'flood', perSecond: 1_000, seconds: 0.1 });
  const before = every.filter(({ number }) => number === 2).length;
  await waitFor(
    'the other player',
    () => every.filter(({ number }) => number === 2).length > before + 5 || undefined,
  );
  expect(guest.status().dropped).toBeGreaterThan(20);
  expect(guest.status().devices.filter(({ role }) => role === 'player')).toHaveLength(2);
});

test('claim: a guest whose number is claimed takes another one', async () => {
  await start(setOn(TWO, TRACKS));
  await statusWhere(1, 'heard', () => true);
  expect(guest.status().guest).toEqual({ kind: 'announced', number: 7 });
  await simulation.perform({ do: 'claim', number: 7 });
  await waitFor('another number', () => {
    const state = guest.status().guest;
    return (state.kind === 'announced' && state.number === 8) || undefined;
  });
});

test('a CDJ-3000X sends statuses of 1,152 bytes, and every second one names no track', async () => {
  await start(setOn([{ id: 'left', model: 'CDJ-3000X', player: 1 }], TRACKS));
  await simulation.perform({ do: 'load', deck: LEFT, track: 'two', as: 'rekordbox' });
  await simulation.perform({ do: 'play', deck: LEFT });
  await statusWhere(1, 'playing', isPlaying);
  const from = every.length;
  await waitFor('ten statuses', () => every.length >= from + 10 || undefined);
  const seen = every.slice(from);
  expect(new Set(seen.map(({ length, playState }) => `${length} ${playState}`))).toEqual(new Set(['1152 3']));
  const withTrack = seen.map(({ trackId, slot }) => [trackId, slot].join());
  expect(new Set(withTrack)).toEqual(new Set(['2,3', '0,0']));
  expect(withTrack.slice(1)).not.toEqual(withTrack.slice(0, -1));
});

test('an XDJ-AZ is players 1 to 4 and mixer 33 with statuses of 292 bytes, and plays from its second USB slot', async () => {
  await start(setOn([{ id: 'az', model: 'XDJ-AZ', player: 1 }], [track('one', 'Slow Elevator')]));
  await simulation.perform({ do: 'insert', device: 'az', slot: 'usb', tracks: [] });
  await simulation.perform({ do: 'insert', device: 'az', slot: 'usb2', tracks: ['one'] });
  await simulation.perform({ do: 'load', deck: { device: 'az', deck: 4 }, track: 'one', as: 'rekordbox' });
  const status = await statusWhere(4, 'loaded', ({ trackId }) => trackId !== 0);
  expect(status).toMatchObject({ length: 292, slot: 7, sourcePlayer: 1, trackId: 1 });
  await waitFor('all devices', () => guest.status().devices.length === 5 || undefined);
  expect(
    guest
      .status()
      .devices.map(({ number }) => number)
      .sort((a, b) => a - b),
  ).toEqual([1, 2, 3, 4, 33]);
});

test('a player reports the firmware that the set gives it', async () => {
  await start(setOn([{ id: 'left', model: 'CDJ-3000', player: 1, firmware: '3.30' }], TRACKS));
  await statusWhere(1, 'of firmware 3.30', ({ firmware }) => firmware === '3.30');
});
