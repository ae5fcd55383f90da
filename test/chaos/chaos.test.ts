/** See `docs/decisions/chaos.md` for the oracle's assumptions. */
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, ROOT } from '../support/files.ts';
import { amount, FULL_LENGTH } from '../support/full-length.ts';
import { importsOf } from '../support/source-code.ts';
import { FILES } from './evidence.ts';
import { chaosSet } from './generate.ts';
import { checkBeats } from './oracle/beats.ts';
import { wasFollowed } from './oracle/followed.ts';
import { type Heard, listenTo } from './oracle/hearing.ts';
import { checkPublished, type PublishedEntry } from './oracle/published.ts';
import { checkRecords } from './oracle/records.ts';
import { type ChaosTimes, type Span, timesOf } from './oracle/times.ts';
import { type Listing, publicationsIn, withLateNames } from './oracle/words.ts';
import { runChaos } from './run-chaos.ts';
import { bpmOf, type ChaosSet, type TimedAct } from './script.ts';

const HERE = join(ROOT, 'test', 'chaos');

const REPORTS_ALL = {
  ...{ onAirOnly: false, reportsOnce: false, opensFirst: false, namesComeLate: false, levelsGoOn: false },
  ...{ lookEveryMs: 0, repeatsEveryMs: 0 },
};

/** Track 0 on deck 2, and what happens later. */
function setOfTrack0(later: readonly TimedAct[]): ChaosSet {
  return {
    ...chaosSet(1, 1),
    acts: [
      { at: 0, do: 'load', deck: 2, track: 0 },
      { at: 0, do: 'play', deck: 2 },
      { at: 0, do: 'fader', deck: 2, level: 1 },
      ...later,
    ],
    endsAt: 20_000,
  };
}

/** Beats of track 0. `at`: when a position is heard. */
function beatsAt(at: (playedMs: number) => number) {
  const beatMs = 60_000 / bpmOf(0);
  return Array.from({ length: 39 }, (_, n) => ({
    ...{ at: at(n * beatMs), where: 'beat' },
    text: JSON.stringify({ beatInBar: (n % 4) + 1, positionMs: n * beatMs }),
  }));
}

function beatProblems(
  set: ChaosSet,
  said: ReturnType<typeof beatsAt>,
  { startMs = 0, isHidden = false } = {},
): string[] {
  const published = { entries: [], problems: [], isHidden: () => isHidden, mayBeHidden: () => isHidden };
  const hearing = listenTo(set, [], REPORTS_ALL);
  return checkBeats(set, { hearing, startMs }, published, timesOf(set), said).map((problem) =>
    problem.replace(/^\d+\.?\d*: /, ''),
  );
}

test('chaos sets publish audible tracks once and in order, and no hidden ones', {
  timeout: 3 * 3_600_000,
}, async () => {
  // A new seed before each release.
  const seed = FULL_LENGTH ? Date.now() % 1_000_000 : 20;
  const minutes = amount({ short: 4, full: 20 });
  const sets = amount({ short: 4, full: 50 });
  const args = ['--decks', 'each', '--seed', seed, '--minutes', minutes, '--sets', sets];
  const { status, stdout } = await runChaos(args.map(String));
  expect(stdout).not.toContain('VIOLATED');
  expect(status).toBe(0);
});

