/** Decks without hardware, with the real pipeline. */
import { beforeEach, describe, expect, test } from 'vitest';
import { pipelineUnderTest } from '../../test/support/pipeline.ts';
import { type ScriptedDeck, ScriptedDecks } from '../../test/support/scripted-decks.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { membersOf } from '../../test/support/source.ts';
import { UNKNOWN_TRACK } from '../core/track.ts';
import { CombinedSource } from '../sources/shared/combined-source.ts';
import type { Tags } from './index.ts';
import { type DeckSettings, deckOptions } from './options.ts';

const RED = '#ea2828';

let show: ReturnType<typeof pipelineUnderTest>;
let settings: { -readonly [Name in keyof DeckSettings]: DeckSettings[Name] };
let decks: ScriptedDecks;

beforeEach(() => {
  show = pipelineUnderTest();
  settings = settingsOf(deckOptions, {});
  decks = scripted('script');
});

function scripted(name: string): ScriptedDecks {
  return new ScriptedDecks({ name, settings, tools: { clock: show.clock, log: show.log } });
}

function open(): void {
  show.follow(decks);
  decks.connect('unit');
}

function named(title: string): Partial<Tags> {
  return {
    title,
    artist: `${title}'s artist`,
    location: `stick/${title}.mp3`,
    filename: `${title}.mp3`,
    durationMs: 300_000,
  };
}

/** Loads a track, and starts it behind a closed fader. */
async function bring(deck: ScriptedDeck, title: string, on = decks): Promise<void> {
  on.load(deck, named(title));
  on.on(deck, { kind: 'level', level: 0 });
  await show.clock.advance(2_000);
  on.play(deck);
  await show.clock.advance(500);
}

function level(deck: ScriptedDeck, to: number): void {
  decks.on(deck, { kind: 'level', level: to });
}

async function fade(from: ScriptedDeck, to: ScriptedDeck): Promise<void> {
  for (const position of [0.25, 0.5, 0.75, 1]) {
    level(to, position);
    level(from, 1 - position);
    await show.clock.advance(100);
  }
}

describe('the track that the audience hears', () => {
  beforeEach(() => open());

  test('is published with its source and all known tags', async () => {
    await bring(2, 'One');
    expect(show.published).toEqual([]);
    level(2, 0.9);
    expect(show.published).toMatchObject([
      { playId: expect.stringMatching(/^script:\w+:1$/), deck: '2', source: 'script', hidden: false },
    ]);
    expect(show.published[0]?.track).toEqual({
      ...UNKNOWN_TRACK,
      title: 'One',
      artist: "One's artist",
      filename: 'One.mp3',
      durationMs: 300_000,
    });
  });

  test('comes from any number of decks, listed in their order', async () => {
    for (let number = 1; number <= 12; number += 1) {
      await bring(number, `Track ${number}`);
    }
    level(12, 1);
    expect(show.story()).toEqual(['track Track 12']);
    expect(decks.decks().map(({ deck }) => deck)).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index + 1)),
    );
  });

  test('is overridden when the operator puts a silent deck on air', async () => {
    await bring(1, 'One');
    level(1, 1);
    await bring(2, 'Two');
    expect(decks.putOnAir('3')).toBe(false);
    expect(decks.putOnAir('2')).toBe(true);
    expect(show.story()).toEqual(['track One', 'track Two']);
    expect(decks.decks()[1]).toMatchObject({
      featured: true,
      reason: expect.stringContaining('put on air by the operator'),
    });
  });

  test('is the next track until it was on air', async () => {
    await bring(1, 'One');
    await bring(2, 'Two');
    level(1, 1);
    expect(decks.decks()).toMatchObject([{ announced: true }, { announced: false }]);
    level(1, 0);
    level(2, 1);
    expect(decks.decks()).toMatchObject([
      { announced: true, featured: false },
      { announced: true, featured: true },
    ]);
  });

  test('is put on air only if the deck still has the requested play', async () => {
    await bring(1, 'One');
    level(1, 1);
    await bring(2, 'Two');
    const meant = decks.decks()[1]?.play;
    await bring(2, 'Three');
    expect(decks.putOnAir('2', meant)).toBe(false);
    expect(show.story()).toEqual(['track One']);
    const loaded = decks.decks()[1]?.play;
    expect(decks.putOnAir('2', loaded)).toBe(true);
    const earlier = decks.decks()[0]?.play;
    expect([decks.putOnAir('1', earlier), decks.putOnAir('1', earlier)]).toEqual([true, true]);
    expect(show.story()).toEqual(['track One', 'track Three', 'track One']);
  });
});

describe('a new set that begins with the next track', () => {
  const onAir = () => decks.decks().flatMap(({ deck, featured }) => (featured ? [deck] : []));
  const setsAndPlaces = () => show.published.map(({ set = 0, position }) => [set, position]);

  beforeEach(async () => {
    open();
    await bring(1, 'One');
    level(1, 1);
    await bring(2, 'Two');
  });

  test('leaves the track on air to the earlier set, even if its deck goes on', async () => {
    decks.play(1, false);
    await show.clock.advance(5_000);
    show.pipeline.newSet(true);
    decks.play(1);
    await show.clock.advance(5_000);
    expect([show.story(), onAir()]).toEqual([['track One', 'off air (hidden)'], []]);
    await fade(1, 2);
    expect(show.story().slice(2)).toEqual(['track Two']);
    expect([setsAndPlaces().at(-1), onAir()]).toEqual([[1, 1], ['2']]);
  });

  test('takes that track when the operator puts it on air again', async () => {
    show.pipeline.newSet(true);
    const { play } = decks.decks()[0] ?? {};
    expect(decks.putOnAir('1', play)).toBe(true);
    expect(show.story()).toEqual(['track One', 'off air (hidden)', 'track One']);
    expect([setsAndPlaces(), onAir()]).toEqual([
      [
        [0, 1],
        [0, 1],
        [1, 1],
      ],
      ['1'],
    ]);
  });

  test('keeps a track that waits, and its deck', async () => {
    show.settings.delay = 10;
    await fade(1, 2);
    show.pipeline.newSet(true);
    expect(onAir()).toEqual(['2']);
    await show.clock.advance(10_000);
    expect(show.story()).toEqual(['track One', 'off air (hidden)', 'track Two']);
    expect(setsAndPlaces().at(-1)).toEqual([1, 1]);
  });

  test('does so with several sources', async () => {
    const again = new CombinedSource(membersOf({ script: scripted('other'), second: decks }), {
      log: show.log,
      clock: show.clock,
    });
    again.leaveAir((play) => play === decks.decks()[0]?.play);
    expect(onAir()).toEqual([]);
  });
});

