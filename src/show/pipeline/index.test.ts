import { beforeEach, describe, expect, test } from 'vitest';
import { keepFaults } from '../../../packages/stagelinq/src/testing/faults.ts';
import { runPending } from '../../../test/support/clock.ts';
import { A, B, C, pipelineUnderTest, textOf } from '../../../test/support/pipeline.ts';
import { track, transition } from '../../../test/support/tracks.ts';
import type { DeckState } from '../../core/contracts/deck.ts';
import { BugError } from '../../core/errors.ts';
import type { Text } from '../../core/message.ts';
import { Sealed } from '../../core/sealed.ts';
import type { LoggedLine } from '../../core/tools.ts';
import { type SetEntry, type ShownTrack, type Transition, UNKNOWN_TRACK } from '../../core/track.ts';
import { regex } from '../../settings/kinds.ts';

let show = pipelineUnderTest();
let { clock, log, published, settings, pipeline, story, earlier, hideTitles, hideGenres } = show;

beforeEach(() => {
  show = pipelineUnderTest();
  ({ clock, log, published, settings, pipeline, story, earlier, hideTitles, hideGenres } = show);
});

describe('without a hold', () => {
  test('publishes a transition synchronously', () => {
    pipeline.transition(A);
    expect(published).toEqual([
      {
        kind: 'track',
        seq: 1,
        playId: 'Blue',
        position: 1,
        hidden: false,
        track: A.track,
        source: 'hwdevice',
        deck: '1',
        at: clock.now(),
        elapsedMs: 0,
        facts: expect.any(Sealed),
      },
    ]);
    expect(published[0]?.facts?.open()).toEqual({ reported: A.track, corrected: {}, hiddenByHand: false });
    expect(clock.waiting).toBe(0);
  });

  test("passes on a track's path with the facts for the store alone", () => {
    pipeline.transition({ ...A, file: '/music/blue.mp3' });
    expect(published[0]?.facts?.open()).toMatchObject({ file: '/music/blue.mp3' });
    expect(JSON.stringify(published)).not.toContain('/music');
  });

  test('counts elapsed time from the first featured track, independent of the wall clock', async () => {
    await clock.advance(60_000);
    pipeline.transition(A);
    await clock.advance(90_000);
    clock.setWall(0);
    pipeline.transition(B);
    expect(published.map(({ position, elapsedMs }) => [position, elapsedMs])).toEqual([
      [1, 0],
      [2, 90_000],
    ]);
  });
});

describe('with a hold', () => {
  beforeEach(() => {
    settings.delay = 10;
  });

  test('features a held track if no other comes meanwhile', async () => {
    pipeline.transition(A);
    expect(pipeline.held()).toEqual({
      play: A.playId,
      listed: false,
      track: A.track,
      deck: '1',
      hidden: false,
      until: clock.now() + 10_000,
    });
    const start = clock.now();
    await clock.advance(9_999);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(story()).toEqual(['track Blue']);
    expect(published[0]).toMatchObject({ at: start + 10_000, elapsedMs: 0 });
    expect(pipeline.held()).toBeUndefined();
  });

  test('replaces the held track by a newer one and restarts the hold', async () => {
    pipeline.transition(A);
    await clock.advance(9_000);
    pipeline.transition(B);
    await clock.advance(9_999);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(story()).toEqual(['track Red']);
  });

  test('shows and publishes a held track as hidden if a rule or its color hides it', async () => {
    pipeline.transition(A);
    await hideTitles('Blue');
    expect(pipeline.held()).toMatchObject({ hidden: true, track: UNKNOWN_TRACK });
    await hideTitles('');
    pipeline.visibility(A.playId, true);
    expect(pipeline.held()).toMatchObject({ hidden: true, track: UNKNOWN_TRACK });
    await clock.advance(10_000);
    expect(story()).toEqual(['track (hidden)']);
  });

  test('logs the duration of the hold, independent of the wall clock', async () => {
    pipeline.transition(A);
    clock.setWall(0);
    await clock.advance(10_000);
    expect(log.lines.at(-1)?.fields).toMatchObject({ after: '10s' });
  });

  test('applies a changed delay to the next transition', () => {
    pipeline.transition(A);
    settings.delay = 0;
    pipeline.transition(B);
    expect(story()).toEqual(['track Red']);
    expect(clock.waiting).toBe(0);
  });
});

