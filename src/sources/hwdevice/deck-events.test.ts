import { deckPath, devicePath } from '@deckcast/stagelinq';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DeckEvent } from '../../decks/index.ts';
import { DeckEvents } from './deck-events.ts';
import { DeckLevels } from './levels.ts';

const TOKEN = '828beb02da1f4e68a6afb0b167eaf0a2';
const device = { token: TOKEN, source: 'sc6000', version: '4.3.0', address: '10.0.0.4', port: 50_010 };
const PLAYER = { ...device, software: 'JP13' };
const ALL_IN_ONE = { ...device, software: 'JC11' };

function receive(devices: DeckEvents, path: string, value: string | number): DeckEvent[] {
  return devices.state(TOKEN, path, { type: null, value });
}

describe('the color of a deck', () => {
  function paint(devices: DeckEvents, path: string, value: string): string | undefined {
    const event = receive(devices, path, value)[0];
    return event?.kind === 'color' ? event.color : undefined;
  }

  test('on a stand-alone player is that of its layer, whatever the profile has for players with that number', () => {
    const devices = new DeckEvents();
    devices.connected(PLAYER);
    expect(paint(devices, deckPath.playerColor(1), '#ff000001')).toBe('');
    expect(paint(devices, devicePath.jogColorA, '#ffea2828')).toBe('#ffea2828');
    expect(paint(devices, deckPath.playerColor(1), '#ff000002')).toBe('#ffea2828');
  });

  test('on an all-in-one is that of the profile, unless the deck itself reports one', () => {
    const devices = new DeckEvents();
    devices.connected(ALL_IN_ONE);
    expect(paint(devices, deckPath.playerColor(3), '#ffea2828')).toBe('#ffea2828');
    expect(paint(devices, deckPath.color(3), '#ff1cd2e5')).toBe('#ff1cd2e5');
    expect(paint(devices, deckPath.playerColor(3), '#ff000001')).toBe('#ff1cd2e5');
  });

  test('stays hidden when its device comes back and sends the profile first', () => {
    const devices = new DeckEvents();
    devices.connected(ALL_IN_ONE);
    paint(devices, deckPath.color(1), '#ffea2828');
    devices.gone(TOKEN);
    devices.connected(ALL_IN_ONE);
    expect(paint(devices, deckPath.playerColor(1), '#ff1cd2e5')).toBe('#ffea2828');
  });
});

test('the decks of a stand-alone player are layers, all others are numbered', () => {
  const devices = new DeckEvents();
  expect(devices.connected(PLAYER)).toMatchObject([{ kind: 'connected', name: 'sc6000', labels: 'layers' }]);
  expect(devices.connected(ALL_IN_ONE)).toMatchObject([{ kind: 'connected', labels: 'number' }]);
});

test('a playing time in samples counts at the rate that comes after it', () => {
  const devices = new DeckEvents();
  expect(receive(devices, deckPath.trackLength(1), 14_400_000)).toMatchObject([
    { kind: 'tags', tags: { durationMs: 326_531 } },
  ]);
  expect(receive(devices, deckPath.sampleRate(1), 48_000)).toMatchObject([
    { kind: 'tags', tags: { durationMs: 300_000 } },
  ]);
});

test('a file is named after its own path, and its location is the one known on the network', () => {
  const devices = new DeckEvents();
  const networkPath = 'net://828beb02/STICK/Music/blue.mp3';
  receive(devices, deckPath.trackName(1), '/media/STICK/Music/blue.mp3');
  expect(receive(devices, deckPath.trackNetworkPath(1), networkPath)).toEqual([
    { device: TOKEN, number: 1, kind: 'tags', tags: { location: networkPath, filename: 'blue.mp3' } },
  ]);
});

test('of more devices than any booth has, those that left first are forgotten', () => {
  const devices = new DeckEvents();
  devices.connected(ALL_IN_ONE);
  receive(devices, deckPath.trackName(1), '/media/one.mp3');
  devices.lost(TOKEN);
  for (let number = 0; number < 40; number += 1) {
    devices.connected({ ...PLAYER, token: String(number).padStart(32, '0') });
  }
  expect(receive(devices, deckPath.trackNetworkPath(1), '')).toMatchObject([{ tags: { location: '' } }]);
});

test('a level is not compared with those of all other decks: mixers report each some 30 times a second', () => {
  const devices = new DeckEvents();
  for (let number = 0; number < 30; number++) {
    const token = number === 0 ? TOKEN : String(number).padStart(32, '0');
    devices.connected({ ...PLAYER, token });
    for (const deck of [1, 2]) {
      devices.state(token, deckPath.externalMixerVolume(deck), { type: null, value: 0.5 });
    }
  }
  const levelOf = vi.spyOn(DeckLevels.prototype, 'of');
  onTestFinished(() => levelOf.mockRestore());
  expect(receive(devices, deckPath.externalMixerVolume(1), 0.4)).toMatchObject([
    { kind: 'level', level: 0.4 },
  ]);
  expect(levelOf.mock.calls).toEqual([[TOKEN, 1]]);
});