describe('the oracle', () => {
  test('imports nothing of the program, and no other judgement', () => {
    const allowed = [/^\.\/[a-z]+\.ts$/, /^\.\.\/(script|evidence)\.ts$/, /^valibot$/];
    const words = ['script.ts', 'evidence.ts'].map((name) => join(HERE, name));
    const files = filesBelow(join(HERE, 'oracle'), '.ts');
    expect(files.length).toBeGreaterThan(5);
    const foreign = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => !allowed.some((pattern) => pattern.test(target)))
        .map((target) => `${relative(dirname(HERE), file)} imports ${target}`),
    );
    expect([...foreign, ...words.flatMap(importsOf)]).toEqual([]);
  });

  test("counts a track that is on air before the oracle's socket opens, from the time that the first message names", () => {
    const times = timesOf({ ...chaosSet(1, 1), acts: [{ at: 1_000, do: 'kill', ms: 500 }], endsAt: 9_000 });
    const said = (at: number, state: string, track: object | null, shownAt: string | null) => ({
      ...{ at, where: 'events' },
      text: JSON.stringify({
        ...{ type: 'snapshot', state, track, shownAt, previous: [{ position: 4 }] },
        at: '2026-01-01T20:00:05.000Z',
      }),
    });
    const track = { position: 5, artist: 'a', title: 'Title tok1q' };
    expect(
      publicationsIn(
        [
          said(4_000, 'idle', null, null),
          said(4_000, 'featured', track, '2026-01-01T20:00:03.000Z'),
          said(4_000, 'featured', track, '2026-01-01T20:00:01.000Z'),
          said(4_000, 'hidden', null, null),
        ],
        times,
      ),
    ).toEqual([
      { at: 2_000, position: 5, reason: 'track', token: 'tok1q' },
      { at: 1_500, position: 5, reason: 'track', token: 'tok1q' },
      { at: 4_000, position: 5, reason: 'hidden', token: undefined },
    ]);
  });

  test('lets a nameless publication count as the track of its correction while the library is read again', () => {
    const said = (at: number, type: string, reason: string, artist: string, title: string) => ({
      ...{ at, where: 'events' },
      text: JSON.stringify({ type, reason, position: 5, track: { position: 5, artist, title } }),
    });
    const tokensOf = (...story: readonly ReturnType<typeof said>[]) => {
      const times = timesOf({
        ...chaosSet(1, 1),
        acts: [{ at: 1_000, do: 'stall', ms: 9_000 }],
        endsAt: 99_000,
      });
      return withLateNames(publicationsIn(story, times), times).map(({ token }) => token);
    };
    const correction = (at: number) => said(at, 'track', 'correction', 'a', 'Title tok1q');
    expect(tokensOf(said(11_000, 'track', 'track', '', ''), correction(13_000))).toEqual(['tok1q', 'tok1q']);
    // No match: too late, another trouble with names, no names at all, or hidden.
    expect(tokensOf(said(31_000, 'track', 'track', '', ''), correction(33_000))).toEqual([
      undefined,
      'tok1q',
    ]);
    expect(tokensOf(said(11_000, 'track', 'track', 'b', ''), correction(13_000))).toEqual([
      undefined,
      'tok1q',
    ]);
    expect(tokensOf(said(11_000, 'track', 'track', '', ''))).toEqual([undefined]);
    expect(tokensOf(said(11_000, 'hidden', 'track', '', ''), correction(13_000))).toEqual([
      undefined,
      'tok1q',
    ]);
  });

  test('takes another track for featured if it led for longer than the delay, and leaves unknowable cases open', () => {
    const sight = { delayMs: 5_000, lookEveryMs: 0, blind: [] as readonly Span[] };
    const followedBy = (ms: number, change: Partial<typeof sight> = {}) => {
      const end = 60_000 + ms;
      const leads = [
        { play: 'one', from: 0, to: 60_000 },
        { play: 'other', from: 60_000, to: end },
        { play: 'one', from: end, to: end + 60_000 },
      ];
      return wasFollowed('one', leads, { ...sight, ...change });
    };
    expect([followedBy(3_000), followedBy(5_000), followedBy(9_000)]).toEqual(['no', 'maybe', 'yes']);
    expect(followedBy(100, { delayMs: 0 })).toBe('yes');
    expect(followedBy(100, { delayMs: 0, lookEveryMs: 500 })).toBe('maybe');
    expect(followedBy(3_000, { blind: [{ from: 59_000, to: 61_000 }] })).toBe('maybe');
  });

  test.each([
    ['drop', 200, false],
    ['drop', 400, true],
    ['stall', 200, false],
    // The program that knew of the play is gone.
    ['kill', 200, true],
  ] as const)(
    'knows which deck played first after a %s where one is started again %i ms later: %s',
    (trouble, afterMs, isKnown) => {
      const backAt = 60_000;
      const set: ChaosSet = {
        ...chaosSet(1, 1),
        ...{ deckCount: 2, algorithm: 'lead', endsAt: 100_000 },
        acts: [
          { at: 1_000, do: 'load', deck: 1, track: 0 },
          { at: 2_000, do: 'play', deck: 1 },
          { at: 3_000, do: 'load', deck: 2, track: 1 },
          { at: 4_000, do: 'play', deck: 2 },
          { at: 20_000, do: trouble, ms: backAt - 20_000 },
          { at: 40_000, do: 'pause', deck: 1 },
          { at: backAt + afterMs, do: 'play', deck: 1 },
        ],
      };
      const { audible } = listenTo(set, timesOf(set).blind, REPORTS_ALL);
      const since = audible.filter(({ to }) => to > backAt + afterMs);
      expect(since.every(({ sure }) => sure)).toBe(isKnown);
    },
  );

  test('takes the first of two hidden tracks for one that the run could hear, not for one that ended before it', () => {
    const hidden = { artist: '', title: '', genre: '', filename: '', secret: true };
    const set: ChaosSet = {
      ...chaosSet(1, 1),
      ...{ delay: 5, picturesMs: 0, endsAt: 140_000 },
      tracks: [0, 1, 2].map((number) => ({ ...hidden, token: `tok${number}q` })),
      acts: [{ at: 10_000, do: 'stop', ms: 50_000 }],
    };
    const plays = set.tracks.map((_, number) => ({
      ...{ number, track: number, loadedAt: 10_000, red: [], mayRepeat: false },
    }));
    const onAir = (number: number, from: number, to: number): Heard[] =>
      plays.slice(number, number + 1).map((play) => ({ play, deck: 1, sure: true, from, to }));
    const audible = [
      ...onAir(0, 20_000, 40_000),
      ...onAir(1, 40_000, 68_000),
      ...onAir(2, 68_000, 100_000),
      ...onAir(1, 100_000, 130_000),
    ];
    const seen = [65_400, 73_000].map((at, index) => ({
      ...{ at, position: index + 1, reason: 'hidden' as const, token: undefined },
    }));
    const { entries, problems } = checkPublished(set, { plays, audible }, timesOf(set), seen);
    expect([entries.map(({ play }) => play.track), problems]).toEqual([[1, 2], []]);
  });

  /** Tracks that lead on decks of their own, one after another, for twenty seconds each. */
  function ledInTurn(tracks: readonly number[], secret: readonly number[], acts: readonly TimedAct[]) {
    const names = { artist: '', title: '', genre: '', filename: '' };
    const set: ChaosSet = {
      ...chaosSet(1, 1),
      ...{ delay: 0, picturesMs: 0, endsAt: 20_000 * tracks.length, acts },
      tracks: tracks.map((track) => ({ ...names, token: `tok${track}q`, secret: secret.includes(track) })),
    };
    const plays = tracks.map((track, number) => ({
      ...{ number, track, loadedAt: 20_000 * number, red: [], mayRepeat: false },
    }));
    const audible = plays.map((play, number) => ({
      ...{ play, deck: number + 1, sure: true, from: 20_000 * number, to: 20_000 * (number + 1) },
    }));
    return { set, hearing: { plays, audible }, times: timesOf(set) };
  }

  test('tells a hidden track that begins another set from the one that the operator hid in the set before', () => {
    const acts: TimedAct[] = [
      { at: 5_000, do: 'hide' },
      { at: 19_000, do: 'kill', ms: 5_000 },
    ];
    const { set, hearing, times } = ledInTurn([0, 1, 0], [1], acts);
    const seen = [
      { at: 0, position: 1, reason: 'track', token: 'tok0q' },
      { at: 5_000, position: 1, reason: 'hidden', token: undefined },
      { at: 26_000, position: 1, reason: 'hidden', token: undefined },
      { at: 40_000, position: 2, reason: 'track', token: 'tok0q' },
    ] as const;
    expect(checkPublished(set, hearing, times, seen).problems).toEqual([]);
  });

  test('expects hides of a set that a hung disk kept unread once it is read, and either until then', () => {
    const acts: TimedAct[] = [
      { at: 5_000, do: 'hide' },
      { at: 50_000, do: 'disk', how: 'hangs', ms: 60_000 },
      { at: 59_000, do: 'kill', ms: 1_000 },
    ];
    const { set, hearing, times } = ledInTurn([0, 1, 2, 3, 0, 5, 6, 0], [], acts);
    const track = (at: number, position: number, token?: string) =>
      ({ at, position, reason: 'track', token }) as const;
    const problemsWith = (early: string | undefined, late: string | undefined) =>
      checkPublished(set, hearing, times, [
        ...[track(0, 1, 'tok0q'), track(5_000, 1), track(20_000, 2, 'tok1q'), track(40_000, 3, 'tok2q')],
        ...[track(72_000, 1, 'tok3q'), track(80_000, 2, early), track(100_000, 3, 'tok5q')],
        ...[track(120_000, 4, 'tok6q'), track(140_000, 5, late)],
      ]).problems;
    expect([problemsWith('tok0q', undefined), problemsWith(undefined, undefined)]).toEqual([[], []]);
    expect(problemsWith('tok0q', 'tok0q')).toEqual(['140000: tok0q is shown although it is hidden']);
  });

  test('expects a track that the operator took off air to stay so, and a noted one to be hidden', () => {
    const { set, hearing, times } = ledInTurn([0, 1], [], []);
    const next = [{ at: 10_000, accepted: true, next: true }];
    const first = { at: 0, position: 1, reason: 'track', token: 'tok0q' } as const;
    const problemsOf = (token: string, at: number, listings: readonly Listing[] = []) =>
      checkPublished(set, hearing, times, [first, { ...first, at, token, set: 1 }], {
        newSets: next,
        listings,
      }).problems.map((problem) => problem.replace(/^\d+: /, ''));
    expect(problemsOf('tok1q', 20_000)).toEqual([]);
    expect(problemsOf('tok0q', 12_000)[0]).toBe('tok0q was published again at 1');
    expect(problemsOf('tok1q', 20_000, [{ at: 15_000, track: 1 }])[0]).toBe(
      'tok1q is shown although it is hidden',
    );
  });

  test('gives a track the color that its deck gets in the moment before the next load, and no later one', () => {
    const clear: TimedAct = { at: 9_000, do: 'color', deck: 1, red: false };
    const load: TimedAct = { at: 9_000, do: 'load', deck: 1, track: 1 };
    const colorsAfter = (...last: readonly TimedAct[]) => {
      const set: ChaosSet = {
        ...chaosSet(1, 1),
        acts: [
          { at: 1_000, do: 'color', deck: 1, red: true },
          { at: 2_000, do: 'load', deck: 1, track: 0 },
          ...last,
        ],
      };
      return listenTo(set, [], REPORTS_ALL).plays.map(({ red }) => red.map((paint) => paint.red));
    };
    expect(colorsAfter(clear, load)).toEqual([[true, false], [false]]);
    expect(colorsAfter(load, clear)).toEqual([[true], [false]]);
  });

  test('finds missing, doubled and wrong beats, and the position of a hidden track', () => {
    const set = setOfTrack0([]);
    const beats = beatsAt((playedMs) => playedMs);
    const problemsIn = (said: typeof beats, isHidden = false) => beatProblems(set, said, { isHidden });
    expect(problemsIn(beats)).toEqual([]);
    expect(problemsIn(beats.toSpliced(20, 1))).toEqual([expect.stringContaining('beat 20 of deck 2 is due')]);
    const doubled = beats.flatMap((beat, n) => (n === 0 ? [beat, { ...beat, at: 20 }] : [beat]));
    expect(problemsIn(doubled)).toEqual(['a beat twice, after 0']);
    expect(problemsIn(beats.map((beat) => ({ ...beat, at: beat.at + 9 })))).not.toEqual([]);
    expect(problemsIn(beats, true)).toContain('a beat has the position of a hidden track');
  });

  test('takes the time of a platter that stands out of the track', () => {
    const set = setOfTrack0([
      { at: 4_000, do: 'platter', deck: 2, turns: false },
      { at: 4_400, do: 'platter', deck: 2, turns: true },
    ]);
    const beats = beatsAt((playedMs) => playedMs + (playedMs < 3_995 ? 5 : 405));
    expect(beatProblems(set, beats, { startMs: 5 })).toEqual([]);
    expect(beatProblems(set, beats)).toContainEqual(expect.stringContaining('is due'));
  });

  describe('tracks lost on a full disk', () => {
    const full = (ms: number): TimedAct => ({ at: 100_000, do: 'disk', how: 'full', ms });

    /** A track that is on air from then on. */
    function entryAt(times: ChaosTimes, at: number, track: number, position = track): PublishedEntry {
      const run = times.runs.findLast(({ from }) => from <= at) ?? { number: 0, from: 0, to: 0, end: 'over' };
      return {
        ...{ run, position, at, changedAt: at, visibleAt: at, removals: [] },
        ...{ tokens: [`tok${track}q`], token: `tok${track}q` },
        play: { number: track, track, loadedAt: at, red: [], mayRepeat: false },
      };
    }

    function problemsIn(
      acts: readonly TimedAct[],
      entries: (times: ChaosTimes) => readonly PublishedEntry[],
      {
        history = [],
        sessions = [],
      }: { readonly history?: readonly number[]; readonly sessions?: readonly (readonly number[])[] },
    ): readonly string[] {
      const set: ChaosSet = { ...chaosSet(1, 1), acts, endsAt: 200_000 };
      const times = timesOf(set);
      const snapshot = {
        ...{ at: 190_000, answers: new Map([['/api/v1/history', '200 {"tracks":[]}']]) },
        files: new Map([[FILES.history, history.map((track) => `tok${track}q\n`).join('')]]),
        sessions: sessions.map((tracks) =>
          tracks.map((track, index) => ({
            ...{ position: index + 1, elapsedMs: index, hidden: false },
            ...{ artist: '', title: `tok${track}q` },
          })),
        ),
      };
      const evidence = {
        said: [],
        accepted: { chat: [], webhook: [] },
        snapshots: [snapshot],
        hasBeats: false,
      };
      return checkRecords(set, evidence, entries(times), times);
    }

    test('let a set continue with the one before them, without a second history line', () => {
      const problemsOf = (...history: readonly number[]): readonly string[] =>
        problemsIn(
          [full(20_000), { at: 110_000, do: 'stop', ms: 30_000 }],
          (times) => [
            ...[entryAt(times, 1_000, 1), entryAt(times, 50_000, 2), entryAt(times, 105_000, 3)],
            entryAt(times, 150_000, 2),
          ],
          { history },
        ).filter((problem) => problem.startsWith('the history'));
      expect([problemsOf(1, 2), problemsOf(1, 2, 3), problemsOf(1, 2, 3, 2)]).toEqual([[], [], []]);
      expect(problemsOf(1, 2, 2)).toEqual(['the history: tok2q is number 3, which should be tok3q']);
      expect(problemsOf(1, 3)).toEqual(['the history: tok3q is number 2, which should be tok2q']);
    });

    test.each<readonly [string, number, number]>([
      ['let a set continue with its only track only when %s was lost', 105_000, 2],
      ['the first of another set', 125_000, 1],
    ])('a set goes on with its only track when %s was lost, and only then', (_, lostAt, position) => {
      const problemsOf = (...trouble: readonly TimedAct[]): readonly string[] =>
        problemsIn(
          [...trouble, ...[110_000, 130_000].map((at) => ({ at, do: 'kill', ms: 10_000 }) as const)],
          (times) => [
            ...[entryAt(times, 50_000, 1), entryAt(times, lostAt, 2, position)],
            ...[entryAt(times, 150_000, 1), entryAt(times, 170_000, 3, 2)],
          ],
          { sessions: [[1, 3]] },
        ).filter((problem) => problem.startsWith('the sessions'));
      expect(problemsOf(full(35_000))).toEqual([]);
      expect(problemsOf()).toEqual(['the sessions: tok3q is number 2, which should be tok2q']);
    });
  });
});

test('a seed always gives the same set, and another seed another one', () => {
  expect(chaosSet(7, 10)).toEqual(chaosSet(7, 10));
  expect(chaosSet(7, 10)).not.toEqual(chaosSet(8, 10));
});
