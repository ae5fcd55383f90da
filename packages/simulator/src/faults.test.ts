import { deckPath } from '@deckcast/stagelinq';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Simulated, setWith } from '../../../test/support/simulated.ts';
import { waitFor } from '../../../test/support/wait.ts';

const PLAY = deckPath.play(1);

let simulated: Simulated;

beforeEach(async () => {
  simulated = await Simulated.start(setWith({ id: 'prime4', software: 'JC11' }));
});

afterEach(() => simulated.close());

it('split: everything arrives, in pieces', async () => {
  await simulated.simulation.perform({ do: 'split', bytes: 7 });
  const paths = [1, 2, 3, 4].flatMap((deck) => [deckPath.play(deck), deckPath.songName(deck)]);
  const states = await simulated.subscribe('prime4', ...paths);
  await waitFor('all values', () => (states.messages.length === paths.length ? true : undefined));
  expect(states.messages.map((message) => 'path' in message && message.path)).toEqual(paths);
  expect(states.chunks.filter((size) => size === 7).length).toBeGreaterThan(states.chunks.length / 2);
});

it('gather: separate writes arrive as one', async () => {
  const states = await simulated.subscribe('prime4', PLAY, deckPath.playState(1));
  await waitFor('both values', () => (states.messages.length === 2 ? true : undefined));
  const before = states.chunks.length;
  await simulated.simulation.perform({ do: 'gather', ms: 1_000 });
  for (const path of [PLAY, deckPath.playState(1)]) {
    simulated.simulation.device('prime4')?.states.set(path, { type: 1, state: true });
    // Long enough to keep the network from joining them.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await waitFor('both changes', () => (states.messages.length === 4 ? true : undefined));
  expect(states.chunks.length - before).toBe(1);
});