describe('hiding', () => {
  test('by an expression keeps the track out of publication and log', async () => {
    await hideTitles('Blue');
    pipeline.transition({ ...A, nativeArt: async () => new Uint8Array([1]) });
    expect(published[0]).toMatchObject({ kind: 'track', hidden: true, track: UNKNOWN_TRACK, position: 1 });
    expect(JSON.stringify(published[0]?.track)).not.toMatch(/Ada|Blue/i);
    expect(JSON.stringify(log.lines)).not.toMatch(/Ada|Blue/i);
    expect(log.lines).toHaveLength(1);
  });

  test('by an expression outranks a visible color', async () => {
    await hideTitles('Blue');
    pipeline.transition({ ...A, hidden: true });
    pipeline.visibility(A.playId, false);
    expect(story()).toEqual(['track (hidden)']);
  });
});

describe('a rule that changes while the program runs', () => {
  async function nowHides(source: string): Promise<void> {
    await hideTitles(source);
    pipeline.settingsChanged();
  }

  test('hides the track on air at once, and reveals it when it is removed', async () => {
    pipeline.transition(A);
    await nowHides('Blue');
    await nowHides('Red');
    expect(story()).toEqual(['track Blue', 'hide (hidden)', 'reveal Blue']);
  });

  test('leaves other tracks and hides by the operator alone', async () => {
    pipeline.settingsChanged();
    pipeline.transition(A);
    await nowHides('Red');
    pipeline.hide();
    await nowHides('Green');
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test('hides a revealed track again only if it did not match before', async () => {
    await hideTitles('Blue');
    pipeline.transition(A);
    pipeline.reveal();
    settings['hide.contains.title'] = ['red'];
    await nowHides('Blue');
    expect(story()).toEqual(['track (hidden)', 'reveal Blue']);
    await nowHides('Red');
    await nowHides('Blue');
    expect(story()).toEqual(['track (hidden)', 'reveal Blue', 'hide (hidden)']);
    pipeline.reveal();
    await nowHides('Blue|Green');
    expect(story().slice(3)).toEqual(['reveal Blue', 'hide (hidden)']);
  });
});

describe('an expression that extracts names, changed while a track is on air,', () => {
  const TAGGED = transition({ artist: 'Ada', title: 'Blue [8A]' }, { playId: 'tagged' });

  async function extractTitles(source: string): Promise<void> {
    const parsed = await regex('title').parse(source);
    settings['extract.regex.title'] = parsed.ok ? parsed.value : undefined;
    pipeline.settingsChanged();
  }

  test('corrects its names at once, and restores them', async () => {
    pipeline.transition(TAGGED);
    await extractTitles('^(?P<title>.*?) \\[');
    await extractTitles('^(?P<title>.*?) \\[');
    await extractTitles('');
    expect(story()).toEqual(['track Blue [8A]', 'correction Blue', 'correction Blue [8A]']);
  });

  test('keeps corrections of the operator, and ignores names that came too late', async () => {
    pipeline.transition(TAGGED);
    await clock.advance(10_001);
    pipeline.namesChanged('tagged', { ...TAGGED.track, artist: 'Bo', title: 'Red [1A]' });
    await extractTitles('^(?P<title>.*?) \\[');
    pipeline.edit({ title: 'Green' });
    await extractTitles('(?P<title>.)');
    expect(published.map(({ track: { artist, title } }) => `${artist} - ${title}`)).toEqual([
      'Ada - Blue [8A]',
      'Ada - Blue',
      'Ada - Green',
    ]);
  });

  test('keeps a hidden track masked, and ended tracks unchanged', async () => {
    pipeline.transition(transition({ artist: 'Bo', title: 'Red [1A]' }, { playId: 'over' }));
    pipeline.transition({ ...TAGGED, hidden: true });
    await extractTitles('^(?P<title>.*?) \\[');
    pipeline.reveal();
    expect(story()).toEqual(['track Red [1A]', 'track (hidden)', 'reveal Blue']);
    expect(earlier()).toEqual([]);
  });
});

test('a late genre hides its play as soon as a matching rule is added', async () => {
  pipeline.transition(A);
  pipeline.namesChanged(A.playId, { ...A.track, genre: 'Promo' });
  await hideGenres('Promo');
  pipeline.settingsChanged();
  expect(story()).toEqual(['track Blue', 'hide (hidden)']);
});

describe('late names', () => {
  const NAMELESS = transition({ filename: 'take 3.wav' }, { playId: 'take 3' });
  const NAMED = { ...NAMELESS.track, artist: 'Ada', title: 'Blue', genre: 'House' };

  test('are published if they add or correct one name', () => {
    pipeline.transition(transition({ title: 'new_master_3' }, { playId: 'take 3' }));
    pipeline.namesChanged('take 3', { ...NAMED, artist: 'Ada', title: 'new_master_3' });
    pipeline.namesChanged('take 3', NAMED);
    expect(published.map(({ track }) => `${track.artist} - ${track.title}`)).toEqual([
      ' - new_master_3',
      'Ada - new_master_3',
      'Ada - Blue',
    ]);
  });

  test('hide the play if a rule matches, and appear nowhere', async () => {
    await hideTitles('Blue');
    pipeline.transition(NAMELESS);
    pipeline.namesChanged('take 3', NAMED);
    expect(story()).toEqual(['track ', 'hide (hidden)']);
    expect(textOf([published, log.lines])).not.toMatch(/Ada|Blue/);
  });
});

describe('the view of a deck', () => {
  const NAMES = /Ada|(?<!"play":")Blue|blue\.mp3/;

  const deck = (change?: Partial<DeckState>) => show.view(change);

  test('says who hides its track', async () => {
    expect(deck().hiddenBy).toBeUndefined();
    const withoutNames = { hidden: true, track: UNKNOWN_TRACK };
    expect(deck({ hidden: true })).toMatchObject({ ...withoutNames, hiddenBy: 'source' });
    await hideTitles('Blue');
    expect(deck()).toMatchObject({ ...withoutNames, hiddenBy: 'rule' });
    await hideTitles('');
    pipeline.transition(A);
    pipeline.hide();
    expect(pipeline.hiddenBy()).toBe('operator');
    expect(deck({ play: A.playId }).hiddenBy).toBe('operator');
    // The same track in the room, from any source.
    const view = show.viewHeard({ track: A.track, hidden: false, share: 0.6 });
    expect(view).toMatchObject({ hidden: true, share: 0.6 });
    expect(JSON.stringify(view)).not.toMatch(NAMES);
    // The same track on another deck.
    expect(deck({ deck: '2' }).hiddenBy).toBe('operator');
    pipeline.reveal();
    expect(pipeline.hiddenBy()).toBeUndefined();
  });

  test('has the extracted names if nothing hides them', async () => {
    const parsed = await regex('artist').parse('(?P<artist>.)da');
    settings['extract.regex.artist'] = parsed.ok ? parsed.value : undefined;
    expect(deck()).toEqual(expect.objectContaining({ hidden: false, track: { ...A.track, artist: 'A' } }));
    expect(deck()).not.toHaveProperty('play');
  });

  test('is masked if a rule matches the names on another deck of its play', async () => {
    await hideTitles('Blue');
    const nameless = transition({ filename: 'take 3.wav' }, { playId: 'take 3' });
    pipeline.transition(nameless);
    const other = { play: 'take 3', track: { ...A.track, filename: 'take 3.wav' } };
    expect(deck(other)).toMatchObject({ hidden: true, hiddenBy: 'rule', track: UNKNOWN_TRACK });
    pipeline.reveal();
    expect(deck(other)).toMatchObject({ hidden: false, track: { title: 'Blue' } });
  });

  test('is masked while the operator hides its play, on air and afterward', () => {
    pipeline.transition(A);
    expect(deck({ play: A.playId })).toMatchObject({ hidden: false, track: A.track });
    pipeline.hide();
    expect(JSON.stringify(deck({ play: A.playId }))).not.toMatch(NAMES);
    pipeline.transition(B);
    expect(JSON.stringify(deck({ play: A.playId }))).not.toMatch(NAMES);
  });

  test('is masked while the same track is on air elsewhere and hidden', () => {
    settings.delay = 10;
    pipeline.transition(A);
    pipeline.skip();
    const { deck: _deck, ...elsewhere } = A;
    pipeline.transition({ ...elsewhere, playId: 'again', track: track({ artist: 'ADA', title: 'blue ' }) });
    const held = { hidden: false, track: { artist: 'ADA' } };
    expect([deck({ play: 'loaded' }), pipeline.held()]).toMatchObject([{ hidden: false }, held]);
    pipeline.hide();
    expect([deck({ play: 'loaded' }), pipeline.held()]).toMatchObject([
      { hidden: true, track: UNKNOWN_TRACK },
      { hidden: true, track: UNKNOWN_TRACK },
    ]);
    pipeline.skip();
    expect(deck({ play: 'loaded' })).toMatchObject({ hidden: true });
    pipeline.reveal();
    expect(deck({ play: 'loaded' })).toMatchObject({ hidden: false });
  });

  test('is masked if its ended track was played again elsewhere and hidden', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    pipeline.transition({ ...A, playId: 'again', hidden: true });
    const onAir = deck({ play: A.playId });
    pipeline.transition(C);
    const afterward = deck({ play: A.playId });
    expect([onAir, afterward]).toMatchObject([
      { hidden: true, hiddenBy: 'source', track: UNKNOWN_TRACK },
      { hidden: true, hiddenBy: 'source', track: UNKNOWN_TRACK },
    ]);
  });

  test('is masked when the color of its ended play hides it', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    pipeline.visibility(A.playId, true);
    expect(JSON.stringify(deck({ play: A.playId, hidden: true }))).not.toMatch(NAMES);
    expect(story()).toEqual(['track Blue', 'track Red']);
  });
});

describe('a line of the log', () => {
  function line(index = 0): LoggedLine {
    const { level, message, fields } = log.lines.at(index) ?? expect.fail('nothing was logged');
    return { seq: 1, at: 0, level, message, fields } as LoggedLine;
  }

  test('loses the names of a track hidden later, until it is revealed', () => {
    pipeline.transition(A);
    expect(show.viewLine(line())).toMatchObject({ fields: { title: 'Blue', position: 1 } });
    pipeline.hide();
    const shown = show.viewLine(line());
    expect(shown).toMatchObject({ message: 'track featured', fields: { hidden: true, position: 1 } });
    expect(JSON.stringify(shown)).not.toMatch(/Ada|Blue/);
    pipeline.reveal();
    expect(show.viewLine(line())).toEqual(line());
  });

  test('loses the names of a hidden track that left the set as a mistake, also after the next track', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    const featured = line(-1);
    pipeline.hide();
    pipeline.transition({ ...A, correction: { mistake: B.playId } });
    pipeline.transition(C);
    const { fields } = show.viewLine(featured) ?? {};
    expect(fields).toMatchObject({ hidden: true, position: 2 });
    expect(JSON.stringify(fields)).not.toMatch(/Bo|Red/);
    expect(show.viewLine(line(-1))).toMatchObject({ fields: { title: 'Green', position: 3 } });
  });

  test('loses the names of an earlier set, whose hides are no longer known, without a claim to be hidden', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    pipeline.newSet();
    const earlier = show.viewLine(line());
    expect(JSON.stringify(earlier)).not.toMatch(/Ada|Blue/);
    expect(earlier?.fields).toMatchObject({ position: 1 });
    expect(earlier?.fields).not.toHaveProperty('hidden');
    pipeline.transition(C);
    expect(show.viewLine(line(-1))).toMatchObject({ fields: { title: 'Green', position: 2, set: 1 } });
  });

  test('stays unchanged if it names no track', () => {
    pipeline.transition(A);
    pipeline.hide();
    const other: LoggedLine = { ...line(), fields: { position: 1 } };
    expect(show.viewLine(other)).toBe(other);
  });
});

