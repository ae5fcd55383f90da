import { describe, expect, test } from 'vitest';
import { A, B, C, pipelineUnderTest, textOf } from '../../../test/support/pipeline.ts';
import { track, transition } from '../../../test/support/tracks.ts';
import type { EarlierSet } from '../../core/contracts/set.ts';
import { entryOf } from '../../core/record.ts';
import { type Publication, type Transition, UNKNOWN_TRACK } from '../../core/track.ts';
import { regex } from '../../settings/kinds.ts';

/** `published`: by the continued run. */
function continuing(published: readonly Publication[]) {
  const entries = [...new Map(published.map((one) => [one.position, entryOf(one)])).values()];
  const [first] = entries;
  const earlier: EarlierSet = { session: 1, startedAt: first?.at ?? 0, entries };
  return pipelineUnderTest(undefined, () => earlier);
}

type Pipeline = ReturnType<typeof pipelineUnderTest>['pipeline'];

function again(one: Transition, change: Partial<Transition> = {}): Transition {
  return { ...one, playId: `${one.playId} again`, ...change };
}

describe('a track hidden by the operator', () => {
  const spelled = track({ artist: 'ADA', title: 'Blue ' });

  function hiddenOnce() {
    const show = pipelineUnderTest();
    show.pipeline.transition(A);
    show.pipeline.hide();
    show.pipeline.transition(B);
    return show;
  }

  test.each([
    ['in this run', () => hiddenOnce()],
    ['after a restart', () => continuing(hiddenOnce().recorded)],
  ])('stays hidden in every later play, %s', (_, show) => {
    const { pipeline, settings, view, published } = show();
    settings.delay = 10;
    const { playId: play } = again(A);
    expect(view({ deck: '3', play, track: spelled })).toMatchObject({
      hidden: true,
      track: UNKNOWN_TRACK,
      hiddenBy: 'operator',
    });
    pipeline.transition(again(A, { deck: '3', track: spelled }));
    expect(pipeline.held()).toMatchObject({ hidden: true, track: UNKNOWN_TRACK });
    pipeline.skip();
    expect(published.at(-1)).toMatchObject({ kind: 'track', hidden: true });
    expect(pipeline.hiddenBy()).toBe('operator');
  });

  test('is visible after a reveal and restarts until the next hide; plays that ended hidden stay hidden', () => {
    const first = hiddenOnce();
    first.pipeline.transition(again(A));
    first.pipeline.reveal();
    first.pipeline.transition(C);
    first.pipeline.transition(again(again(A)));
    expect(first.story().slice(3)).toEqual(['track (hidden)', 'reveal Blue', 'track Green', 'track Blue']);
    const entries = () => [...new Map(first.recorded.map((one) => [one.position, one])).values()];
    expect(entries().map(({ hidden }) => hidden)).toEqual([true, false, false, false, false]);

    const next = continuing(first.recorded);
    next.pipeline.transition(B);
    next.pipeline.transition(again(A));
    expect(next.story()).toEqual(['track Red', 'track Blue']);
    next.pipeline.hide();
    const third = continuing([...first.recorded, ...next.recorded]);
    third.pipeline.transition(again(A));
    expect(third.story()).toEqual(['track (hidden)']);
  });

  test('is revealed after its play, unless it is hidden in a later one, and may be played again', () => {
    const { pipeline, recorded, story } = hiddenOnce();
    pipeline.transition(again(A));
    pipeline.transition(C);
    expect(pipeline.reveal(1)).toBe(false);
    expect(pipeline.reveal(9)).toBe(false);
    expect(pipeline.reveal(3)).toBe(true);
    expect(pipeline.reveal(1)).toBe(true);
    const hidden = new Map(recorded.map((one) => [one.position, one.hidden]));
    expect([...hidden.values()]).toEqual([false, false, false, false]);
    pipeline.transition(again(again(A)));
    expect(story().at(-1)).toBe('track Blue');
  });

  test('is revealed after a restart with its names', () => {
    const { pipeline, recorded } = continuing(hiddenOnce().recorded);
    pipeline.transition(C);
    expect(pipeline.reveal(1)).toBe(true);
    expect(recorded.at(-1)).toMatchObject({
      kind: 'reveal',
      position: 1,
      hidden: false,
      track: { title: 'Blue' },
    });
  });
});

