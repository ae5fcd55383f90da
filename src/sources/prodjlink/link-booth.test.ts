/** Players and a mixer without a network, with a fake clock. */

import {
  type BeatPacket,
  type LinkDevice,
  MEDIUM,
  PLAY_STATE,
  type PlayerStatus,
  Sender,
} from '@deckcast/prodjlink';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playingStatus } from '../../../packages/prodjlink/src/testing/booth.ts';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { type SourceNotes, sourceNotes } from '../../../test/support/source.ts';
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { BeatBoard, DeckTable } from '../../decks/index.ts';
import { LinkBooth } from './link-booth.ts';
import { Media } from './media.ts';
import { proDjLinkOptions } from './options.ts';
import { PlayerPeers } from './player-peers.ts';

const MIXER = '10.0.0.33';
const STEP_MS = 100;

let clock: FakeClock;
let notes: SourceNotes;
let decks: DeckTable;
let board: BeatBoard;
let booth: LinkBooth;
let peers: PlayerPeers;
let stop: AbortController;
let players: Map<number, { readonly device: LinkDevice; status: PlayerStatus; isOn: boolean }>;
/** Open mixer channels; undefined: no mixer reports. */
let open: readonly number[] | undefined;

beforeEach(() => {
  clock = fakeClock();
  notes = sourceNotes();
  stop = new AbortController();
  players = new Map();
  open = undefined;
  const tools = { clock, log: keptLog() };
  peers = new PlayerPeers({ mayQuery: true, sender: new Sender(), ...tools });
  const media = new Media({ peers, ...tools, signal: stop.signal });
  board = new BeatBoard(() => undefined);
  decks = new DeckTable({
    source: 'prodjlink',
    settings: settingsOf(proDjLinkOptions, {}),
    listener: notes.listener,
    tools,
    board,
    library: media,
  });
  booth = new LinkBooth({ media, peers, tools, apply: (events) => decks.apply(...events), board });
});

afterEach(async () => {
  stop.abort();
  decks.stop();
  await peers.close();
});

function player(number: number, role: LinkDevice['role'] = 'player'): void {
  const address = `10.0.0.${number}`;
  const device: LinkDevice = {
    key: `${address}/${number}`,
    number,
    name: 'CDJ-2000nexus',
    address,
    mac: null,
    role,
  };
  const status = playingStatus({
    number,
    sourcePlayer: number,
    slot: 3,
    trackType: 1,
    trackId: number,
    usb: MEDIUM.empty,
    sd: MEDIUM.empty,
    playState: PLAY_STATE.cued,
    flags: 0x84,
    nextMaster: null,
  });
  players.set(number, { device, status, isOn: true });
  booth.device({ kind: 'found', device });
}

function set(number: number, change: Partial<PlayerStatus>): void {
  const known = players.get(number);
  if (known !== undefined) {
    known.status = { ...known.status, ...change };
  }
}

const play = (number: number) => set(number, { playState: PLAY_STATE.playing, flags: 0xc4 });
const pause = (number: number) => set(number, { playState: PLAY_STATE.paused, flags: 0x84 });

