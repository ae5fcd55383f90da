import { expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { BeatService } from './beat-service.ts';
import { decimal, rate, truth, whole } from './values.ts';

async function playing() {
  const clock = fakeClock();
  const beats = new BeatService(2, clock, () => 0n);
  beats.note('/Engine/Deck1/Track/SampleRate', rate(44_100));
  beats.note('/Engine/Deck1/Track/TrackLength', whole(44_100 * 60));
  beats.note('/Engine/Deck1/CurrentBPM', decimal(120));
  beats.note('/Engine/Deck1/Track/SongLoaded', truth(true));
  await clock.advance(1_000);
  beats.note('/Engine/Deck1/PlayState', truth(true));
  return { beats, clock };
}

it('counts beats and samples while the deck rolls', async () => {
  const { beats, clock } = await playing();
  await clock.advance(2_000);
  expect(beats.positions()[0]).toEqual({ beat: 4, totalBeats: 120, bpm: 120, samples: 88_200 });
});

it('stops while the deck is paused, and goes on from there', async () => {
  const { beats, clock } = await playing();
  await clock.advance(1_000);
  beats.note('/Engine/Deck1/PlayState', truth(false));
  await clock.advance(7_000);
  expect(beats.positions()[0]?.beat).toBe(2);
  beats.note('/Engine/Deck1/PlayState', truth(true));
  await clock.advance(500);
  expect(beats.positions()[0]?.beat).toBe(3);
});

it('starts at 0 with each load', async () => {
  const { beats, clock } = await playing();
  await clock.advance(4_000);
  beats.note('/Engine/Deck1/PlayState', truth(false));
  beats.note('/Engine/Deck1/Track/SongLoaded', truth(true));
  await clock.advance(1_000);
  expect(beats.positions()[0]?.samples).toBe(0);
});

it('reports 120 beats a minute on an empty deck, as hardware does, and empties every deck on a boot', async () => {
  const { beats, clock } = await playing();
  const empty = { beat: 0, totalBeats: 0, bpm: 120, samples: 0 };
  expect(beats.positions()[1]).toEqual(empty);
  beats.reset();
  await clock.advance(8_000);
  expect(beats.positions()).toEqual([empty, empty]);
});