test.each(['the source', 'the program'])(
  'a set begun with the next track stays without the last one after a restart of %s without decks',
  (restarted) => {
    const undecked = ({ deck: _, ...one }: Transition, playId: string) => ({ ...one, playId });
    const first = pipelineUnderTest();
    first.pipeline.transition(undecked(A, 'one'));
    first.pipeline.transition(undecked(B, 'two'));
    expect(first.pipeline.newSet(true)).toBe(true);
    const show = restarted === 'the source' ? first : pipelineUnderTest();
    if (restarted === 'the source') {
      show.pipeline.sourceReplaced([]);
    } else {
      const before = first.published.slice(0, 2).map(entryOf);
      show.pipeline.resume({ session: 1, startedAt: 0, entries: [], before });
    }
    const shown = show.published.length;
    show.pipeline.transition(undecked(B, 'three'));
    show.pipeline.transition(undecked(A, 'four'));
    show.pipeline.transition(undecked(B, 'five'));
    expect(show.published.slice(shown)).toMatchObject([
      { position: 1, track: { title: 'Blue' } },
      { position: 2, track: { title: 'Red' } },
    ]);
  },
);

describe('a track that the operator hid before its artist was known', () => {
  const untold = { ...A, track: { ...A.track, artist: '', filename: '' } };

  function hiddenUntold() {
    const show = pipelineUnderTest();
    show.pipeline.transition(untold);
    show.pipeline.hide();
    return show;
  }

  test.each(['on air', 'over'])('stays hidden with it, if it comes while the track is %s', (state) => {
    const { pipeline, story, recorded } = hiddenUntold();
    if (state === 'over') {
      pipeline.transition(B);
    }
    pipeline.namesChanged(untold.playId, A.track, undefined);
    pipeline.transition(C);
    pipeline.transition(again(A));
    expect(story().at(-1)).toBe('track (hidden)');
    expect(textOf(recorded)).not.toMatch(/Ada.*Green/);
  });

  test.each(['again', 'after a restart'])('stays hidden if it is reported without it %s', (when) => {
    const show = hiddenUntold();
    show.pipeline.namesChanged(untold.playId, A.track, undefined);
    show.pipeline.transition(B);
    const later = when === 'again' ? show : continuing(show.recorded);
    later.pipeline.transition(again(untold));
    later.pipeline.namesChanged(again(untold).playId, A.track, undefined);
    expect(later.story().slice(-1)).toEqual(['track (hidden)']);
  });
});

describe('a track of a continued set, hidden before the first transition,', () => {
  function setBefore() {
    const before = pipelineUnderTest();
    before.pipeline.transition(A);
    before.pipeline.transition(B);
    return before.recorded;
  }

  test('leaves the records at once, and stays hidden in later plays', () => {
    const recorded = setBefore();
    const { pipeline, earlier, story } = continuing(recorded);
    expect(pipeline.hide(3)).toBe(false);
    expect(pipeline.hide(1)).toBe(true);
    expect(earlier()).toEqual(['2 Red', '1 (hidden)']);
    const [first] = recorded;
    expect(first && pipeline.viewEntry(entryOf(first))).toMatchObject({ hidden: true, track: UNKNOWN_TRACK });
    pipeline.transition(again(B));
    pipeline.transition(again(A));
    expect(story()).toEqual(['track Red', 'track (hidden)']);
  });

  test('stays hidden in later runs if its color had hidden it too, on air or over', () => {
    const before = pipelineUnderTest();
    before.pipeline.transition({ ...A, hidden: true });
    before.pipeline.transition({ ...C, hidden: true });
    before.pipeline.transition(B);
    before.pipeline.hide(2);
    const next = continuing(before.recorded);
    expect(next.pipeline.hide(1)).toBe(true);
    const third = continuing([...before.recorded, ...next.recorded]);
    for (const { pipeline, published } of [next, third]) {
      for (const one of [again(B), again(A), again(C)]) {
        pipeline.transition(one);
      }
      expect(published.map(({ hidden }) => hidden)).toEqual([false, true, true]);
    }
  });

  test('keeps its position and stays hidden when it continues', () => {
    const { pipeline, published } = continuing(setBefore());
    pipeline.hide(2);
    pipeline.transition(again(B));
    expect(published).toMatchObject([{ kind: 'track', position: 2, hidden: true }]);
  });

  test.each([
    ['the operator', '', (before: Pipeline) => before.edit({ title: 'Blue (Dub)' })],
    ['an expression', '(?P<title>Bl)ue', () => undefined],
  ])('is recognized by its reported names if %s has changed them', async (_, expression, rename) => {
    const parsed = await regex('title').parse(expression);
    const extracting = (show: ReturnType<typeof pipelineUnderTest>) => {
      show.settings['extract.regex.title'] = parsed.ok ? parsed.value : undefined;
      return show;
    };
    const before = extracting(pipelineUnderTest());
    before.pipeline.transition(A);
    rename(before.pipeline);
    before.pipeline.transition(B);
    const next = extracting(continuing(before.recorded));
    next.pipeline.hide(1);
    const third = extracting(continuing([...before.recorded, ...next.recorded]));
    for (const { pipeline, story } of [next, third]) {
      pipeline.transition(again(A));
      expect(story()).toEqual(['track (hidden)']);
    }
  });
});

