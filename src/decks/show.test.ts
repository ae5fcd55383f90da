/** Decks without hardware, with the real pipeline. */
import { beforeEach, describe, expect, test } from 'vitest';
import { pipelineUnderTest } from '../../test/support/pipeline.ts';
import { type ScriptedDeck, ScriptedDecks } from '../../test/support/scripted-decks.ts';
import { settingsOf } from '../../test/support/settings.ts';
import { membersOf } from '../../test/support/source.ts';
import { entryOf } from '../core/record.ts';
import { type SetEntry, UNKNOWN_TRACK } from '../core/track.ts';
import { CombinedSource } from '../sources/shared/combined-source.ts';
import type { Tags } from './index.ts';
import { type DeckSettings, deckOptions } from './options.ts';

const RED = '#ea2828';
const EARLIER = { session: 1, startedAt: 0 };

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

/** Two sources with a track each, in the order of the reports; `script` is first in the user's order. */
async function openBoth(reports: readonly ('script' | 'other')[], ...titles: readonly string[]) {
  const members = { script: decks, other: scripted('other') };
  const both = new CombinedSource(membersOf(members), { log: show.log, clock: show.clock });
  show.follow(both);
  for (const [index, name] of reports.entries()) {
    members[name].connect('unit');
    await bring(1, titles[index] ?? '', members[name]);
    members[name].on(1, { kind: 'level', level: 1 });
  }
  return { both, first: members.script };
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

  test.each([true, false])(
    'returns when the chosen one leaves its deck (reloaded: %s)',
    async (isReloaded) => {
      await bring(1, 'One');
      level(1, 1);
      await bring(2, 'Two');
      decks.putOnAir('2');
      if (isReloaded) {
        await bring(2, 'Three');
      } else {
        decks.on(2, { kind: 'loaded', loaded: false });
      }
      await show.clock.advance(10_000);
      expect(show.story()).toEqual(['track One', 'track Two', 'track One']);
      expect(decks.decks()[0]).toMatchObject({ featured: true, reason: expect.stringContaining('leads') });
    },
  );

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

  test('is not the next track after the operator put it on air and another one leads', async () => {
    await bring(1, 'One');
    await bring(2, 'Two');
    level(1, 1);
    decks.putOnAir('2');
    await bring(3, 'Three');
    level(3, 1);
    level(1, 0);
    expect(show.story()).toEqual(['track One', 'track Two', 'track Three']);
    expect(decks.decks().map(({ announced }) => announced)).toEqual([true, true, true]);
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

test('a track that was on two decks is hidden by the color of both while the next one waits', async () => {
  settings['hide.color'] = 'red';
  open();
  await bring(1, 'One');
  level(1, 1);
  await bring(2, 'One');
  await fade(1, 2);
  show.settings.delay = 10;
  await bring(3, 'Two');
  await fade(2, 3);
  // The DJ colors deck 1 for its next load.
  decks.on(1, { kind: 'color', color: RED });
  expect(show.story()).toEqual(['track One']);
  decks.on(2, { kind: 'color', color: RED });
  expect(show.story()).toEqual(['track One', 'hide (hidden)']);
});

describe('the end of a show', () => {
  test.each(['the track on air', 'the held track, too'])(
    'takes %s off air while decks go on, until the next one',
    async (which) => {
      open();
      await bring(1, 'One');
      level(1, 1);
      await bring(2, 'Two');
      const [isHeld, last] = which === 'the track on air' ? [false, 1] : [true, 2];
      if (isHeld) {
        show.settings.delay = 10;
        await fade(1, 2);
        show.settings.delay = 0;
      }
      expect(show.pipeline.endShow()).toBe(true);
      level(last, 0.9);
      await show.clock.advance(20_000);
      expect(show.story()).toEqual(['track One', 'off air (hidden)']);
      expect(decks.decks()[last - 1]?.reason).toMatch(/leads, but stays off air until you put it on air/);
      await bring(3, 'Three');
      await fade(last, 3);
      expect(show.story().slice(2)).toEqual(['track Three']);
      expect(show.published.at(-1)).toMatchObject({ position: 2 });
    },
  );
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

  test.each([
    [
      'deckcast restarts',
      (last: SetEntry) => {
        show = pipelineUnderTest(undefined, undefined, show.clock);
        show.pipeline.resume({ ...EARLIER, entries: [], before: [last] });
      },
    ],
    [
      'deckcast has restarted, but no source has reported it yet',
      (last: SetEntry) => {
        show = pipelineUnderTest(undefined, undefined, show.clock);
        show.pipeline.resume({ ...EARLIER, entries: [last] });
        show.pipeline.newSet(true);
      },
    ],
    [
      'the source restarts',
      () => {
        show.pipeline.newSet(true);
        show.pipeline.sourceReplaced([]);
      },
    ],
  ])('keeps the track off air if %s, until the operator puts it on air', async (_, restart) => {
    restart(entryOf(show.published[0] ?? expect.fail('nothing was on air')));
    const before = show.published.length;
    decks = scripted('script');
    open();
    await bring(1, 'One');
    level(1, 1);
    await show.clock.advance(5_000);
    expect([show.story().slice(before), onAir()]).toEqual([[], []]);
    expect(decks.putOnAir('1')).toBe(true);
    expect(show.story().slice(before)).toEqual(['track One']);
    expect(show.published.at(-1)?.position).toBe(1);
  });

  test('shows the track if the DJ plays it anew, long after a restart', async () => {
    const last = entryOf(show.published[0] ?? expect.fail('nothing was on air'));
    show = pipelineUnderTest(undefined, undefined, show.clock);
    show.pipeline.resume({ ...EARLIER, entries: [], before: [last] });
    decks = scripted('script');
    open();
    await show.clock.advance(30_000);
    await bring(1, 'One');
    level(1, 1);
    expect(show.story()).toEqual(['track One']);
  });

  test.each(['lost', 'gone'] as const)('keeps the track off air when its device was %s', async (kind) => {
    show.pipeline.newSet(true);
    decks.apply({ device: 'unit', kind });
    await show.clock.advance(3_000);
    decks.connect('unit');
    decks.on(1, { kind: 'loaded', loaded: true }, { kind: 'tags', tags: named('One') });
    decks.play(1);
    await show.clock.advance(5_000);
    expect(show.story()).toEqual(['track One', 'off air (hidden)']);
  });

  test('keeps the deck of a track that waits while nothing else is on air', async () => {
    show.pipeline.offAir(show.published[0]?.playId ?? '');
    show.settings.delay = 10;
    await fade(1, 2);
    expect(show.pipeline.newSet(true)).toBe(true);
    expect(onAir()).toEqual(['2']);
  });

  test('says that the leading deck stays off air', () => {
    expect(decks.decks()[0]?.reason).not.toMatch(/off air/);
    show.pipeline.newSet(true);
    expect(decks.decks()[0]?.reason).toBe('Deck 1 leads, but stays off air until you put it on air');
  });

  test('puts a track on air again that two sources play', async () => {
    const { both } = await openBoth(['other', 'script'], 'Three', 'Three');
    show.pipeline.newSet(true);
    expect(both.putOnAir?.('1', both.decks()[0]?.play)).toBe(true);
    expect(show.story().slice(1)).toEqual(['track Three', 'off air (hidden)', 'track Three']);
  });

  test('keeps another source waiting while the deck goes on', async () => {
    const { first } = await openBoth(['script', 'other'], 'Three', 'Four');
    show.pipeline.newSet(true);
    await show.clock.advance(5_000);
    expect(show.story().slice(1)).toEqual(['track Three', 'off air (hidden)']);
    first.on(1, { kind: 'level', level: 0 });
    await show.clock.advance(5_000);
    expect(show.story().slice(3)).toEqual(['track Four']);
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
