import { describe, expect, test } from 'vitest';
import { readMessage } from './message.ts';

const read = (path: string, body: unknown) => readMessage(path, Buffer.from(JSON.stringify(body)));

describe('readMessage', () => {
  test('returns the loaded track, even if keys are missing or of another type', () => {
    const known = { title: 'Ünder', keyText: 'Am', bpm: 127.98, trackLength: 301.5, isPlaying: false };
    const left = { artist: 7, elapsedTime: '5:00', nextCuePos: null, somethingNew: [1] };
    const names = ['artist', 'album', 'genre', 'comment', 'label', 'remixer', 'key', 'filePath'];
    expect(read('/deckLoaded/C', { ...known, ...left })).toEqual({
      kind: 'load',
      deck: 3,
      ...Object.fromEntries(names.map((name) => [name, ''])),
      ...known,
    });
    expect(read('/updateDeck/B', { isKeyLockOn: true })).toEqual({ kind: 'update', deck: 2 });
  });

  test('takes the deck from the path, or from the body as in other copies of the client', () => {
    expect(read('/updateDeck', { deck: 'D', elapsedTime: 3 })).toMatchObject({ deck: 4, elapsedTime: 3 });
    expect(read('/updateDeck/a', { deck: 'D' })).toMatchObject({ deck: 1 });
  });

  test('decodes a channel and the master clock', () => {
    expect(read('/updateChannel/2', { onAirLevel: 0.5 })).toEqual({
      kind: 'channel',
      channel: 2,
      onAirLevel: 0.5,
    });
    expect(read('/updateChannel/2', { onAirLevel: 4.5 })).toMatchObject({ onAirLevel: 1 });
    expect(read('/updateChannel/2', { onAirLevel: -0.1 })).toMatchObject({ onAirLevel: 0 });
    expect(read('/updateMasterClock', { deck: 'B', bpm: 128 })).toEqual({ kind: 'clock', deck: 2 });
    expect(read('/updateMasterClock', { deck: null, bpm: 128 })).toEqual({ kind: 'clock' });
  });
});

test.each<[string, string, unknown]>([
  ['a deck without a letter, of a broken copy', '/deckLoaded/', { title: 'One' }],
  ['a deck that there is not', '/updateDeck/E', { isPlaying: true }],
  ['a channel that there is not', '/updateChannel/5', { isOnAir: true }],
  ['a path of another program', '/query', {}],
  ['what is not an object', '/updateDeck/A', 'true'],
])('readMessage ignores %s', (_, path, body) => {
  expect(read(path, body)).toBeUndefined();
});
