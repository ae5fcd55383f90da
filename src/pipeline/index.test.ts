import { beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../test/support/clock.ts';
import { type KeptLog, keptLog } from '../../test/support/log.ts';
import { track, transition } from '../../test/support/tracks.ts';
import { regex } from '../config/kinds.ts';
import type { Enricher, Enrichment } from '../core/contracts.ts';
import { type Publication, UNKNOWN_TRACK } from '../core/track.ts';
import { createPipeline, type Pipeline, type PipelineSettings } from './index.ts';

type Settings = { -readonly [Name in keyof PipelineSettings]: PipelineSettings[Name] };

const RULES_OFF: PipelineSettings = {
  delay: 0,
  'extract.regex.title': undefined,
  'extract.regex.artist': undefined,
  'hide.regex.artist': undefined,
  'hide.regex.title': undefined,
  'hide.regex.genre': undefined,
  'hide.regex.filename': undefined,
  'streaming.timeout': 4,
};

const A = transition({ artist: 'Ada', title: 'Blue', filename: 'blue.mp3' });
const B = transition({ artist: 'Bo', title: 'Red' }, { deck: '2' });
const C = transition({ artist: 'Cy', title: 'Green' });

let clock: FakeClock;
let log: KeptLog;
let settings: Settings;
let published: Publication[];
let pipeline: Pipeline;

function build(enricher?: Enricher): void {
  published = [];
  pipeline = createPipeline(settings, {
    clock,
    log,
    ...(enricher === undefined ? {} : { enricher }),
    publish: (publication) => published.push(publication),
  });
}

/** What was published, in short. */
function story(): string[] {
  return published.map(({ kind, hidden, track: { title } }) => `${kind} ${hidden ? '(hidden)' : title}`);
}

async function hideTitles(source: string): Promise<void> {
  const parsed = await regex().parse(source);
  settings['hide.regex.title'] = parsed.ok ? parsed.value : undefined;
}

beforeEach(() => {
  clock = fakeClock();
  log = keptLog();
  settings = { ...RULES_OFF };
  build();
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

describe('pictures', () => {
  const COVER: Enrichment = { art: { png: new Uint8Array([1, 2, 3]) } };

  /** An enricher that answers when the test says so. */
  class SlowEnricher implements Enricher {
    readonly prefetched: string[] = [];
    readonly asked: { title: string; signal: AbortSignal; answer: (pictures: Enrichment) => void }[] = [];

    prefetch({ title }: { title: string }): void {
      this.prefetched.push(title);
    }

    enrich({ title }: { title: string }, _nativeArt: unknown, signal: AbortSignal): Promise<Enrichment> {
      return new Promise((resolve) => {
        this.asked.push({ title, signal, answer: resolve });
      });
    }
  }

  let enricher: SlowEnricher;

  beforeEach(() => {
    enricher = new SlowEnricher();
    build(enricher);
  });

  test('are waited for, and go out with the track', async () => {
    pipeline.transition(A);
    await clock.advance(1_500);
    expect(published).toEqual([]);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(0);
    expect(published).toMatchObject([{ ...COVER, at: clock.now() - 1_500 }]);
    expect(clock.waiting).toBe(0);
  });

  test('that take longer than --streaming.timeout are asked for what has arrived', async () => {
    pipeline.transition(A);
    enricher.asked[0]?.signal.addEventListener('abort', () => enricher.asked[0]?.answer(COVER));
    await clock.advance(3_999);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(published).toMatchObject([COVER]);
  });

  test('of an enricher that hangs do not stop the track', async () => {
    pipeline.transition(A);
    await clock.advance(4_100);
    expect(story()).toEqual(['track Blue']);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(10_000);
    expect(story()).toEqual(['track Blue']);
  });

  test('of an enricher that fails do not stop the track', async () => {
    build({ prefetch: () => undefined, enrich: () => Promise.reject(new Error('no network')) });
    pipeline.transition(A);
    await clock.advance(0);
    expect(story()).toEqual(['track Blue']);
    expect(log.lines).toContainEqual(expect.objectContaining({ fields: { reason: 'no network' } }));
  });

  test('are not waited for any longer when the next track is featured; the order stays', async () => {
    pipeline.transition(A);
    await clock.advance(1_000);
    pipeline.transition(B);
    expect(story()).toEqual(['track Blue']);
    expect(enricher.asked[0]?.signal.aborted).toBe(true);
    enricher.asked[1]?.answer(COVER);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(0);
    expect(story()).toEqual(['track Blue', 'track Red']);
    expect(published[0]).not.toHaveProperty('art');
    expect(published[1]).toMatchObject(COVER);
  });

  test('are never asked for while a track is hidden', async () => {
    await hideTitles('Blue');
    pipeline.loaded(A.track);
    pipeline.transition(A);
    pipeline.transition({ ...B, hidden: true });
    expect(enricher.prefetched).toEqual([]);
    expect(enricher.asked).toEqual([]);
    expect(story()).toEqual(['track (hidden)', 'track (hidden)']);
  });

  test('are dropped when the track is hidden while they are on their way', async () => {
    pipeline.transition(A);
    pipeline.visibility(A.playId, true);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(10_000);
    expect(story()).toEqual(['track (hidden)']);
    expect(published[0]).not.toHaveProperty('art');
  });

  test('are there at once when the track is revealed again', async () => {
    pipeline.transition(A);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(0);
    pipeline.hide();
    pipeline.reveal();
    expect(story()).toEqual(['track Blue', 'hide (hidden)', 'reveal Blue']);
    expect(published[2]).toMatchObject(COVER);
    expect(enricher.asked).toHaveLength(1);
  });

  test('are looked for anew after a correction', async () => {
    pipeline.transition(A);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(0);
    pipeline.edit({ title: 'Bluer' });
    expect(enricher.asked.map(({ title }) => title)).toEqual(['Blue', 'Bluer']);
    enricher.asked[1]?.answer({});
    await clock.advance(0);
    expect(story()).toEqual(['track Blue', 'correction Bluer']);
    expect(published[1]).not.toHaveProperty('art');
  });

  test('are prefetched when a track is loaded, under its extracted name', async () => {
    const parsed = await regex('title').parse(String.raw`^\d+\. (?P<title>.+)`);
    settings['extract.regex.title'] = parsed.ok ? parsed.value : undefined;
    pipeline.loaded(track({ title: '3. Green' }));
    expect(enricher.prefetched).toEqual(['Green']);
  });

  test('are prefetched while a track is held', () => {
    settings.delay = 5;
    pipeline.transition(C);
    expect(enricher.prefetched).toEqual(['Green']);
  });

  test('that are on their way when the program stops are not waited for', async () => {
    pipeline.transition(A);
    pipeline.stop();
    pipeline.transition(B);
    enricher.asked[0]?.answer(COVER);
    await clock.advance(10_000);
    expect(story()).toEqual(['track Blue']);
  });
});