test('a set that was read too late puts nothing on air, and hides what was hidden in it', () => {
  const before = pipelineUnderTest();
  before.pipeline.transition(A);
  before.pipeline.hide();
  before.pipeline.transition(B);
  const entries = [...new Map(before.recorded.map((one) => [one.position, entryOf(one)])).values()];
  const set: EarlierSet = { session: 1, startedAt: 0, entries };
  const early = pipelineUnderTest();
  early.pipeline.restoreHides(set);
  expect(early.published).toEqual([]);
  early.pipeline.transition(again(A));
  expect(early.published).toMatchObject([{ kind: 'track', position: 1, hidden: true }]);
  const late = pipelineUnderTest();
  late.pipeline.transition(again(A));
  late.pipeline.restoreHides(set);
  expect(late.story()).toEqual(['track Blue', 'hide (hidden)']);
});

test('a play before a restart is hidden when a rule or a later play hides its track', async () => {
  const before = pipelineUnderTest();
  for (const one of [A, B, C]) {
    before.pipeline.transition(one);
  }
  const { pipeline, earlier, hideTitles } = continuing(before.published);
  await hideTitles('Blue');
  pipeline.transition(again(C));
  expect(earlier()).toEqual(['3 Green', '1 (hidden)']);
  pipeline.transition(again(B));
  pipeline.hide();
  expect(earlier().slice(2)).toEqual(['2 (hidden)']);
  await hideTitles('no title');
  pipeline.settingsChanged();
  pipeline.reveal();
  expect(earlier().slice(3)).toEqual(['1 Blue', '2 Red']);
});

test('a track corrected before a restart keeps its position and names', () => {
  const placed = ({ published }: ReturnType<typeof continuing>) =>
    published.map(({ position, track: { title } }) => [position, title]);
  const before = pipelineUnderTest();
  before.pipeline.transition(A);
  before.pipeline.edit({ title: 'Blue (Dub)' });
  const next = continuing(before.published);
  next.pipeline.transition(again(A));
  next.pipeline.transition(B);
  const expected = [
    [1, 'Blue (Dub)'],
    [2, 'Red'],
  ];
  expect(placed(next)).toEqual(expected);
  // The run between has to store the correction too.
  const third = continuing(next.published.slice(0, 1));
  third.pipeline.transition(again(again(A)));
  expect(placed(third)).toEqual(expected.slice(0, 1));
  const other = continuing(before.published);
  other.pipeline.transition(B);
  expect(placed(other)).toEqual(expected.slice(1));
});

test.each<[string, (pipeline: Pipeline) => void]>([
  ['corrected, then hid', (pipeline) => [pipeline.edit({ title: 'Blue (Dub)' }), pipeline.hide()]],
  ['hid, then corrected', (pipeline) => [pipeline.hide(), pipeline.edit({ title: 'Blue (Dub)' })]],
])('a track that the operator %s before restarts is revealed with the corrected names', (_, decide) => {
  const before = pipelineUnderTest();
  before.pipeline.transition(A);
  decide(before.pipeline);
  const next = continuing(before.recorded);
  next.pipeline.transition(again(A));
  const third = continuing(next.recorded);
  third.pipeline.transition(again(again(A)));
  third.pipeline.reveal();
  expect(third.story()).toEqual(['track (hidden)', 'reveal Blue (Dub)']);
  expect(before.story().filter((one) => one.startsWith('hide'))).toHaveLength(1);
  const hidden = before.recorded.filter((one) => one.hidden).concat(next.recorded);
  expect(textOf(hidden)).not.toMatch(/Ada|Dub/);
});

test('a corrected play before a restart is hidden when a later play of the track is', () => {
  const before = pipelineUnderTest();
  before.pipeline.transition(A);
  before.pipeline.edit({ title: 'Blue (Dub)' });
  before.pipeline.transition(B);
  const { pipeline, earlier } = continuing(before.recorded);
  pipeline.transition(again(B));
  pipeline.transition(again(A));
  pipeline.hide();
  expect(earlier()).toEqual(['2 Red', '1 (hidden)']);
  pipeline.reveal();
  expect(earlier().slice(2)).toEqual(['1 Blue (Dub)']);
});