describe('several devices', () => {
  const left = { device: 'left', number: 2 };
  const right = { device: 'right', number: 1 };

  beforeEach(() => {
    show.follow(decks);
    for (const [index, device] of ['right', 'left'].entries()) {
      decks.connect(device, 'layers');
      decks.apply({ device, kind: 'player', player: 2 - index });
    }
  });

  test('have one table, labeled by player and layer', async () => {
    await bring(left, 'One');
    await bring(right, 'Two');
    level(left, 1);
    await fade(left, right);
    expect(show.published.map(({ deck }) => deck)).toEqual(['1B', '2A']);
    expect(decks.decks().map(({ deck, device }) => [deck, device])).toEqual([
      ['1B', 'The left'],
      ['2A', 'The right'],
    ]);
  });

  test('give way to each other when one leaves', async () => {
    await bring(left, 'One');
    level(left, 1);
    await bring(right, 'Two');
    level(right, 0.3);
    decks.apply({ device: 'left', kind: 'gone' });
    expect(show.story()).toEqual(['track One', 'track Two']);
    expect(decks.decks().map(({ deck }) => deck)).toEqual(['2A']);
  });

  test('with the same number cause one warning', () => {
    decks.apply({ device: 'left', kind: 'player', player: 2 }, { device: 'left', kind: 'player', player: 2 });
    expect(show.log.at('warn')).toEqual(['two players have the same number, so one is labeled with another']);
  });

  test('with the same number get different labels, and each deck can be put on air', async () => {
    decks.apply({ device: 'left', kind: 'player', player: 2 });
    await bring(right, 'One');
    level(right, 1);
    await bring(left, 'Two');
    expect(decks.decks().map(({ deck, device }) => [deck, device])).toEqual([
      ['1B', 'The left'],
      ['2A', 'The right'],
    ]);
    expect([decks.putOnAir('1B'), decks.putOnAir('2B')]).toEqual([true, false]);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });
});

describe('several units with numbered decks', () => {
  const first = { device: 'first', number: 1 };
  const second = { device: 'second', number: 1 };
  const labels = () => decks.decks().map(({ deck }) => deck);

  beforeEach(() => {
    show.follow(decks);
    decks.connect('mixer');
    decks.connect('first');
  });

  test('are told apart by unit, as soon as there are two with decks', async () => {
    await bring(first, 'One');
    level(first, 1);
    expect(labels()).toEqual(['1']);
    decks.connect('second');
    await bring(second, 'Two');
    expect(labels()).toEqual(['1A', '2A']);
    expect([decks.putOnAir('1'), decks.putOnAir('2A')]).toEqual([false, true]);
    expect(show.story()).toEqual(['track One', 'track Two']);
  });

  test('have their own numbers, if these differ', async () => {
    decks.connect('second');
    for (const [index, device] of ['second', 'first'].entries()) {
      decks.apply({ device, kind: 'player', player: index + 1 });
    }
    await bring(first, 'One');
    await bring({ device: 'second', number: 2 }, 'Two');
    expect(decks.decks().map(({ deck, device }) => [deck, device])).toEqual([
      ['1B', 'The second'],
      ['2A', 'The first'],
    ]);
  });

  test('keep their labels when one leaves and comes back, and make room for another one', async () => {
    decks.connect('second');
    await bring(first, 'One');
    await bring(second, 'Two');
    decks.apply({ device: 'first', kind: 'gone' });
    expect(labels()).toEqual(['2A']);
    decks.connect('first');
    await show.clock.advance(1_000);
    expect(labels()).toEqual(['1A', '2A']);
    decks.apply({ device: 'first', kind: 'gone' });
    decks.connect('third');
    await bring({ device: 'third', number: 1 }, 'Three');
    expect(labels()).toEqual(['1A', '2A']);
    expect(decks.putOnAir('1A')).toBe(true);
    expect(show.story()).toEqual(['track Three']);
  });
});

test('several deck sources have their own decks, and share the settings', async () => {
  const other = scripted('other');
  const both = new CombinedSource(membersOf({ script: decks, other }), { log: show.log, clock: show.clock });
  show.follow(both);
  await bring(1, 'One');
  await bring(1, 'Two', other);
  decks.on(1, { kind: 'color', color: RED });
  other.on(1, { kind: 'color', color: RED });
  level(1, 1);
  expect(show.published).toMatchObject([
    { playId: expect.stringMatching(/^script:\w+:1$/), source: 'script', hidden: false },
  ]);
  settings['hide.color'] = 'red';
  both.settingsChanged();
  expect(show.published.at(-1)).toMatchObject({
    playId: expect.stringMatching(/^script:\w+:1$/),
    hidden: true,
  });
  expect(both.decks().map(({ hidden }) => hidden)).toEqual([true, true]);
});
