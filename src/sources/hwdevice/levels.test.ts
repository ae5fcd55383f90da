import { beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { sourceNotes } from '../../../test/support/source.ts';
import { DeckTable, deckId } from '../../decks/index.ts';
import { deckOptions } from '../../decks/options.ts';
import { DeckEvents } from './deck-events.ts';
import { DeckLevels } from './levels.ts';

const UNIT = 'unit';

let levels: DeckLevels;

beforeEach(() => {
  levels = new DeckLevels();
});

function fader(channel: number, level: number, device = UNIT): void {
  levels.note(device, { kind: 'fader', channel, level });
}

function crossfader(position: number): void {
  levels.note(UNIT, { kind: 'crossfader', position });
}

/** Level that a mixer computes from fader and crossfader. */
function effective(number: number, level: number, device = UNIT): void {
  levels.note(device, { kind: 'effectiveLevel', number, level });
}

/** Null for none. */
function assign(mixer: string, channel: number, deck: string | null): void {
  levels.note(mixer, { kind: 'carries', channel, deck });
}

function level(number: number, device = UNIT): number | undefined {
  return levels.of(device, number).level;
}

describe('level on a unit with faders', () => {
  test.each([0.012926, 0.9])('returns the fader, although the effective level stays at %f', (rests) => {
    effective(1, rests);
    for (const position of [0, 0.01, 0.02, 0.025, 0.1, 1, 0, 0.5]) {
      fader(1, position);
      expect(level(1)).toBe(position);
    }
  });

  test.each([
    ['closed first', [0, 1]],
    ['open first', [1, 0]],
  ])('returns the effective level once it followed the fader, %s', (_, positions) => {
    crossfader(1);
    for (const position of positions) {
      fader(1, position);
      effective(1, position);
    }
    fader(1, 1);
    effective(1, 0.8);
    expect(level(1)).toBe(0.8);
  });

  test('returns the effective level also if it is reported before the fader', () => {
    for (const position of [0, 1]) {
      effective(1, position);
      fader(1, position);
    }
    effective(1, 0.8);
    expect(level(1)).toBe(0.8);
  });

  test('ignores an effective level that follows another fader', () => {
    fader(1, 0);
    effective(1, 0);
    fader(1, 0.9);
    effective(1, 0.44);
    expect(level(1)).toBe(0.9);
    effective(1, 0.45);
    expect(level(1)).toBe(0.45);
  });

  test('decides for each deck whether its effective level follows the fader', () => {
    fader(2, 1);
    for (const position of [0, 1]) {
      fader(1, position);
      effective(1, position);
      effective(2, position / 100);
    }
    expect([level(1), level(2)]).toEqual([1, 1]);
  });

  test('returns fader times crossfader gain, with odd channels on the left', () => {
    fader(1, 1);
    fader(2, 0.5);
    crossfader(0);
    expect([level(1), level(2)]).toEqual([1, 0]);
    crossfader(0.5);
    expect([level(1), level(2)]).toEqual([1, 0.5]);
    crossfader(1);
    expect([level(1), level(2)]).toEqual([0, 0.5]);
    expect(levels.of(UNIT, 1).fader).toBe(1);
  });

  test('returns undefined for a deck that no channel carries', () => {
    assign(UNIT, 1, deckId(UNIT, 2));
    fader(1, 0.7);
    effective(1, 0.5);
    expect([level(1), level(2)]).toEqual([undefined, 0.7]);
  });
});

describe('level on a player without faders', () => {
  beforeEach(() => {
    effective(1, 0, 'left');
    effective(1, 0, 'right');
  });

  const both = () => [level(1, 'left'), level(1, 'right')];

  test('returns undefined until any deck on the network got an effective level', () => {
    expect(both()).toEqual([undefined, undefined]);
    effective(1, 0.001, 'left');
    effective(1, 0, 'left');
    expect(both()).toEqual([0, 0]);
  });

  test('ignores the effective level of an all-in-one, also after it left', () => {
    fader(1, 1);
    effective(1, 0.9);
    expect(both()).toEqual([undefined, undefined]);
    levels.leave(UNIT);
    expect(both()).toEqual([undefined, undefined]);
  });

  test("keeps the mixer's levels, even zero, when the player with the higher level leaves", () => {
    effective(1, 0.9, 'left');
    levels.leave('left');
    expect(both()).toEqual([0.9, 0]);
  });

  test('returns the level of a channel on another mixer that carries the deck', () => {
    assign('mixer', 1, deckId('right', 1));
    assign('mixer', 2, null);
    fader(2, 1, 'mixer');
    fader(1, 1.27, 'mixer');
    expect(both()).toEqual([undefined, 1]);
  });
});

test('warns once of an open fader that counts as silent, and names the setting', async () => {
  const [clock, log, notes] = [fakeClock(), keptLog(), sourceNotes()];
  const settings = settingsOf(deckOptions, {});
  const devices = new DeckEvents();
  const decks = new DeckTable({
    source: 'hwdevice',
    settings,
    listener: notes.listener,
    tools: { clock, log },
  });
  const report = (path: string, value: number | boolean | string): void =>
    decks.apply(...devices.state(UNIT, path, { type: null, value }));
  const device = { source: 'prime4', software: 'JC11', version: '4.3.0', address: '10.0.0.4', port: 1 };
  decks.apply(...devices.connected({ token: UNIT, ...device }));
  report('/Engine/Deck1/Play', true);
  report('/Engine/Deck1/PlayState', true);
  report('/Engine/Deck1/Track/SongLoaded', true);
  report('/Engine/Deck1/Track/SongName', 'One');
  report('/Mixer/CH1faderPosition', 0.93);
  report('/Mixer/CrossfaderPosition', 1);
  await clock.advance(9_999);
  expect(log.at('warn')).toEqual([]);
  await clock.advance(60_000);
  report('/Mixer/CH1faderPosition', 0);
  report('/Mixer/CH1faderPosition', 0.93);
  await clock.advance(60_000);
  expect(log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
    { fields: { deck: '1', fader: 0.93, level: 0, hint: expect.stringContaining('--detection.crossfader') } },
  ]);
  expect(notes.announced).toEqual([]);
  Object.assign(settings, { 'detection.crossfader': 'off' });
  decks.settingsChanged();
  expect(notes.transitions.map(({ track }) => track.title)).toEqual(['One']);
});
