import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeckEvents } from './deck-events.ts';
import { READERS, WATCHED_PATHS } from './states.ts';

const device = '828beb02da1f4e68a6afb0b167eaf0a2';

test.each([
  ['/Engine/Deck1/Play', true, { number: 1, kind: 'engaged', engaged: true }],
  ['/Engine/Deck4/PlayState', 1, { number: 4, kind: 'running', running: true }],
  ['/Engine/Deck2/Track/SongLoaded', false, { number: 2, kind: 'loaded', loaded: false }],
  ['/Engine/Deck1/Track/SongName', 'Blue', { number: 1, kind: 'tags', tags: { title: 'Blue' } }],
  ['/Engine/Deck1/Track/ArtistName', null, { number: 1, kind: 'tags', tags: { artist: '' } }],
  ['/Engine/Deck1/Track/TrackLength', 16445952, { number: 1, kind: 'length', length: 16445952 }],
  ['/Engine/Deck1/ExternalMixerVolume', 0, { number: 1, kind: 'effectiveLevel', level: 0 }],
  ['/Engine/Deck3/DeckIsMaster', true, { number: 3, kind: 'master', master: true }],
  [
    '/Client/Preferences/PlayerJogColorB',
    '#ffea2828',
    { kind: 'color', reporter: 'layer', number: 2, color: '#ffea2828' },
  ],
  [
    '/Client/Preferences/Profile/Application/PlayerColor3',
    '#ff1cd2e5',
    { kind: 'color', reporter: 'profile', number: 3, color: '#ff1cd2e5' },
  ],
  ['/Engine/Deck4/Color', '#ff1cd2e5', { kind: 'color', reporter: 'deck', number: 4, color: '#ff1cd2e5' }],
  ['/Client/Preferences/Player', '2', { kind: 'player', player: 2 }],
  ['/Mixer/CH2faderPosition', 0.5, { kind: 'fader', channel: 2, level: 0.5 }],
  ['/Mixer/CrossfaderPosition', 1, { kind: 'crossfader', position: 1 }],
  [
    '/Mixer/ChannelAssignment1',
    '{8fba5ced-9381-4d5c-b334-5bf935b8e49e},2',
    { kind: 'carries', channel: 1, deck: '8fba5ced93814d5cb3345bf935b8e49e/2' },
  ],
  ['/Mixer/ChannelAssignment3', ',1', { kind: 'carries', channel: 3, deck: null }],
])('READERS interpret %s %s', (path, value, reading) => {
  expect(READERS.get(path)?.(value)).toEqual(reading);
});

test.each([
  ['a path that is not watched', '/Engine/Deck1/Speed', 1],
  ['a level that is a text', '/Engine/Deck1/ExternalMixerVolume', 'loud'],
  ['a load state without a value', '/Engine/Deck1/Track/SongLoaded', null],
  ['a title that is a number', '/Engine/Deck1/Track/SongName', 7],
  [
    "an empty color, so that another path's color stays",
    '/Client/Preferences/Profile/Application/PlayerColor1',
    null,
  ],
  ['a player without a number', '/Client/Preferences/Player', ''],
])('READERS ignore %s', (_what, path, value) => {
  expect(READERS.get(path)?.(value)).toBeUndefined();
});

test('READERS accept any value on any watched path', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null));
  fc.assert(
    fc.property(fc.constantFrom(...WATCHED_PATHS), value, (path, given) => {
      const events = new DeckEvents().state(device, path, { type: null, value: given });
      expect(events.every((event) => 'device' in event && event.device === device)).toBe(true);
    }),
  );
});
