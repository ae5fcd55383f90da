import { expect, it } from 'vitest';
import { Desk } from './desk.ts';
import { deviceSpecs } from './device-spec.ts';
import { type ScriptStep, stepsOf } from './moves.ts';
import type { SimulatedSet } from './set.ts';

const deck = (number: number) => ({ device: 'prime4', deck: number });

const set: SimulatedSet = {
  name: 'test',
  waitForClient: false,
  devices: deviceSpecs([
    { id: 'prime4', software: 'JC11', token: '0123456789abcdef0123456789abcdef' },
    { id: 'left', software: 'JP13' },
  ]),
  tracks: [
    {
      id: 'stream',
      artist: 'Night Ferry',
      title: 'Harbour Lights',
      genre: '',
      seconds: 200,
      bpm: 0,
      key: '',
      path: '(Unknown)/streaming://service/7',
      loadSeconds: 2,
    },
  ],
  timeline: [],
};

/** Records the published values by path, in order. */
function happens(steps: readonly ScriptStep[]) {
  return steps.flatMap(({ afterMs, writes }) =>
    writes().map(({ path, value }) => ({ afterMs, path: path.replace('/Engine/Deck1/', ''), value })),
  );
}

it('a stream takes its time to load, and has a network path and an address', () => {
  const said = happens(stepsOf({ do: 'load', deck: deck(1), track: 'stream' }, set, new Desk(set)));
  expect(said.at(-1)).toMatchObject({ path: 'Track/SongLoaded', afterMs: 2_000 });
  const text = (name: string) => said.find(({ path }) => path === `Track/${name}`)?.value?.string;
  expect(text('TrackNetworkPath')).toBe(
    'net://01234567-89ab-cdef-0123-456789abcdef/(Unknown)/streaming://service/7',
  );
  expect(text('TrackUri')).toBe('streaming://service/7');
});

it('a fade opens one deck while it closes the other, and lands exactly on both ends', () => {
  const desk = new Desk(set);
  desk.moveFader(deck(1), 1);
  happens(stepsOf({ do: 'fade', from: deck(1), to: deck(2), over: 1 }, set, desk));
  expect(desk.fader(deck(1))).toBe(0);
  expect(desk.fader(deck(2))).toBe(1);
});

it('a color belongs to the layer of a player', () => {
  const steps = stepsOf(
    { do: 'color', deck: { device: 'left', deck: 2 }, color: '#102030' },
    set,
    new Desk(set),
  );
  expect(happens(steps)).toEqual([
    { afterMs: 0, path: '/Client/Preferences/PlayerJogColorB', value: { type: 16, color: '#ff102030' } },
  ]);
});