/** Packets of the devices arrive meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    for (const { device, status, isOn } of players.values()) {
      if (isOn) {
        booth.status(device, status);
      }
    }
    if (open !== undefined) {
      const channels = [1, 2, 3, 4].map((channel) => open?.includes(channel) === true);
      booth.onAir(channels, MIXER);
    }
    booth.checkSilence();
    await clock.advance(STEP_MS);
  }
}

const announcedOn = () => notes.transitions.map(({ deck }) => deck);

test('a track does not have the position of the one before it on its player', async () => {
  board.follow(() => undefined);
  player(1);
  const device = players.get(1)?.device as LinkDevice;
  const beat = { beatInBar: 1, bpm: 100, pitch: 1 } as BeatPacket;
  set(1, { bpm: 100, pitch: 1, beat: 101 });
  play(1);
  await pass(STEP_MS);
  booth.beat(device, beat);
  await clock.advance(STEP_MS);
  await pass(STEP_MS);
  const position = () => decks.beatsAt(clock.monotonic()).at(0)?.grid?.positionMs;
  expect(position()).toBe(60_000 + 2 * STEP_MS);
  pause(1);
  await pass(STEP_MS);
  set(1, { trackId: 7, beat: 0 });
  play(1);
  await pass(STEP_MS);
  booth.beat(device, beat);
  expect(decks.beatsAt(clock.monotonic())).toMatchObject([{ grid: { bpm: 100 } }]);
  expect(position()).toBeUndefined();
});

describe('announced track', () => {
  test('is the second one after a reboot during a fade, and the first is not repeated', async () => {
    player(1);
    player(2);
    open = [1];
    play(1);
    await pass(4_000);
    play(2);
    open = [1, 2];
    await pass(4_000);
    const first = players.get(1);
    if (first !== undefined) {
      first.isOn = false;
    }
    await pass(9_000);
    expect(announcedOn()).toEqual(['1', '2']);
    if (first !== undefined) {
      booth.device({ kind: 'gone', device: first.device, why: 'silence' });
      await pass(20_000);
      booth.device({ kind: 'found', device: first.device });
      first.isOn = true;
    }
    pause(1);
    await pass(10_000);
    expect(announcedOn()).toEqual(['1', '2']);
  });

  test('follows the playing decks once the mixer stops reporting', async () => {
    player(1);
    player(2);
    open = [1];
    play(1);
    play(2);
    await pass(4_000);
    open = undefined;
    await pass(4_000);
    pause(1);
    await pass(2_000);
    expect(announcedOn()).toEqual(['1', '2']);
  });

  test('is the one loaded right after a reconnect, with names that arrive a second later', async () => {
    const named = (title: string, trackId: number): void =>
      booth.named({ ...UNKNOWN_TRACK, title, location: `1/3.1/1/${trackId}` });
    player(1);
    open = [1];
    play(1);
    await pass(200);
    named('One', 1);
    await pass(4_000);
    await clock.advance(2_500);
    booth.checkSilence();
    await pass(200);
    set(1, { trackId: 2 });
    await pass(1_000);
    named('Two', 2);
    await pass(4_000);
    expect(notes.announced).toEqual([' - One', ' - Two']);
  });

  test('ignores devices that are not players', async () => {
    player(5, 'other');
    play(5);
    await pass(4_000);
    expect(decks.views()).toEqual([]);
    expect(announcedOn()).toEqual([]);
  });
});

test('evidence reports channels that stay closed for half a minute, unless one was open before', async () => {
  player(1);
  open = [];
  await pass(2_000);
  play(1);
  await pass(29_000);
  expect(booth.evidence().neverOpen).toBe(false);
  await pass(2_000);
  expect(booth.evidence().neverOpen).toBe(true);
  expect(announcedOn()).toEqual([]);
  open = [1];
  await pass(1_000);
  open = [];
  await pass(60_000);
  expect(booth.evidence().neverOpen).toBe(false);
});

const pausedAt = (number: number) => {
  const { device } = players.get(number) ?? {};
  return device && peers.of(device)?.pause.isPaused;
};

test.each([
  ['loads', { playState: PLAY_STATE.loading }],
  ['is in an emergency loop', { playState: PLAY_STATE.emergencyLoop }],
  ['has lost its medium', { emergencyLoop: true }],
] as const)('pauses queries to a player and the holder of its medium while it %s', async (_, change) => {
  player(1);
  player(2);
  player(3);
  // Creates the clients before the pause.
  expect([2, 3].map(pausedAt)).toEqual([false, false]);
  set(2, { sourcePlayer: 1, ...change });
  await pass(200);
  expect([1, 2, 3].map(pausedAt)).toEqual([true, true, false]);
  set(2, { playState: PLAY_STATE.playing, emergencyLoop: false });
  await pass(200);
  expect([1, 2, 3].map(pausedAt)).toEqual([false, false, false]);
});

test('starts without failures for a new rekordbox at the same address', () => {
  player(17, 'rekordbox');
  const { device } = players.get(17) ?? {};
  const before = device && peers.of(device);
  if (device !== undefined) {
    booth.device({ kind: 'gone', device, why: 'silence' });
    booth.device({ kind: 'found', device });
  }
  expect(device && peers.of(device)?.database).not.toBe(before?.database);
});
