import { beforeEach, describe, expect, test } from 'vitest';
import { A, B, C, pipelineUnderTest, textOf } from '../../../test/support/pipeline.ts';
import { track, transition } from '../../../test/support/tracks.ts';
import type { Enricher, Enrichment } from '../../core/contracts/enricher.ts';
import { regex } from '../../settings/kinds.ts';

/** Grace after the deadline. */
const GRACE_MS = 100;
const COVER: Enrichment = { art: { png: new Uint8Array([1, 2, 3]) } };

class SlowEnricher implements Enricher {
  readonly prefetched: string[] = [];
  readonly requests: {
    title: string;
    nativeArt: unknown;
    signal: AbortSignal;
    answer: (pictures: Enrichment) => void;
  }[] = [];

  prefetch({ title }: { title: string }): void {
    this.prefetched.push(title);
  }

  enrich({ title }: { title: string }, nativeArt: unknown, signal: AbortSignal): Promise<Enrichment> {
    return new Promise((resolve) => {
      this.requests.push({ title, nativeArt, signal, answer: resolve });
    });
  }
}

let enricher = new SlowEnricher();
let { clock, log, published, settings, pipeline, story, hideTitles } = pipelineUnderTest(enricher);

async function found(pictures: Enrichment = COVER, request = 0): Promise<void> {
  enricher.requests[request]?.answer(pictures);
  await clock.advance(0);
}

function use(other: Enricher): void {
  ({ clock, log, published, settings, pipeline, story, hideTitles } = pipelineUnderTest(other));
}

beforeEach(() => {
  enricher = new SlowEnricher();
  use(enricher);
});

