import { describe, expect, it } from 'vitest';
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
      id: 'one',
      artist: 'Paper Lanterns',
      title: 'Slow Elevator',
      genre: 'House',
      seconds: 300,
      bpm: 120,
      key: 'Am',
      path: 'SIM (USB 1)/Music/one.mp3',
      loadSeconds: 0.08,
    },
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

/** Takes every step, and keeps what was said at which path, in order. */
function happens(steps: readonly ScriptStep[]) {
  return steps.flatMap(({ afterMs, writes }) =>
    writes().map(({ path, value }) => ({ afterMs, path: path.replace('/Engine/Deck1/', ''), value })),
  );
}

describe('loading a track', () => {
  it('empties the deck, sends names, location and length, and ends with SongLoaded', () => {
    const said = happens(stepsOf({ do: 'load', deck: deck(1), track: 'one' }, set, new Desk(set)));
    const loaded = said.filter(({ path }) => path === 'Track/SongLoaded');
    expect(loaded.map(({ value }) => value)).toEqual([
      { type: 1, state: false },
      { type: 1, state: true },
    ]);
    expect(said.at(-1)).toMatchObject({ path: 'Track/SongLoaded', afterMs: 80 });
    expect(said).toContainEqual({
      afterMs: 30,
      path: 'Track/TrackNetworkPath',
      value: { type: 8, string: 'net://01234567-89ab-cdef-0123-456789abcdef/SIM (USB 1)/Music/one.mp3' },
    });
    expect(said).toContainEqual({
      afterMs: 30,
      path: 'Track/TrackLength',
      value: { type: 10, value: 13_230_000 },
    });
  });

  it('takes its time for a stream, which has an address of its own', () => {
    const said = happens(stepsOf({ do: 'load', deck: deck(1), track: 'stream' }, set, new Desk(set)));
    expect(said.at(-1)).toMatchObject({ path: 'Track/SongLoaded', afterMs: 2_000 });
    expect(said.find(({ path }) => path === 'Track/TrackUri')?.value).toEqual({
      type: 8,
      string: 'streaming://service/7',
    });
  });
});

describe('a fade', () => {
  it('opens one deck while it closes the other, and lands exactly on both ends', () => {
    const desk = new Desk(set);
    desk.moveFader(deck(1), 1);
    happens(stepsOf({ do: 'fade', from: deck(1), to: deck(2), over: 1 }, set, desk));
    expect(desk.fader(deck(1))).toBe(0);
    expect(desk.fader(deck(2))).toBe(1);
  });

  it('moves in steps of a fortieth of a second', () => {
    const steps = stepsOf({ do: 'fader', deck: deck(1), level: 1, over: 1 }, set, new Desk(set));
    expect(steps).toHaveLength(40);
    expect(steps.at(0)?.afterMs).toBe(25);
    expect(steps.at(-1)?.afterMs).toBe(1_000);
  });
});

describe('a color', () => {
  it('belongs to the deck of an all-in-one', () => {
    expect(happens(stepsOf({ do: 'color', deck: deck(2), color: 'red' }, set, new Desk(set)))).toEqual([
      {
        afterMs: 0,
        path: '/Client/Preferences/Profile/Application/PlayerColor2',
        value: { type: 16, color: '#ffea2828' },
      },
    ]);
  });

  it('belongs to the layer of a player', () => {
    const steps = stepsOf(
      { do: 'color', deck: { device: 'left', deck: 2 }, color: '#102030' },
      set,
      new Desk(set),
    );
    expect(happens(steps)).toEqual([
      { afterMs: 0, path: '/Client/Preferences/PlayerJogColorB', value: { type: 16, color: '#ff102030' } },
    ]);
  });
});
