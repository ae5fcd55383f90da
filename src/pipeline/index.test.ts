import { beforeEach, describe, expect, test } from 'vitest';
import { A, B, C, pipelineUnderTest } from '../../test/support/pipeline.ts';
import { transition } from '../../test/support/tracks.ts';
import { type SetEntry, type Transition, UNKNOWN_TRACK } from '../core/track.ts';

let { clock, log, published, settings, pipeline, story, hideTitles, hideGenres } = pipelineUnderTest();

beforeEach(() => {
  ({ clock, log, published, settings, pipeline, story, hideTitles, hideGenres } = pipelineUnderTest());
});

describe('without a hold', () => {
  test('a transition is published in the same call', () => {
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
      },
    ]);
    expect(clock.waiting).toBe(0);
  });

  test('elapsed counts from the first featured track, whatever the wall clock does', async () => {
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

  test('text is NFC, on one line, without control characters or blanks around it', () => {
    pipeline.transition(
      transition({ artist: ' Beyonce\u0301\r\n', title: 'Blue\u0000\tMonday\u2028Mix\u0085' }),
    );
    expect(published[0]?.track).toMatchObject({ artist: 'Beyonc\u00e9', title: 'Blue Monday Mix' });
  });

  test('a track without tags is published with empty names', () => {
    pipeline.transition(transition({}));
    expect(published[0]?.track).toEqual(UNKNOWN_TRACK);
  });
});

describe('with a hold', () => {
  beforeEach(() => {
    settings.delay = 10;
  });

  test('a track is held, and featured when no other came in that time', async () => {
    pipeline.transition(A);
    expect(pipeline.held()).toEqual({
      track: A.track,
      deck: '1',
      hidden: false,
      until: clock.now() + 10_000,
    });
    await clock.advance(9_999);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(story()).toEqual(['track Blue']);
    expect(pipeline.held()).toBeUndefined();
  });

  test('a newer transition replaces the held one and starts the time anew', async () => {
    pipeline.transition(A);
    await clock.advance(9_000);
    pipeline.transition(B);
    await clock.advance(9_999);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(story()).toEqual(['track Red']);
  });

  test('the time of a publication is when its hold ended', async () => {
    const start = clock.now();
    pipeline.transition(A);
    await clock.advance(10_000);
    expect(published[0]).toMatchObject({ at: start + 10_000, elapsedMs: 0 });
  });

  test('going back to the featured track takes the held one away', async () => {
    pipeline.transition(A);
    await clock.advance(10_000);
    pipeline.transition(B);
    await clock.advance(3_000);
    pipeline.transition(A);
    await clock.advance(60_000);
    expect(story()).toEqual(['track Blue']);
  });

  test('a play that was featured before is not featured again, but ends the hold of another', async () => {
    pipeline.transition(A);
    await clock.advance(10_000);
    pipeline.transition(B);
    await clock.advance(10_000);
    pipeline.transition(transition({ title: 'Green' }));
    await clock.advance(3_000);
    pipeline.transition(A);
    await clock.advance(60_000);
    expect(story()).toEqual(['track Blue', 'track Red']);
  });

  test('a track that is hidden while it is held comes out hidden', async () => {
    pipeline.transition(A);
    pipeline.visibility(A.playId, true);
    await clock.advance(10_000);
    expect(story()).toEqual(['track (hidden)']);
  });

  test('a held track that a rule or its colour hides is said to be hidden', async () => {
    pipeline.transition(A);
    pipeline.visibility(A.playId, true);
    expect(pipeline.held()).toMatchObject({ hidden: true });
    pipeline.visibility(A.playId, false);
    await hideTitles('Blue');
    expect(pipeline.held()).toMatchObject({ hidden: true });
  });

  test('the operator can end the hold', () => {
    pipeline.transition(A);
    pipeline.skipHold();
    pipeline.skipHold();
    expect(story()).toEqual(['track Blue']);
  });

  test('a change of the delay holds for the next transition', () => {
    pipeline.transition(A);
    settings.delay = 0;
    pipeline.transition(B);
    expect(story()).toEqual(['track Red']);
    expect(clock.waiting).toBe(0);
  });

  test('stopping forgets what is held', async () => {
    pipeline.transition(A);
    pipeline.stop();
    await clock.advance(60_000);
    expect(published).toEqual([]);
  });
});

