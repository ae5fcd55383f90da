import { expect, it } from 'vitest';
import { Playheads } from './playheads.ts';
import { decimal, rate, truth, whole } from './values.ts';

function playing(): Playheads {
  const transport = new Playheads(2);
  transport.note('/Engine/Deck1/Track/SampleRate', rate(44_100), 0);
  transport.note('/Engine/Deck1/Track/TrackLength', whole(44_100 * 60), 0);
  transport.note('/Engine/Deck1/CurrentBPM', decimal(120), 0);
  transport.note('/Engine/Deck1/Track/SongLoaded', truth(true), 0);
  transport.note('/Engine/Deck1/PlayState', truth(true), 1_000);
  return transport;
}

it('counts beats and samples while the deck rolls', () => {
  expect(playing().positions(3_000)[0]).toEqual({ beat: 4, totalBeats: 120, bpm: 120, samples: 88_200 });
});

it('stands still while the deck is paused, and goes on from there', () => {
  const transport = playing();
  transport.note('/Engine/Deck1/PlayState', truth(false), 2_000);
  expect(transport.positions(9_000)[0]?.beat).toBe(2);
  transport.note('/Engine/Deck1/PlayState', truth(true), 9_000);
  expect(transport.positions(9_500)[0]?.beat).toBe(3);
});

it('starts at nought with each load', () => {
  const transport = playing();
  transport.note('/Engine/Deck1/PlayState', truth(false), 5_000);
  transport.note('/Engine/Deck1/Track/SongLoaded', truth(true), 6_000);
  expect(transport.positions(7_000)[0]?.samples).toBe(0);
});

it('says 120 beats a minute on an empty deck, as hardware does', () => {
  expect(new Playheads(2).positions(0)[1]).toEqual({ beat: 0, totalBeats: 0, bpm: 120, samples: 0 });
});

it('is empty again after a boot', () => {
  const transport = playing();
  transport.reset();
  expect(transport.positions(9_000)[0]).toEqual({ beat: 0, totalBeats: 0, bpm: 120, samples: 0 });
});
