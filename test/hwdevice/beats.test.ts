/** Beats of simulated players, through the real source. */

import { expect, onTestFinished, test } from 'vitest';
import type { RoomBeat } from '../../src/core/contracts/beat.ts';
import { systemClock } from '../../src/host/clock.ts';
import { Beats } from '../../src/show/beat/index.ts';
import { beatOptions } from '../../src/show/beat/options.ts';
import { boothSet, openBooth, setTrack } from '../support/hwdevice.ts';
import { settingsOf } from '../support/settings.ts';
import { waitFor } from '../support/wait.ts';

const DECK = { device: 'prime4', deck: 1 };
/** Fast, so that the test is short. */
const BPM = 180;

async function playing() {
  const booth = await openBooth(
    boothSet([{ id: 'prime4', software: 'JC11' }], setTrack('One', { bpm: BPM })),
  );
  onTestFinished(() => booth.close());
  const { simulation } = booth.simulated;
  const beatOfDeck = (): number => simulation.device('prime4')?.beats.positions()[0]?.beat ?? Number.NaN;
  const tempo = (bpm: number) =>
    simulation.perform({
      do: 'value',
      device: 'prime4',
      path: '/Engine/Deck1/CurrentBPM',
      value: { type: 0, value: bpm },
    });
  await simulation.perform({ do: 'load', deck: DECK, track: 'One' });
  await simulation.perform({ do: 'fader', deck: DECK, level: 1, over: 0 });
  await simulation.perform({ do: 'play', deck: DECK });
  await waitFor('the track', () => booth.source.decks().some(({ featured }) => featured) || undefined);
  const beats = new Beats(settingsOf(beatOptions, {}), systemClock);
  onTestFinished(beats.connect(booth.source.beats));
  return { beats, beatOfDeck, tempo, perform: simulation.perform.bind(simulation) };
}

test('each beat of the player is sent once, through changes of its tempo', async () => {
  const { beats, beatOfDeck, tempo } = await playing();
  const heard: { readonly beat: RoomBeat; readonly number: number }[] = [];
  onTestFinished(
    beats.follow((beat) => {
      if (beat !== undefined) {
        // A late beat is that of the moment when it began.
        const lateMs = systemClock.monotonic() - beat.begunAt;
        heard.push({ beat, number: Math.round(beatOfDeck() - (lateMs * beat.bpm) / 60_000) });
      }
    }),
  );
  for (const bpm of [BPM, 190, 170]) {
    const before = heard.length;
    await tempo(bpm);
    await waitFor('six beats', () => (heard.length >= before + 6 ? true : undefined));
    expect(heard.at(-1)?.beat.bpm).toBeCloseTo(bpm, 0);
  }
  const [first] = heard;
  expect(heard.map(({ number }) => number - (first?.number ?? 0))).toEqual(heard.map((_, index) => index));
  expect(heard.map(({ beat }) => beat.beatInBar)).toEqual(heard.map(({ number }) => (number % 4) + 1));
});

test('the beat stops with the player, and is not read without an output', async () => {
  const { beats, perform } = await playing();
  const heard: (RoomBeat | undefined)[] = [];
  const stop = beats.follow((beat) => heard.push(beat));
  await waitFor('a beat', () => heard[0]);
  await perform({ do: 'pause', deck: DECK });
  await waitFor('the end of the beat', () => (heard.at(-1) === undefined ? true : undefined));
  expect(beats.now()).toBeUndefined();
  stop();
  const count = heard.length;
  await perform({ do: 'play', deck: DECK });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([heard.length, beats.now()]).toEqual([count, undefined]);
});