describe('the operator', () => {
  test('corrects the names of the featured track, once', () => {
    pipeline.transition(A);
    expect(pipeline.edit({ title: ' Bluer\n' })).toBe(true);
    pipeline.edit({ artist: 'Ada', title: 'Bluer' });
    expect(story()).toEqual(['track Blue', 'correction Bluer']);
    expect(published[1]?.track.artist).toBe('Ada');
  });

  test('corrects an earlier track in the records only, unless it is hidden', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    expect(pipeline.edit({ title: 'Bluer' }, 1)).toBe(true);
    expect([story(), earlier()]).toEqual([['track Blue', 'track Red'], ['1 Bluer']]);
    pipeline.hide(1);
    expect([pipeline.edit({ title: 'Bluest' }, 1), pipeline.edit({ title: 'Green' }, 3)]).toEqual([
      false,
      false,
    ]);
    expect(earlier()).toEqual(['1 Bluer', '1 (hidden)']);
  });

  test('identifies the track that commands would change by its position', () => {
    expect(pipeline.isOnAir(1)).toBe(false);
    pipeline.transition({ ...A, hidden: true });
    expect([pipeline.isOnAir(1), pipeline.isOnAir(2)]).toEqual([true, false]);
    pipeline.transition({ ...B, hidden: true });
    expect([pipeline.isOnAir(1), pipeline.isOnAir(2)]).toEqual([false, true]);
  });

  test('changes nothing while nothing is on air', () => {
    pipeline.skip();
    expect([pipeline.hide(), pipeline.reveal(), pipeline.edit({ title: 'Bluer' })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(published).toEqual([]);
  });
});

describe('a continued set', () => {
  const startedAt = Date.UTC(2026, 0, 1, 19);
  const entry = (position: number, given: Transition, elapsedMs: number): SetEntry => ({
    playId: given.playId,
    position,
    hidden: false,
    track: track(given.track),
    source: 'hwdevice',
    at: startedAt + elapsedMs,
    elapsedMs,
  });
  const goingOn = (...entries: SetEntry[]) =>
    pipelineUnderTest(undefined, () => ({ session: 1, startedAt, entries }));

  test('continues positions and times from its first track', async () => {
    const { clock, pipeline, published } = goingOn(entry(1, A, 0), entry(2, B, 3_000_000));
    pipeline.transition(C);
    await clock.advance(60_000);
    pipeline.transition(A);
    const hour = 3_600_000;
    expect(published.map(({ position, elapsedMs }) => [position, elapsedMs])).toEqual([
      [3, hour],
      [4, hour + 60_000],
    ]);
  });

  test('keeps the position of the track that is still on air', () => {
    const { clock, pipeline, published } = goingOn(entry(1, A, 0), entry(2, B, 3_000_000));
    pipeline.transition({ ...B, playId: 'B once more' });
    pipeline.transition(C);
    pipeline.transition({ ...B, playId: 'B much later' });
    expect(published.map(({ position, at }) => [position, at])).toEqual([
      [2, startedAt + 3_000_000],
      [3, clock.now()],
      [4, clock.now()],
    ]);
  });

  test('knows since when the track that goes on was on air, and that another source has not reported it', () => {
    const last = entry(2, B, 3_000_000);
    const { pipeline } = goingOn(entry(1, A, 0), last);
    const report = { ...B, playId: 'B once more', source: last.source };
    expect(pipeline.onAirSince(report)).toBe(last.at);
    pipeline.transition(report);
    expect(pipeline.onAirSince(report)).toBe(last.at);
    expect(pipeline.onAirSince({ ...report, source: 'another' })).toBeUndefined();
    expect(pipeline.onAirSince({ ...C, source: last.source })).toBeUndefined();
  });

  test('has nothing on air at its start, and continues with its last track only if that is reported first', () => {
    const { pipeline, published } = goingOn(entry(1, A, 0), entry(2, B, 3_000_000));
    expect(pipeline.isOnAir(2)).toBe(false);
    pipeline.transition(C);
    pipeline.transition({ ...B, playId: 'B once more' });
    expect(published.map(({ position }) => position)).toEqual([3, 4]);
  });

  test.each([
    ['moves its last track to a new set that began before a source reported it', [B], ['track 1 from 2 Red']],
    ['keeps its last track if another one is reported first', [C, B], ['track 1 Green', 'track 2 Red']],
  ])('%s', (_, reported, expected) => {
    const { pipeline, published } = pipelineUnderTest();
    const resumed = { session: 1, startedAt, entries: [entry(1, A, 0), entry(2, B, 3_000_000)] };
    pipeline.resume(resumed);
    expect(pipeline.newSet()).toBe(true);
    expect(pipeline.goesOn(track(B.track))).toBe(true);
    const before = published.length;
    for (const one of reported) {
      pipeline.transition({ ...one, playId: `${one.playId} once more` });
    }
    expect(
      published
        .slice(before)
        .map(({ kind, position, movedFrom, track: { title } }) =>
          [kind, position, ...(movedFrom === undefined ? [] : ['from', movedFrom]), title].join(' '),
        ),
    ).toEqual(expected);
    expect(pipeline.newSet()).toBe(reported.length > 1);
  });

  test('ends its last track where it was cut off, unless that goes on, without a stop', () => {
    const { pipeline, recorded } = pipelineUnderTest();
    const endedAt = startedAt + 3_060_000;
    const last = { ...entry(2, B, 3_000_000), endedAt, isCutOff: true } as const;
    pipeline.resume({ session: 1, startedAt, entries: [entry(1, A, 0), last] });
    const ends = () => recorded.flatMap((one) => (one.kind === 'track' ? one.endedAt : []));
    expect(ends()).toEqual([endedAt]);
    pipeline.transition({ ...B, playId: 'B once more' });
    expect(ends()).toEqual([endedAt, undefined]);
    expect(recorded.at(-1)).not.toHaveProperty('silentMs');
  });

  test('shows its last track under the id of this run', () => {
    const { pipeline } = goingOn(entry(1, A, 0));
    pipeline.transition({ ...A, playId: 'A once more' });
    expect(['A once more', A.playId].map(pipeline.shows)).toEqual([true, false]);
    pipeline.hide();
    expect(pipeline.shows('A once more')).toBe(false);
  });

  test('tells its own silence at the start from the end of a track in this run', () => {
    const { pipeline, published } = pipelineUnderTest();
    pipeline.resume({ session: 1, startedAt, entries: [entry(1, A, 0)] });
    pipeline.transition({ ...A, playId: 'A once more' });
    pipeline.offAir('A once more');
    expect(
      published.flatMap(({ kind, isResumed }) => (kind === 'off air' ? [isResumed === true] : [])),
    ).toEqual([true, false]);
  });

  test('continues times from its last track if the clock was set meanwhile', () => {
    const { clock, pipeline, published } = pipelineUnderTest();
    clock.setWall(startedAt + 90 * 24 * 3_600_000 + 60_000);
    const last = { ...entry(2, B, 3_000_000), at: startedAt + 90 * 24 * 3_600_000 };
    pipeline.resume({ session: 1, startedAt, entries: [entry(1, A, 0), last] });
    pipeline.transition(C);
    expect(published.slice(1)).toMatchObject([{ position: 3, elapsedMs: 3_060_000 }]);
  });

  test('never decreases elapsed time, and recognizes a hidden track', () => {
    const { clock, pipeline, published } = pipelineUnderTest();
    clock.setWall(0);
    const nameless = UNKNOWN_TRACK as ShownTrack;
    pipeline.resume({
      session: 1,
      startedAt,
      entries: [{ ...entry(7, B, 3_000_000), track: nameless, hidden: true }],
    });
    pipeline.transition({ ...B, hidden: true });
    expect(published.slice(1)).toMatchObject([{ position: 8, elapsedMs: 3_000_000 }]);
  });
});

describe('a track listed for later', () => {
  test('stays visible, and is hidden at its next play', async () => {
    pipeline.transition(A);
    expect(pipeline.isListed()).toBe(false);
    expect(await pipeline.hideNextTime(true)).toBeUndefined();
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([true, undefined]);
    pipeline.transition(B);
    expect(pipeline.isListed()).toBe(false);
    pipeline.transition({ ...A, playId: 'again' });
    expect(settings['hide.tracks']).toEqual(['Ada - Blue']);
    expect(story()).toEqual(['track Blue', 'track Red', 'track (hidden)']);
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([true, 'listed']);
  });

  test('is told to records with who hides it, also when that changes', async () => {
    settings['hide.tracks'] = ['Ada - Blue'];
    await hideTitles('Blue');
    pipeline.transition(A);
    pipeline.transition(B);
    await hideTitles('');
    pipeline.settingsChanged();
    pipeline.settingsChanged();
    const facts = show.recorded.filter(({ playId }) => playId === A.playId).map((one) => one.facts?.open());
    expect(facts.map((one) => one?.hiddenBy)).toEqual(['rule', 'listed']);
  });

  test('stays visible in all its plays until the next one', async () => {
    pipeline.transition(A);
    pipeline.transition(B);
    pipeline.transition({ ...A, playId: 'again' });
    await pipeline.hideNextTime(true);
    pipeline.settingsChanged();
    expect(earlier()).toEqual([]);
    pipeline.transition({ ...B, playId: 'between' });
    expect(earlier()).toEqual([]);
    pipeline.transition({ ...A, playId: 'next' });
    expect(earlier()).toEqual(['1 (hidden)', '3 (hidden)']);
  });

  test('is taken off the list by one call, stays hidden now, and is visible at its next play', async () => {
    settings['hide.tracks'] = ['Ada - Blue'];
    pipeline.transition(A);
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([true, 'listed']);
    expect(await pipeline.hideNextTime(false)).toBeUndefined();
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([false, 'listed']);
    pipeline.transition(B);
    pipeline.transition({ ...A, playId: 'again' });
    expect(story()).toEqual(['track (hidden)', 'track Red', 'track Blue']);
  });

  test('stays hidden if it is listed again', async () => {
    settings['hide.tracks'] = ['Ada - Blue'];
    pipeline.transition(A);
    await pipeline.hideNextTime(true);
    pipeline.settingsChanged();
    expect(story()).toEqual(['track (hidden)']);
  });

  test('is hidden by a rule if another one hides it too, or only its extracted names are listed', async () => {
    settings['hide.tracks'] = ['Ada - Blue'];
    await hideTitles('Blue');
    pipeline.transition(A);
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([true, 'rule']);
    await hideTitles('');
    const parsed = await regex('artist').parse('(?P<artist>.)da');
    settings['extract.regex.artist'] = parsed.ok ? parsed.value : undefined;
    settings['hide.tracks'] = ['A - Blue'];
    pipeline.settingsChanged();
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([false, 'rule']);
  });

  test('is hidden by its deck if that has the color too', () => {
    settings['hide.tracks'] = ['Ada - Blue'];
    pipeline.transition({ ...A, hidden: true });
    expect([pipeline.isListed(), pipeline.hiddenBy()]).toEqual([true, 'source']);
  });

  test('is hidden at once if the configuration file lists it', () => {
    pipeline.transition(A);
    settings['hide.tracks'] = ['Ada - Blue'];
    pipeline.settingsChanged();
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test.each([
    ['nothing is on air', undefined],
    ['this track has no name to recognize it by', transition({})],
    ['this track has no name to recognize it by', transition({ title: '\u200b' })],
  ])('is rejected because %s', async (reason, played) => {
    if (played !== undefined) {
      pipeline.transition(played);
    }
    expect(String(await pipeline.hideNextTime(true))).toBe(reason);
    expect(settings['hide.tracks']).toEqual([]);
  });
});

describe('a loaded track that is hidden before viewers see it', () => {
  const coming = { deck: '2', play: 'next' };
  const next = transition(A.track, { ...coming, playId: 'next' });

  test('appears nowhere when it goes on air', async () => {
    pipeline.transition(B);
    expect(show.view(coming)).toMatchObject({ listed: false, hidden: false, track: { title: 'Blue' } });
    expect(await pipeline.hideNextTime(true, 'next')).toBeUndefined();
    expect(show.view(coming)).toMatchObject({ hidden: true, hiddenBy: 'listed', listed: true });
    pipeline.transition(next);
    const deck = show.view({ ...coming, featured: true });
    expect(story()).toEqual(['track Red', 'track (hidden)']);
    expect(pipeline.hiddenBy()).toBe('listed');
    expect(textOf([published, log.lines, deck])).not.toMatch(/Ada|Blue|blue\.mp3/);
  });

  test('appears nowhere while the configuration file is written, nor if that fails', async () => {
    let written: ((problem: Text) => void) | undefined;
    show.file.written = new Promise((resolve) => {
      written = resolve;
    });
    pipeline.transition(B);
    show.view(coming);
    const answer = pipeline.hideNextTime(true, 'next');
    expect(show.view(coming)).toMatchObject({ hidden: true, listed: true });
    pipeline.transition(next);
    written?.('the disk is full');
    expect(await answer).toBe('the disk is full');
    pipeline.settingsChanged();
    expect(story()).toEqual(['track Red', 'track (hidden)']);
    show.file.written = Promise.resolve(undefined);
    await pipeline.hideNextTime(false);
    pipeline.transition({ ...B, playId: 'between' });
    pipeline.transition({ ...next, playId: 'later' });
    expect(story().at(-1)).toBe('track Blue');
  });

  test('is hidden at once if it went on air meanwhile', async () => {
    show.view(coming);
    pipeline.transition(next);
    expect(await pipeline.hideNextTime(true, 'next')).toBeUndefined();
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
    expect(settings['hide.tracks']).toEqual(['Ada - Blue']);
  });

  test('leaves the screen at once while the one after it waits for pictures, which stays visible', async () => {
    const { pipeline: waiting, ...rest } = pipelineUnderTest({
      prefetch: () => undefined,
      enrich: ({ title }) => (title === 'Red' ? new Promise(() => undefined) : {}),
    });
    rest.view(coming);
    waiting.transition(next);
    waiting.transition(B);
    expect(rest.story()).toEqual(['track Blue']);
    expect(await waiting.hideNextTime(true, 'next')).toBeUndefined();
    expect([rest.story(), rest.earlier()]).toEqual([['track Blue', 'track Red'], ['1 (hidden)']]);
  });

  test('is visible again after the opposite, and then goes on air visible', async () => {
    show.view(coming);
    await pipeline.hideNextTime(true, 'next');
    await pipeline.hideNextTime(false, 'next');
    expect(show.view(coming)).toMatchObject({ listed: false, hidden: false });
    pipeline.transition(next);
    expect(story()).toEqual(['track Blue']);
  });

  test('may be the held one, of any source', async () => {
    settings.delay = 10;
    const { deck: _, ...held } = next;
    pipeline.transition(held);
    expect(pipeline.held()).toMatchObject({ listed: false, hidden: false });
    expect(await pipeline.hideNextTime(true, 'next')).toBeUndefined();
    expect(pipeline.held()).toMatchObject({
      ...{ listed: true, hidden: true, hiddenBy: 'listed', track: UNKNOWN_TRACK },
    });
    pipeline.skip();
    expect(story()).toEqual(['track (hidden)']);
  });

  test('leaves the track on air visible if that is the same', async () => {
    pipeline.transition(A);
    show.view(coming);
    await pipeline.hideNextTime(true, 'next');
    expect(show.view(coming)).toMatchObject({ hidden: true });
    expect(story()).toEqual(['track Blue']);
  });

  test.each([
    ['this track is no longer loaded, or waits no longer', { play: 'another' }],
    ['this track has no name to recognize it by', { ...coming, track: UNKNOWN_TRACK }],
  ])('is rejected because %s', async (reason, loaded) => {
    show.view(loaded);
    expect(String(await pipeline.hideNextTime(true, 'next'))).toBe(reason);
    expect(settings['hide.tracks']).toEqual([]);
  });
});

describe('a loaded track after a restart', () => {
  const entry = (change: Partial<SetEntry> = {}): SetEntry => ({
    ...{ position: 1, playId: 'earlier', at: 0, elapsedMs: 0, source: 'hwdevice', hidden: false },
    track: A.track as ShownTrack,
    ...change,
  });
  const facts = new Sealed({ reported: A.track, corrected: {}, hiddenByHand: true });
  const nameless = UNKNOWN_TRACK as ShownTrack;

  test.each([
    ['was on air', [entry()]],
    ['was on air and hidden', [entry({ hidden: true, track: nameless, facts })]],
  ])('is not the next one if it %s in this set', (_, entries) => {
    const again = pipelineUnderTest(undefined, () => ({ session: 1, startedAt: 0, entries }));
    expect(again.view({ track: track({ artist: 'ADA', title: 'blue' }) }).announced).toBe(true);
    expect(again.view({ track: B.track }).announced).toBe(false);
  });

  test('is not the next one if it is on air, and its source started again', () => {
    pipeline.transition(A);
    expect(show.view({ play: 'another load' }).announced).toBe(true);
  });

  test('may be the next one again in the run that played it', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    expect(show.view({ play: 'another load' }).announced).toBe(false);
  });
});

describe('tracks that change faster than people hear', () => {
  const reportMany = (count: number, from = 0) => {
    for (let index = from; index < from + count; index += 1) {
      pipeline.transition(transition({ title: `Title ${index}` }));
    }
  };

  test('are featured once a second, the newest each time', async () => {
    for (let round = 0; round < 60; round += 1) {
      reportMany(50, round * 50);
      await clock.advance(50);
    }
    expect(published).toHaveLength(33);
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    expect(published.at(-1)?.track.title).toBe('Title 2999');
    reportMany(2, 3_000);
    expect(pipeline.held()?.track.title).toBe('Title 3001');
    await clock.advance(1_000);
    expect(story().at(-1)).toBe('track Title 3001');
  });
});

test('hide by position reaches back a thousand tracks', async () => {
  for (let position = 1; position <= 1_001; position += 1) {
    pipeline.transition(transition({ title: `Title ${position}` }));
    await clock.advance(1_000);
  }
  expect([pipeline.hide(1), pipeline.hide(1_002)]).toEqual([false, false]);
  expect(pipeline.hide(2)).toBe(true);
  expect(earlier()).toEqual(['2 (hidden)']);
  expect(pipeline.hiddenBy()).toBeUndefined();
});

test('a bug in the pipeline does not reach the source, and other effects are carried out', async () => {
  const kept = keepFaults();
  const prefetch = (): never => {
    throw new BugError('ours');
  };
  const { pipeline: broken, story: shownNow } = pipelineUnderTest({ prefetch, enrich: () => ({}) });
  broken.loaded(A.track);
  broken.transition(transition({}, { playId: 'nameless' }));
  await runPending();
  kept.stop();
  expect(kept.faults).toEqual([new BugError('ours'), new BugError('ours')]);
  expect(shownNow()).toEqual(['track ']);
});
