import { describe, expect, test } from 'vitest';
import { readMessage } from './message.ts';

const read = (path: string, body: unknown) => readMessage(path, Buffer.from(JSON.stringify(body)));

describe('a request of the client', () => {
  test('decodes what was loaded', () => {
    const known = {
      title: 'Ünder',
      artist: '雪',
      album: 'LP',
      genre: 'House',
      comment: 'Closing',
      label: 'Harbour',
      remixer: 'Mira',
      keyText: 'Am',
      key: '9m',
      bpm: 127.98,
      filePath: 'C:\\Music\\one.mp3',
      trackLength: 301.5,
      elapsedTime: 0,
      isPlaying: false,
    };
    const unknown = { nextCuePos: null, gridOffset: 0.12340000000000001, somethingNew: [1] };
    expect(read('/deckLoaded/C', { ...known, ...unknown })).toEqual({ kind: 'load', deck: 3, ...known });
  });

  test('may leave out any key, and a value of another type counts as left out', () => {
    const names = ['title', 'album', 'genre', 'comment', 'label', 'remixer', 'keyText', 'key', 'filePath'];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(read('/deckLoaded/A', { title: 7, artist: 'Ada', trackLength: '5:00' })).toEqual({
      kind: 'load',
      deck: 1,
      ...empty,
      artist: 'Ada',
    });
    expect(read('/updateDeck/B', { isKeyLockOn: true })).toEqual({ kind: 'update', deck: 2 });
  });

  test('names its deck in the path, or in the body as other copies do', () => {
    expect(read('/updateDeck', { deck: 'D', elapsedTime: 3 })).toMatchObject({ deck: 4, elapsedTime: 3 });
    expect(read('/updateDeck/a', { deck: 'D' })).toMatchObject({ deck: 1 });
  });

  test('decodes a channel, and the master clock', () => {
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
])('%s is left alone', (_, path, body) => {
  expect(read(path, body)).toBeUndefined();
});
