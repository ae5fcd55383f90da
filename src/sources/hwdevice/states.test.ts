import { everyPath } from '@deckcast/stagelinq';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStateValue } from '../../../packages/stagelinq/src/messages/state-value.ts';
import { DeckEvents } from './deck-events.ts';
import { READERS, WATCHED_PATHS } from './states.ts';

const device = '828beb02da1f4e68a6afb0b167eaf0a2';

function read(path: string, json: string | null) {
  return READERS.get(path)?.(parseStateValue(json).value);
}

describe('what a device says is read', () => {
  test.each([
    ['/Engine/Deck1/Play', '{"state":true,"type":1}', { number: 1, kind: 'engaged', engaged: true }],
    ['/Engine/Deck4/PlayState', '{"type":10,"value":1}', { number: 4, kind: 'running', running: true }],
    [
      '/Engine/Deck2/Track/SongLoaded',
      '{"type":1,"state":false}',
      { number: 2, kind: 'loaded', loaded: false },
    ],
    [
      '/Engine/Deck1/Track/SongName',
      '{"string":"Blue","type":8}',
      { number: 1, kind: 'tags', tags: { title: 'Blue' } },
    ],
    ['/Engine/Deck1/Track/ArtistName', null, { number: 1, kind: 'tags', tags: { artist: '' } }],
    [
      '/Engine/Deck1/Track/TrackLength',
      '{"type":10,"value":16445952}',
      { number: 1, kind: 'length', length: 16445952 },
    ],
    [
      '/Engine/Deck1/ExternalMixerVolume',
      '{"type":0,"value":0.00}',
      { number: 1, kind: 'effectiveLevel', level: 0 },
    ],
    ['/Engine/Deck3/DeckIsMaster', '{"state":true,"type":1}', { number: 3, kind: 'master', master: true }],
    [
      '/Client/Preferences/PlayerJogColorB',
      '{"color":"#ffea2828","type":16}',
      { kind: 'color', reporter: 'layer', number: 2, color: '#ffea2828' },
    ],
    [
      '/Client/Preferences/Profile/Application/PlayerColor3',
      '{"color":"#ff1cd2e5","type":16}',
      { kind: 'color', reporter: 'profile', number: 3, color: '#ff1cd2e5' },
    ],
    [
      '/Engine/Deck4/Color',
      '{"color":"#ff1cd2e5","type":16}',
      { kind: 'color', reporter: 'deck', number: 4, color: '#ff1cd2e5' },
    ],
    ['/Client/Preferences/Player', '{"string":"2","type":4}', { kind: 'player', player: 2 }],
    ['/Mixer/CH2faderPosition', '{"type":0,"value":0.5}', { kind: 'fader', channel: 2, level: 0.5 }],
    ['/Mixer/CrossfaderPosition', '{"type":0,"value":1}', { kind: 'crossfader', position: 1 }],
    [
      '/Mixer/ChannelAssignment1',
      '{"string":"{8fba5ced-9381-4d5c-b334-5bf935b8e49e},2","type":8}',
      { kind: 'carries', channel: 1, deck: '8fba5ced93814d5cb3345bf935b8e49e/2' },
    ],
    ['/Mixer/ChannelAssignment3', '{"string":",1","type":8}', { kind: 'carries', channel: 3, deck: null }],
  ])('%s %s', (path, json, reading) => {
    expect(read(path, json)).toEqual(reading);
  });
});

describe('nothing is made of', () => {
  test.each([
    ['a path that says nothing about who is heard', '/Engine/Deck1/Speed', '{"type":0,"value":1}'],
    ['a level that is a text', '/Engine/Deck1/ExternalMixerVolume', '{"string":"loud","type":8}'],
    ['a load state without a value', '/Engine/Deck1/Track/SongLoaded', null],
    ['a title that is a number', '/Engine/Deck1/Track/SongName', '{"type":0,"value":7}'],
    [
      "a color without a value, so that another path's stays",
      '/Client/Preferences/Profile/Application/PlayerColor1',
      null,
    ],
    ['a player without a number', '/Client/Preferences/Player', '{"string":"","type":4}'],
  ])('%s', (_what, path, json) => {
    expect(read(path, json)).toBeUndefined();
  });
});

test('every watched path is one that the library knows', () => {
  const known = new Set(everyPath());
  expect(WATCHED_PATHS.filter((path) => !known.has(path))).toEqual([]);
});

test('any value on any watched path is read without an error', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.constantFrom(...WATCHED_PATHS), value, (path, given) => {
      const events = new DeckEvents().state(device, path, { type: null, value: given });
      expect(events.every((event) => event.device === device)).toBe(true);
    }),
  );
});
