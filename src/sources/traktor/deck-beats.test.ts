import { describe, expect, test } from 'vitest';
import { TraktorBeats } from './deck-beats.ts';
import { readMessage, type TraktorMessage } from './message.ts';

function message(path: string, body: object): TraktorMessage {
  const read = readMessage(path, Buffer.from(JSON.stringify(body)));
  if (read === undefined) {
    throw new Error(`${path} is no message`);
  }
  return read;
}

const LOAD = message('/deckLoaded/A', { title: 'One', bpm: 120, gridOffset: 0.25, tempo: 1.05 });

function loaded(): TraktorBeats {
  const beats = new TraktorBeats();
  beats.receive(LOAD, 0);
  return beats;
}

describe('a deck of Traktor', () => {
  test('has its place in the grid by its position, and the tempo of the pitch fader', () => {
    const played = message('/updateDeck/A', { elapsedTime: 4.25, isPlaying: true });
    expect(loaded().receive(played, 10)).toEqual({
      number: 1,
      report: { kind: 'place', at: 10, beat: 8, bpm: 126, pitch: 1.05, positionMs: 4_250 },
    });
  });

  test('plays if it reports its position unasked', () => {
    const ticked = message('/updateDeck/A', { elapsedTime: 1 });
    expect(loaded().receive(ticked, 10)?.report).toMatchObject({ kind: 'place', bpm: 126 });
  });

  test('changes its tempo between positions', () => {
    const beats = loaded();
    beats.receive(message('/updateDeck/A', { elapsedTime: 1, isPlaying: true }), 10);
    expect(beats.receive(message('/updateDeck/A', { tempo: 1 }), 20)?.report).toEqual({
      kind: 'tempo',
      at: 20,
      bpm: 120,
      pitch: 1,
    });
  });

  test('stands still when it is stopped', () => {
    const stopped = message('/updateDeck/A', { elapsedTime: 4, isPlaying: false });
    expect(loaded().receive(stopped, 10)?.report).toMatchObject({ bpm: 0 });
  });

  test.each([
    ['without a beat grid', message('/deckLoaded/A', { title: 'One' })],
    ['whose load was not reported', message('/updateDeck/B', { elapsedTime: 4 })],
  ])('reports nothing %s', (_, first) => {
    const beats = new TraktorBeats();
    beats.receive(first, 0);
    expect(beats.receive(message('/updateDeck/A', { elapsedTime: 4 }), 10)).toBeUndefined();
  });
});
