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

describe('deck color', () => {
  function paint(path: string, value: string): string | undefined {
    const event = receive(path, value)[0];
    return event?.kind === 'color' ? event.color : undefined;
  }

  test('comes from the layer of a stand-alone player, not from its profile', () => {
    devices.connected(PLAYER);
    expect(paint(deckPath.playerColor(1), '#ff000001')).toBe('');
    expect(paint(devicePath.jogColorA, '#ffea2828')).toBe('#ffea2828');
    expect(paint(deckPath.playerColor(1), '#ff000002')).toBe('#ffea2828');
  });

  test('comes from the profile of an all-in-one, unless the deck reports one', () => {
    devices.connected(ALL_IN_ONE);
    expect(paint(deckPath.playerColor(3), '#ffea2828')).toBe('#ffea2828');
    expect(paint(deckPath.color(3), '#ff1cd2e5')).toBe('#ff1cd2e5');
    expect(paint(deckPath.playerColor(3), '#ff000001')).toBe('#ff1cd2e5');
  });

  test("keeps the deck's color when the device returns and sends the profile first", () => {
    devices.connected(ALL_IN_ONE);
    paint(deckPath.color(1), '#ffea2828');
    devices.gone(TOKEN);
    devices.connected(ALL_IN_ONE);
    expect(paint(deckPath.playerColor(1), '#ff1cd2e5')).toBe('#ffea2828');
  });
});

test('applies a sample rate that arrives after the length', () => {
  expect(receive(deckPath.trackLength(1), 14_400_000)).toMatchObject([
    { kind: 'tags', tags: { durationMs: 326_531 } },
  ]);
  expect(receive(deckPath.sampleRate(1), 48_000)).toMatchObject([
    { kind: 'tags', tags: { durationMs: 300_000 } },
  ]);
});

test('takes the file name from the local path and the location from the network path', () => {
  const networkPath = 'net://828beb02/STICK/Music/blue.mp3';
  receive(deckPath.trackName(1), '/media/STICK/Music/blue.mp3');
  expect(receive(deckPath.trackNetworkPath(1), networkPath)).toEqual([
    { device: TOKEN, number: 1, kind: 'tags', tags: { location: networkPath, filename: 'blue.mp3' } },
  ]);
});

test('evicts the devices that left first, beyond the limit', () => {
  devices.connected(ALL_IN_ONE);
  receive(deckPath.trackName(1), '/media/one.mp3');
  receive(channelPath.fader(1), 0.7);
  devices.lost(TOKEN);
  for (let number = 0; number < 40; number += 1) {
    devices.connected({ ...PLAYER, token: String(number).padStart(32, '0') });
  }
  expect(receive(deckPath.trackNetworkPath(1), '')).toMatchObject([{ tags: { location: '' } }]);
});

test('returns all levels that a crossfader move changes in one call', () => {
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

describe("a mixer that carries another device's deck", () => {
  const [FIRST, SECOND] = ['111beb02da1f4e68a6afb0b167eaf0a2', '222beb02da1f4e68a6afb0b167eaf0a2'] as const;

  function carry(mixer: string, position: number): void {
    const carried = '{828beb02-da1f-4e68-a6af-b0b167eaf0a2},1';
    devices.state(mixer, channelPath.assignment(1), { type: null, value: carried });
    devices.state(mixer, channelPath.fader(1), { type: null, value: position });
  }

  test.each([
    ['name', deckPath.songName(1), 'A'],
    ['file', deckPath.trackName(1), '/media/a.mp3'],
  ])('sets the level of a deck that is first known by its %s, until the mixer leaves', (_, path, value) => {
    carry(FIRST, 0.7);
    expect(receive(path, value)).toMatchObject([{ kind: 'tags' }, { kind: 'level', level: 0.7 }]);
    expect(devices.gone(FIRST)).toEqual([
      { device: FIRST, kind: 'gone' },
      { device: TOKEN, number: 1, kind: 'level' },
    ]);
  });

  test('wins over a mixer that connected later', () => {
    devices.connected({ ...ALL_IN_ONE, token: FIRST });
    devices.connected({ ...ALL_IN_ONE, token: SECOND });
    carry(SECOND, 0.3);
    carry(FIRST, 0.9);
    expect(receive(deckPath.songName(1), 'A').at(-1)).toMatchObject({ level: 0.9 });
  });
});

test('checks only the reported deck, because mixers send some 30 levels a second', () => {
  receive(deckPath.externalMixerVolume(2), 0);
  // The first level above zero shows that a mixer writes levels, which makes 0 count too.
  expect(receive(deckPath.externalMixerVolume(1), 0.5)).toMatchObject([
    { number: 2, kind: 'level', level: 0 },
    { number: 1, kind: 'level', level: 0.5 },
  ]);
  const levelOf = vi.spyOn(DeckLevels.prototype, 'of');
  onTestFinished(() => levelOf.mockRestore());
  expect(receive(deckPath.externalMixerVolume(1), 0.4)).toMatchObject([{ kind: 'level', level: 0.4 }]);
  expect(levelOf.mock.calls).toEqual([[TOKEN, 1]]);
});
