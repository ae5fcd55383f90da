import { channelPath, deckPath, devicePath } from '@deckcast/stagelinq';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DeckEvent } from '../../decks/index.ts';
import { DeckEvents } from './deck-events.ts';
import { DeckLevels } from './levels.ts';

const TOKEN = '828beb02da1f4e68a6afb0b167eaf0a2';
const device = { token: TOKEN, source: 'sc6000', version: '4.3.0', address: '10.0.0.4', port: 50_010 };
const PLAYER = { ...device, software: 'JP13' };
const ALL_IN_ONE = { ...device, software: 'JC11' };

let devices: DeckEvents;

beforeEach(() => {
  devices = new DeckEvents();
});

function receive(path: string, value: string | number): DeckEvent[] {
  return devices.state(TOKEN, path, { type: null, value });
}

describe('the color of a deck', () => {
  function paint(path: string, value: string): string | undefined {
    const event = receive(path, value)[0];
    return event?.kind === 'color' ? event.color : undefined;
  }

  test('on a stand-alone player is that of its layer, whatever the profile has for players with that number', () => {
    devices.connected(PLAYER);
    expect(paint(deckPath.playerColor(1), '#ff000001')).toBe('');
    expect(paint(devicePath.jogColorA, '#ffea2828')).toBe('#ffea2828');
    expect(paint(deckPath.playerColor(1), '#ff000002')).toBe('#ffea2828');
  });

  test('on an all-in-one is that of the profile, unless the deck itself reports one', () => {
    devices.connected(ALL_IN_ONE);
    expect(paint(deckPath.playerColor(3), '#ffea2828')).toBe('#ffea2828');
    expect(paint(deckPath.color(3), '#ff1cd2e5')).toBe('#ff1cd2e5');
    expect(paint(deckPath.playerColor(3), '#ff000001')).toBe('#ff1cd2e5');
  });

  test('stays hidden when its device comes back and sends the profile first', () => {
    devices.connected(ALL_IN_ONE);
    paint(deckPath.color(1), '#ffea2828');
    devices.gone(TOKEN);
    devices.connected(ALL_IN_ONE);
    expect(paint(deckPath.playerColor(1), '#ff1cd2e5')).toBe('#ffea2828');
  });
});

test('a playing time in samples counts at the rate that comes after it', () => {
  expect(receive(deckPath.trackLength(1), 14_400_000)).toMatchObject([
    { kind: 'tags', tags: { durationMs: 326_531 } },
  ]);
  expect(receive(deckPath.sampleRate(1), 48_000)).toMatchObject([
    { kind: 'tags', tags: { durationMs: 300_000 } },
  ]);
});

test('a file is named after its own path, and its location is the one known on the network', () => {
  const networkPath = 'net://828beb02/STICK/Music/blue.mp3';
  receive(deckPath.trackName(1), '/media/STICK/Music/blue.mp3');
  expect(receive(deckPath.trackNetworkPath(1), networkPath)).toEqual([
    { device: TOKEN, number: 1, kind: 'tags', tags: { location: networkPath, filename: 'blue.mp3' } },
  ]);
});

test('of more devices than any booth has, those that left first are forgotten', () => {
  devices.connected(ALL_IN_ONE);
  receive(deckPath.trackName(1), '/media/one.mp3');
  receive(channelPath.fader(1), 0.7);
  devices.lost(TOKEN);
  for (let number = 0; number < 40; number += 1) {
    devices.connected({ ...PLAYER, token: String(number).padStart(32, '0') });
  }
  expect(receive(deckPath.trackNetworkPath(1), '')).toMatchObject([{ tags: { location: '' } }]);
});

test('a crossfader changes the levels of several decks at once: no third deck leads in between', () => {
  for (const channel of [1, 2]) {
    receive(channelPath.fader(channel), 1);
    receive(deckPath.songName(channel), 'A');
  }
  expect(receive(devicePath.crossfader, 1)).toMatchObject([{ number: 1, kind: 'level', level: 0 }]);
  expect(receive(devicePath.crossfader, 0)).toMatchObject([
    { number: 1, kind: 'level', level: 1 },
    { number: 2, kind: 'level', level: 0 },
  ]);
});

describe('a mixer that says that it carries a deck of another device', () => {
  const [FIRST, SECOND] = ['111beb02da1f4e68a6afb0b167eaf0a2', '222beb02da1f4e68a6afb0b167eaf0a2'] as const;

  function carry(mixer: string, position: number): void {
    const carried = '{828beb02-da1f-4e68-a6af-b0b167eaf0a2},1';
    devices.state(mixer, channelPath.assignment(1), { type: null, value: carried });
    devices.state(mixer, channelPath.fader(1), { type: null, value: position });
  }

  test.each([
    ['name', deckPath.songName(1), 'A'],
    ['file', deckPath.trackName(1), '/media/a.mp3'],
  ])('tells its level before the deck is known by its %s, and none once it has gone', (_, path, value) => {
    carry(FIRST, 0.7);
    expect(receive(path, value)).toMatchObject([{ kind: 'tags' }, { kind: 'level', level: 0.7 }]);
    expect(devices.gone(FIRST)).toEqual([
      { device: FIRST, kind: 'gone' },
      { device: TOKEN, number: 1, kind: 'level' },
    ]);
  });

  test('counts before another that does, if it was connected first', () => {
    devices.connected({ ...ALL_IN_ONE, token: FIRST });
    devices.connected({ ...ALL_IN_ONE, token: SECOND });
    carry(SECOND, 0.3);
    carry(FIRST, 0.9);
    expect(receive(deckPath.songName(1), 'A').at(-1)).toMatchObject({ level: 0.9 });
  });
});

test('a level is not compared with those of all other decks: mixers report each some 30 times a second', () => {
  receive(deckPath.externalMixerVolume(2), 0);
  // Only the first one tells that a mixer writes: from then on 0 is a level, too.
  expect(receive(deckPath.externalMixerVolume(1), 0.5)).toMatchObject([
    { number: 2, kind: 'level', level: 0 },
    { number: 1, kind: 'level', level: 0.5 },
  ]);
  const levelOf = vi.spyOn(DeckLevels.prototype, 'of');
  onTestFinished(() => levelOf.mockRestore());
  expect(receive(deckPath.externalMixerVolume(1), 0.4)).toMatchObject([{ kind: 'level', level: 0.4 }]);
  expect(levelOf.mock.calls).toEqual([[TOKEN, 1]]);
});
