import { describe, expect, it } from 'vitest';
import { Desk, type Write } from './desk.ts';
import { deviceSpecs } from './device-spec.ts';

const allInOne = () => new Desk({ devices: deviceSpecs([{ id: 'prime4', software: 'JC11' }]) });

const players = (more: Partial<Parameters<typeof deviceSpecs>[0][number]> = {}) =>
  new Desk({
    devices: deviceSpecs([
      { id: 'left', software: 'JP13', ...more },
      { id: 'right', software: 'JP13' },
      { id: 'mixer', software: 'JM08' },
    ]),
  });

const said = (writes: readonly Write[]) =>
  writes.map(({ device, path, value }) => {
    const { value: number, state } = value ?? {};
    return [device, path, number ?? state];
  });

describe('the desk of an all-in-one', () => {
  it('publishes its own fader and the resulting level', () => {
    expect(said(allInOne().moveFader({ device: 'prime4', deck: 2 }, 0.5))).toEqual([
      ['prime4', '/Mixer/CH2faderPosition', 0.5],
      ['prime4', '/Engine/Deck2/ExternalMixerVolume', 0.5],
    ]);
  });

  it('closes the even channels when the crossfader moves to the left', () => {
    const desk = allInOne();
    desk.moveFader({ device: 'prime4', deck: 1 }, 1);
    desk.moveFader({ device: 'prime4', deck: 2 }, 1);
    const levels = said(desk.moveCrossfader('prime4', 0));
    expect(levels).toContainEqual(['prime4', '/Mixer/CrossfaderPosition', 0]);
    expect(levels).toContainEqual(['prime4', '/Engine/Deck1/ExternalMixerVolume', 1]);
    expect(levels).toContainEqual(['prime4', '/Engine/Deck2/ExternalMixerVolume', 0]);
  });

  it('leaves both sides open while the crossfader rests in the middle', () => {
    const desk = allInOne();
    expect(said(desk.moveFader({ device: 'prime4', deck: 1 }, 1))[1]?.[2]).toBe(1);
    expect(said(desk.moveFader({ device: 'prime4', deck: 2 }, 1))[1]?.[2]).toBe(1);
  });
});

describe('the desk of two players beside a mixer', () => {
  it('writes the level into the player and moves the channel of the mixer', () => {
    expect(said(players().moveFader({ device: 'right', deck: 1 }, 0.8))).toEqual([
      ['mixer', '/Mixer/CH2faderPosition', 0.8],
      ['right', '/Engine/Deck1/ExternalMixerVolume', 0.8],
    ]);
  });

  it('publishes no level of a player whose level is stuck', () => {
    const writes = players({ levels: 'stuck' }).moveFader({ device: 'left', deck: 1 }, 1);
    expect(writes.map(({ device }) => device)).toEqual(['mixer']);
  });

  it('sends a restarted player its levels again', () => {
    const desk = players();
    desk.moveFader({ device: 'left', deck: 1 }, 0.7);
    expect(said(desk.restart('left'))).toContainEqual(['left', '/Engine/Deck1/ExternalMixerVolume', 0.7]);
  });
});

describe('a restarted mixer', () => {
  it('sends its faders again', () => {
    const desk = players();
    desk.moveFader({ device: 'right', deck: 1 }, 0.4);
    expect(said(desk.restart('mixer'))).toContainEqual(['mixer', '/Mixer/CH2faderPosition', 0.4]);
  });
});

describe('the tempo master', () => {
  it('is the first deck that plays', () => {
    expect(said(allInOne().play({ device: 'prime4', deck: 3 }))).toEqual([
      ['prime4', '/Engine/Deck3/DeckIsMaster', true],
    ]);
  });

  it('is the deck that has played longest after the master stops', () => {
    const desk = allInOne();
    desk.play({ device: 'prime4', deck: 1 });
    desk.play({ device: 'prime4', deck: 2 });
    expect(said(desk.stop({ device: 'prime4', deck: 1 }))).toEqual([
      ['prime4', '/Engine/Deck1/DeckIsMaster', false],
      ['prime4', '/Engine/Deck2/DeckIsMaster', true],
    ]);
  });

  it('is chosen again after its device lost power', () => {
    const desk = allInOne();
    desk.play({ device: 'prime4', deck: 1 });
    desk.restart('prime4');
    expect(said(desk.play({ device: 'prime4', deck: 1 }))).toEqual([
      ['prime4', '/Engine/Deck1/DeckIsMaster', true],
    ]);
  });
});