describe('a track hidden by the operator before a restart', () => {
  function hiddenByHand(one: Transition = A) {
    const before = pipelineUnderTest();
    before.pipeline.transition(one);
    before.pipeline.hide();
    return continuing(before.published);
  }

  test('keeps its position, and stays masked in the records', () => {
    const { pipeline, published } = hiddenByHand();
    pipeline.transition(again(A));
    pipeline.transition(B);
    expect(published.map(({ position, hidden }) => [position, hidden])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(textOf(published[0])).not.toMatch(/Ada|blue\.mp3/i);
  });

  test('is hidden as soon as its names arrive, in any spelling', () => {
    const { pipeline, story } = hiddenByHand();
    const late = again(A, { track: UNKNOWN_TRACK });
    pipeline.transition(late);
    pipeline.namesChanged(late.playId, track({ artist: 'ADA', title: 'Blue ' }));
    expect(story()).toEqual(['track ', 'hide (hidden)']);
  });

  test('is recognized by names that arrived after the hide', () => {
    const before = pipelineUnderTest();
    const late = transition({});
    before.pipeline.transition({ ...late, track: UNKNOWN_TRACK });
    before.pipeline.hide();
    before.pipeline.namesChanged(late.playId, A.track);
    const { pipeline, story } = continuing(before.recorded);
    pipeline.transition(again(A));
    expect(story()).toEqual(['track (hidden)']);
  });

  test('is recognized by its file name if it had no names', () => {
    const { pipeline, story } = hiddenByHand(transition({ filename: 'secret.mp3' }));
    pipeline.transition(transition({ artist: 'Ada', title: 'Named now', filename: 'secret.mp3' }));
    expect(story()).toEqual(['track (hidden)']);
  });

  test('stays visible in later plays after a reveal', () => {
    const { pipeline, story } = hiddenByHand();
    pipeline.transition(again(A));
    pipeline.reveal();
    pipeline.transition(B);
    pipeline.transition(again(again(A)));
    expect(story()).toEqual(['track (hidden)', 'reveal Blue', 'track Red', 'track Blue']);
  });

  test('stays hidden when the color that hid it first is cleared', () => {
    const before = pipelineUnderTest();
    before.pipeline.transition({ ...A, hidden: true });
    before.pipeline.hide();
    const { pipeline, story } = continuing(before.published);
    pipeline.transition(again(A, { hidden: true }));
    pipeline.visibility(again(A).playId, false);
    expect(story()).toEqual(['track (hidden)']);
  });
});

describe('a track revealed from a rule', () => {
  const phrase: Arrange = ({ settings }) => {
    settings['hide.contains.title'] = ['blue'];
  };
  const expression: Arrange = ({ hideTitles }) => hideTitles('^Bl');
  const listed: Arrange = ({ settings }) => {
    settings['hide.tracks'] = ['Ada - Blue'];
  };
  const genre: Arrange = ({ hideGenres }) => hideGenres('^$');
  type Arrange = (show: ReturnType<typeof pipelineUnderTest>) => void | Promise<void>;

  async function runWith(rules: readonly Arrange[], published?: readonly Publication[]) {
    const show = published === undefined ? pipelineUnderTest() : continuing(published);
    for (const rule of rules) {
      await rule(show);
    }
    return show;
  }

  async function revealedFrom(...rules: readonly Arrange[]) {
    const before = await runWith(rules);
    before.pipeline.transition(A);
    before.pipeline.reveal();
    expect(before.story()).toEqual(['track (hidden)', 'reveal Blue']);
    return before;
  }

  test.each([
    ['an expression', [expression]],
    ['a phrase', [phrase]],
    ['the list of tracks', [listed]],
    ['several', [expression, phrase, listed]],
  ])('stays revealed after each restart, from %s, until its next play', async (_, rules) => {
    let { recorded } = await revealedFrom(...rules);
    for (const run of [2, 3]) {
      const next = await runWith(rules, recorded);
      const [shown] = recorded.slice(-1).map((one) => next.pipeline.viewEntry(entryOf(one)));
      expect(shown).toMatchObject({ hidden: false, track: { title: 'Blue' } });
      next.pipeline.transition({ ...A, playId: `in run ${run}` });
      expect(next.published).toMatchObject([{ position: 1, hidden: false }]);
      next.pipeline.transition(B);
      next.pipeline.transition(again(A));
      expect(next.story()).toEqual(['track Blue', 'track Red', 'track (hidden)']);
      recorded = next.recorded.slice(0, 1);
    }
  });

  test('stays revealed if one of the rules is gone, on air or over', async () => {
    const before = await revealedFrom(expression, phrase);
    const { pipeline, story } = await runWith([phrase], before.recorded);
    pipeline.transition(again(A));
    expect(story()).toEqual(['track Blue']);
    before.pipeline.transition(B);
    const next = await runWith([phrase], before.recorded);
    next.pipeline.transition(again(B));
    next.pipeline.transition(C);
    expect(next.earlier()).toEqual(['2 Red']);
    expect(next.story()).toEqual(['track Red', 'track Green']);
  });

  test.each<[string, readonly Arrange[]]>([
    ['a rule that is new', [expression, genre]],
    ['its rule, which has other words now', [({ hideTitles }) => hideTitles('^Blue')]],
    ['a phrase that is new', [expression, phrase]],
    ['its listing, which is new', [expression, listed]],
  ])('is hidden by %s, in the same run, after a restart, and when over', async (_, rules) => {
    const before = await revealedFrom(expression);
    const { recorded } = await revealedFrom(expression);
    const next = await runWith(rules, recorded);
    next.pipeline.transition(again(A));
    expect(next.story()).toEqual(['track (hidden)']);
    const other = await runWith(rules, recorded);
    other.pipeline.transition(B);
    expect(other.earlier()).toEqual(['1 (hidden)']);
    for (const rule of rules) {
      await rule(before);
    }
    before.pipeline.settingsChanged();
    expect(before.story().slice(2)).toEqual(['hide (hidden)']);
  });

  test('is hidden after a restart by its color, and by the rule when the color is cleared', async () => {
    const { recorded } = await revealedFrom(expression);
    const { pipeline, story } = await runWith([expression], recorded);
    pipeline.transition(again(A, { hidden: true }));
    pipeline.visibility(again(A).playId, false);
    expect(story()).toEqual(['track (hidden)']);
  });

  test('takes new names of its source after a restart', async () => {
    const { recorded } = await revealedFrom(expression);
    const { pipeline, story } = await runWith([expression], recorded);
    pipeline.transition(again(A));
    pipeline.namesChanged(again(A).playId, { ...A.track, title: 'Blue (Live)' });
    expect(story()).toEqual(['track Blue', 'correction Blue (Live)']);
  });

  test('keeps corrections, and stores no rule in the records', async () => {
    const before = await revealedFrom(expression);
    before.pipeline.edit({ title: 'Bl (Dub)' });
    const { pipeline, story } = await runWith([expression], before.recorded);
    pipeline.transition(again(A));
    pipeline.namesChanged(again(A).playId, { ...A.track, title: 'Blue (Live)' });
    expect(story()).toEqual(['track Bl (Dub)']);
    expect(textOf(before.recorded)).not.toContain('^Bl');
  });
});

test('a track hidden by color before a restart keeps its position, and is visible without the color', () => {
  const before = pipelineUnderTest();
  before.pipeline.transition({ ...A, hidden: true });
  for (const [hidden, said] of [
    [true, ['track (hidden)']],
    [false, ['track Blue']],
  ] as const) {
    const { pipeline, published, story } = continuing(before.published);
    pipeline.transition(again(A, { hidden }));
    expect(story()).toEqual(said);
    expect(published[0]?.position).toBe(1);
  }
});

test('an entry of an earlier run is masked as soon as a rule matches', async () => {
  const before = pipelineUnderTest();
  before.pipeline.transition(A);
  const { pipeline, hideTitles } = continuing(before.published);
  const shown = () => before.published.map((one) => pipeline.viewEntry(entryOf(one)));
  expect(shown()).toMatchObject([{ hidden: false, track: { title: 'Blue' } }]);
  await hideTitles('Blue');
  expect(shown()).toMatchObject([{ position: 1, hidden: true }]);
  expect(textOf(shown().map(({ track: names }) => names))).not.toMatch(/Ada|Blue|blue\.mp3/);
});

test('a correction counts for later plays after each restart, and rules match what the source reports', async () => {
  const before = pipelineUnderTest();
  before.pipeline.transition(A);
  before.pipeline.edit({ title: 'Bluer' });
  before.pipeline.transition(B);
  const next = continuing(before.recorded);
  next.pipeline.transition(again(B));
  next.pipeline.transition(A);
  expect(next.story()).toEqual(['track Red', 'track Bluer']);
  const third = continuing([...before.recorded, ...next.recorded]);
  await third.hideTitles('^Blue$');
  third.pipeline.transition(B);
  third.pipeline.transition(again(A));
  expect(third.story()).toEqual(['track Red', 'track (hidden)']);
  third.pipeline.reveal();
  expect(third.story().at(-1)).toBe('reveal Bluer');
});