describe('pictures', () => {
  test('delay the track and go out with it', async () => {
    pipeline.transition(A);
    await clock.advance(1_500);
    expect(published).toEqual([]);
    await found();
    expect(published).toMatchObject([{ ...COVER, at: clock.now() - 1_500 }]);
    expect(clock.waiting).toBe(0);
  });

  test('add the recording code if the source has none', async () => {
    pipeline.transition(A);
    await found({ isrc: 'DEABC2600001' });
    pipeline.transition(transition({ title: 'Red', isrc: 'GBAYE0601498' }));
    await found({ isrc: 'DEABC2600001' }, 1);
    expect(published.map(({ track: { isrc } }) => isrc)).toEqual(['DEABC2600001', 'GBAYE0601498']);
  });

  test('and recording code of a hidden track go nowhere, and are there at once after a reveal', async () => {
    pipeline.transition(A);
    await found({ ...COVER, isrc: 'DEABC2600001' });
    pipeline.hide();
    pipeline.reveal();
    expect(story()).toEqual(['track Blue', 'hide (hidden)', 'reveal Blue']);
    expect(published.map(({ track: { isrc } }) => isrc)).toEqual(['DEABC2600001', '', 'DEABC2600001']);
    expect(published.map(({ art }) => art)).toEqual([COVER.art, undefined, COVER.art]);
    expect(enricher.requests).toHaveLength(1);
  });

  test('are incomplete after --streaming.timeout, and go out so', async () => {
    pipeline.transition(A);
    enricher.requests[0]?.signal.addEventListener('abort', () => enricher.requests[0]?.answer(COVER));
    await clock.advance(3_999);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(published).toMatchObject([COVER]);
  });

  test('do not stop the track when the enricher fails', async () => {
    use({ prefetch: () => undefined, enrich: () => Promise.reject(new Error('no network')) });
    pipeline.transition(A);
    await clock.advance(0);
    expect(story()).toEqual(['track Blue']);
    expect(log.lines).toContainEqual(expect.objectContaining({ fields: { reason: 'no network' } }));
  });

  test('are no longer awaited when the next track is featured; the order stays', async () => {
    pipeline.transition(A);
    await clock.advance(1_000);
    pipeline.transition(B);
    expect(story()).toEqual(['track Blue']);
    expect(enricher.requests[0]?.signal.aborted).toBe(true);
    enricher.requests[1]?.answer(COVER);
    await found();
    expect(story()).toEqual(['track Blue', 'track Red']);
    expect(published[0]).not.toHaveProperty('art');
    expect(published[1]).toMatchObject(COVER);
  });

  test('are not requested while a track is hidden', async () => {
    await hideTitles('Blue');
    pipeline.loaded(A.track);
    pipeline.transition(A);
    pipeline.transition({ ...B, hidden: true });
    expect(enricher.prefetched).toEqual([]);
    expect(enricher.requests).toEqual([]);
    expect(story()).toEqual(['track (hidden)', 'track (hidden)']);
  });

  test('have one deadline per play, in spite of late names, hides and reveals', async () => {
    pipeline.transition(A);
    await clock.advance(1_500);
    pipeline.namesChanged(A.playId, { ...A.track, genre: 'House' });
    pipeline.settingsChanged();
    await clock.advance(1_500);
    pipeline.namesChanged(A.playId, { ...A.track, title: 'Bluer' });
    pipeline.edit({ artist: 'Ida' });
    await clock.advance(1_000 + GRACE_MS - 1);
    expect(published).toEqual([]);
    await clock.advance(1);
    expect(published).toMatchObject([{ kind: 'track', track: { artist: 'Ida', title: 'Bluer' } }]);
    expect(clock.waiting).toBe(0);
  });

  test('come from the source if the names of the track come late', async () => {
    pipeline.transition(transition({}, { playId: 'late' }));
    enricher.requests[0]?.answer({});
    await clock.advance(1_500);
    const itsPicture = async () => undefined;
    pipeline.namesChanged('late', A.track, itsPicture);
    expect(enricher.requests[1]).toMatchObject({ title: 'Blue', nativeArt: itsPicture });
    await found(COVER, 1);
    expect(published).toMatchObject([{ kind: 'track' }, { kind: 'correction', ...COVER }]);
  });

  test('of the source are fetched for a track without names, and shown only with the names', async () => {
    const own = async () => undefined;
    pipeline.transition(transition({}, { playId: 'late', nativeArt: own }));
    expect(enricher.prefetched).toEqual(['']);
    expect(enricher.requests).toMatchObject([{ title: '', nativeArt: undefined }]);
    pipeline.namesChanged('late', A.track);
    expect(enricher.requests[1]).toMatchObject({ title: 'Blue', nativeArt: own });
  });

  test('stay those of the published names when other names come after ten seconds', async () => {
    const own = async () => undefined;
    pipeline.transition({ ...A, nativeArt: own });
    await clock.advance(60_000);
    pipeline.namesChanged(A.playId, B.track, async () => undefined);
    pipeline.edit({ title: 'Bluer' });
    expect(enricher.requests[1]).toMatchObject({ title: 'Bluer', nativeArt: own });
  });

  test('are awaited again after the operator corrects an old track', async () => {
    pipeline.transition(A);
    await clock.advance(60_000);
    pipeline.edit({ title: 'Bluer' });
    await clock.advance(3_000);
    await found(COVER, 1);
    expect(published[1]).toMatchObject({ kind: 'correction', ...COVER });
  });

  test('have their deadline counted from the reveal of a track that began hidden', async () => {
    pipeline.transition({ ...A, hidden: true });
    await clock.advance(60_000);
    pipeline.reveal();
    await clock.advance(3_000);
    await found();
    expect(published[1]).toMatchObject({ kind: 'reveal', ...COVER });
  });

  test('are requested again when the enricher changes, and published if they differ', async () => {
    pipeline.transition(A);
    enricher.requests[0]?.answer({});
    await clock.advance(60_000);
    pipeline.enricherChanged();
    await found(COVER, 1);
    expect(published[1]).toMatchObject({ kind: 'correction', ...COVER });
    expect(log.at('info').at(-1)).toBe('track has other pictures');
    pipeline.enricherChanged();
    await found(COVER, 2);
    expect(published).toHaveLength(2);
    pipeline.enricherChanged();
    await found({}, 3);
    expect(story()).toEqual(['track Blue', 'correction Blue', 'correction Blue']);
    expect(published[2]).not.toHaveProperty('art');
  });

  test('stay if a second request brings nothing in time', async () => {
    pipeline.transition(A);
    enricher.requests[0]?.answer(COVER);
    await clock.advance(60_000);
    pipeline.enricherChanged();
    await clock.advance(10_000);
    pipeline.transition(B);
    expect(published.map(({ kind, art }) => [kind, art?.png])).toEqual([['track', COVER.art?.png]]);
  });

  test('keep their deadline if the enricher changes while the track waits', async () => {
    pipeline.transition(A);
    await clock.advance(3_000);
    pipeline.enricherChanged();
    expect(enricher.requests[0]?.signal.aborted).toBe(true);
    await clock.advance(1_000 + GRACE_MS);
    expect(story()).toEqual(['track Blue']);
  });

  test('for the old names are discarded after a correction while hidden', async () => {
    pipeline.transition(A);
    await found();
    pipeline.hide();
    pipeline.edit({ title: 'Bluer' });
    pipeline.reveal();
    await found({}, 1);
    expect(story()).toEqual(['track Blue', 'hide (hidden)', 'reveal Bluer']);
    expect(published[2]).not.toHaveProperty('art');
  });

  test('do not delay a hide of the first track', async () => {
    pipeline.transition(A);
    expect(pipeline.isWaiting()).toBe(true);
    expect(pipeline.hide()).toBe(true);
    expect(pipeline.isWaiting()).toBe(false);
    enricher.requests[0]?.answer(COVER);
    await clock.advance(10_000);
    expect(story()).toEqual(['track (hidden)']);
    expect(textOf([published, log.lines])).not.toMatch(/Ada/);
  });

  test('of the next track are no longer awaited when the published track is hidden', async () => {
    pipeline.transition(A);
    await found();
    pipeline.transition(B);
    pipeline.visibility(A.playId, true);
    expect(story()).toEqual(['track Blue', 'track Red']);
    pipeline.transition(C);
    await hideTitles('Red');
    pipeline.settingsChanged();
    expect(story()).toEqual(['track Blue', 'track Red', 'track Green']);
  });

  test('are prefetched by the extracted names when a track is loaded', async () => {
    const parsed = await regex('title').parse(String.raw`^\d+\. (?P<title>.+)`);
    settings['extract.regex.title'] = parsed.ok ? parsed.value : undefined;
    pipeline.loaded(track({ title: '3. Green' }));
    expect(enricher.prefetched).toEqual(['Green']);
  });

  test('are prefetched while a track is held, and again for new names', () => {
    settings.delay = 5;
    pipeline.transition(C);
    pipeline.namesChanged(C.playId, { ...C.track, title: 'Greener' });
    expect(enricher.prefetched).toEqual(['Green', 'Greener']);
  });

  test('are not awaited when the program stops', async () => {
    pipeline.transition(A);
    pipeline.stop();
    pipeline.transition(B);
    enricher.requests[0]?.answer(COVER);
    await clock.advance(10_000);
    expect(story()).toEqual(['track Blue']);
  });
});