describe('hiding', () => {
  test('by an expression leaves nothing of the track in the publication or the log', async () => {
    await hideTitles('Blue');
    pipeline.transition({ ...A, nativeArt: async () => new Uint8Array([1]) });
    expect(published[0]).toMatchObject({ kind: 'track', hidden: true, track: UNKNOWN_TRACK, position: 1 });
    expect(JSON.stringify(published[0]?.track)).not.toMatch(/Ada|Blue/i);
    expect(JSON.stringify(log.lines)).not.toMatch(/Ada|Blue/i);
    expect(log.lines).toHaveLength(1);
  });

  test('by colour hides and reveals the featured track at once, in its own place', () => {
    pipeline.transition(A);
    pipeline.transition(B);
    pipeline.visibility(B.playId, true);
    pipeline.visibility(B.playId, false);
    expect(story()).toEqual(['track Blue', 'track Red', 'hide (hidden)', 'reveal Red']);
    expect(published.map(({ position, seq }) => [position, seq])).toEqual([
      [1, 1],
      [2, 2],
      [2, 3],
      [2, 4],
    ]);
  });

  test('a colour that is told again changes nothing', () => {
    pipeline.transition({ ...A, hidden: true });
    pipeline.visibility(A.playId, true);
    expect(story()).toEqual(['track (hidden)']);
  });

  test('a colour change of a track that is not featured changes nothing', () => {
    pipeline.transition({ ...A, hidden: true });
    pipeline.transition(B);
    pipeline.visibility(A.playId, false);
    pipeline.visibility('unheard of', true);
    expect(story()).toEqual(['track (hidden)', 'track Red']);
  });

  test('a colour that says visible does not undo a matching expression', async () => {
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

  test('hides what is on air at once, and reveals it when it is taken back', async () => {
    pipeline.transition(A);
    await nowHides('Blue');
    await nowHides('Red');
    expect(story()).toEqual(['track Blue', 'hide (hidden)', 'reveal Blue']);
  });

  test('leaves alone what it does not concern, and what the operator hid', async () => {
    pipeline.settingsChanged();
    pipeline.transition(A);
    await nowHides('Red');
    pipeline.hide();
    await nowHides('Green');
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test('hides again what the operator revealed, but only when it newly says so', async () => {
    await hideTitles('Blue');
    pipeline.transition(A);
    pipeline.reveal();
    await nowHides('Blue|Red');
    expect(story()).toEqual(['track (hidden)', 'reveal Blue']);
    await nowHides('Red');
    await nowHides('Blue');
    expect(story()).toEqual(['track (hidden)', 'reveal Blue', 'hide (hidden)']);
  });
});

describe('what is learned of a play after it was told', () => {
  const PROMO = { ...A.track, genre: 'Promo' };

  test('hides it at once when a rule wants it', async () => {
    await hideGenres('Promo');
    pipeline.transition(A);
    pipeline.learned(A.playId, PROMO);
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test('keeps it hidden when other settings change', async () => {
    await hideGenres('Promo');
    pipeline.transition(A);
    pipeline.learned(A.playId, PROMO);
    pipeline.settingsChanged();
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test('hides it as soon as such a rule comes', async () => {
    pipeline.transition(A);
    pipeline.learned(A.playId, PROMO);
    await hideGenres('Promo');
    pipeline.settingsChanged();
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test('goes out with it when it is still held', async () => {
    settings.delay = 10;
    pipeline.transition(A);
    pipeline.learned(A.playId, PROMO);
    await clock.advance(10_000);
    expect(published).toMatchObject([{ track: { title: 'Blue', genre: 'Promo' } }]);
  });

  test('makes no second publication of what is on air', () => {
    pipeline.transition(A);
    pipeline.learned(A.playId, { ...PROMO, title: 'Bluer' });
    expect(story()).toEqual(['track Blue']);
  });

  test('leaves alone what is on air when it is of another play', async () => {
    await hideGenres('Promo');
    pipeline.transition(A);
    pipeline.transition(B);
    pipeline.learned(A.playId, PROMO);
    expect(story()).toEqual(['track Blue', 'track Red']);
  });
});

describe('the operator', () => {
  test('hides and reveals the featured track', () => {
    pipeline.transition(A);
    pipeline.hide();
    pipeline.hide();
    pipeline.reveal();
    expect(story()).toEqual(['track Blue', 'hide (hidden)', 'reveal Blue']);
  });

  test('reveals a track that a rule hid', async () => {
    await hideTitles('Blue');
    pipeline.transition(A);
    pipeline.reveal();
    expect(story()).toEqual(['track (hidden)', 'reveal Blue']);
  });

  test('has the last word until the deck turns to the hiding colour again', () => {
    pipeline.transition({ ...A, hidden: true });
    pipeline.reveal();
    pipeline.visibility(A.playId, false);
    pipeline.visibility(A.playId, true);
    expect(story()).toEqual(['track (hidden)', 'reveal Blue', 'hide (hidden)']);
  });

  test('keeps a track hidden whatever its colour', () => {
    pipeline.transition(A);
    pipeline.hide();
    pipeline.visibility(A.playId, true);
    pipeline.visibility(A.playId, false);
    expect(story()).toEqual(['track Blue', 'hide (hidden)']);
  });

  test('corrects the names of the featured track, once', () => {
    pipeline.transition(A);
    expect(pipeline.edit({ title: ' Bluer\n' })).toBe(true);
    pipeline.edit({ artist: 'Ada', title: 'Bluer' });
    expect(story()).toEqual(['track Blue', 'correction Bluer']);
    expect(published[1]?.track.artist).toBe('Ada');
  });

  test('corrects a hidden track, which shows when it is revealed', () => {
    pipeline.transition({ ...A, hidden: true });
    pipeline.edit({ title: 'Bluer' });
    pipeline.visibility(A.playId, false);
    expect(story()).toEqual(['track (hidden)', 'reveal Bluer']);
  });

  test('changes nothing while nothing is featured', () => {
    pipeline.hide();
    pipeline.reveal();
    pipeline.skipHold();
    expect(pipeline.edit({ title: 'Bluer' })).toBe(false);
    expect(published).toEqual([]);
  });
});

describe('a set that goes on', () => {
  const startedAt = Date.UTC(2026, 0, 1, 19);
  const entry = (position: number, given: Transition, elapsedMs: number): SetEntry => ({
    playId: given.playId,
    position,
    hidden: false,
    track: given.track,
    source: 'hwdevice',
    at: startedAt + elapsedMs,
    elapsedMs,
  });
  const goingOn = (...entries: SetEntry[]) =>
    pipelineUnderTest(undefined, () => ({ session: 1, startedAt, entries }));

  test('counts places and times on from its first track', async () => {
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

  test('gives the track that is still on the place that it has', () => {
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

  test('never goes back in time, and never takes a hidden track for another', () => {
    const { clock, pipeline, published } = goingOn({ ...entry(7, B, 3_000_000), hidden: true });
    clock.setWall(0);
    pipeline.transition({ ...B, hidden: true });
    expect(published).toMatchObject([{ position: 8, elapsedMs: 3_000_000 }]);
  });
});
