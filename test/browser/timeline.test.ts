import { describe, expect, test } from 'vitest';
import type { EventMessage, SnapshotEvent, WireHistoryEntry, WireTrack } from '../../src/web/wire/events.ts';
import { Timeline } from '../../themes/shared/v1/timeline.js';
import { wireTrack } from './wire-track.ts';

const A = wireTrack({ id: 'a', title: 'A' });
const B = wireTrack({ id: 'b', title: 'B' });
/** The page's clock is an hour behind the server's. */
const SERVER_AHEAD = 3_600_000;
const START = Date.UTC(2026, 0, 1, 20);
const FOR_EVER = Number.POSITIVE_INFINITY;

function header(second: number) {
  return { v: 1, run: 'r', seq: 0, at: serverTime(second) } as const;
}

function serverTime(second: number): string {
  return new Date(START + SERVER_AHEAD + second * 1_000).toISOString();
}

const featured = (track: WireTrack, second: number): EventMessage => ({
  ...header(second),
  type: 'track',
  reason: 'track',
  track,
  previous: [],
});

/** Asks what is shown, second by second: the title, or nothing. */
function show(events: readonly (readonly [number, EventMessage])[], times = { delayMs: 0, showMs: 0 }) {
  const timeline = new Timeline();
  let applied = 0;
  return (second: number): { title: string | undefined; next: number } => {
    for (const [at, event] of events.slice(applied)) {
      if (at <= second) {
        timeline.apply(event, START + at * 1_000);
        applied += 1;
      }
    }
    const scene = timeline.sceneAt(START + second * 1_000, times);
    return { title: scene.track?.title, next: (scene.next - START) / 1_000 };
  };
}

const EARLIER: WireHistoryEntry = {
  id: 'z',
  artist: 'Mira Vale',
  title: 'Z',
  album: '',
  genre: '',
  label: '',
  remixer: '',
  comment: '',
  key: '',
  bpm: 0,
  year: 0,
  isrc: '',
  durationMs: 0,
  position: 1,
  startedAt: '2026-01-01T20:00:00.000Z',
  elapsed: '00:00:00',
  hidden: false,
};

test('the tracks before come with the track that is shown, however late that is', () => {
  const timeline = new Timeline();
  const at = (second: number) =>
    timeline.sceneAt(START + second * 1_000, { delayMs: 5_000, showMs: 0 }).track?.previous;
  timeline.apply({ ...header(0), type: 'track', reason: 'track', track: A, previous: [] }, START);
  timeline.apply(
    { ...header(6), type: 'track', reason: 'track', track: B, previous: [EARLIER] },
    START + 6_000,
  );
  expect([at(6), at(10), at(11)]).toEqual([[], [], [EARLIER]]);
});

test('a track before that is hidden when it is over is named no more, shown late or in the list', () => {
  const timeline = new Timeline();
  const hidden: WireHistoryEntry = { ...EARLIER, id: A.id, title: 'ID', hidden: true };
  const at = (second: number) =>
    timeline.sceneAt(START + second * 1_000, { delayMs: 5_000, showMs: 0 }).track;
  const previous = [{ ...hidden, title: 'A', hidden: false }];
  timeline.apply({ ...header(0), type: 'track', reason: 'track', track: A, previous: [] }, START);
  timeline.apply({ ...header(6), type: 'track', reason: 'track', track: B, previous }, START + 6_000);
  expect(at(7)?.title).toBe('A');
  timeline.apply({ ...header(8), type: 'previous', previous: [hidden] }, START + 8_000);
  expect(at(8)).toBeNull();
  expect(at(11)).toMatchObject({ title: 'B', previous: [{ title: 'ID' }] });
});

test('a track that is hidden in the moment when it is over is not shown late either', () => {
  const timeline = new Timeline();
  const previous: WireHistoryEntry[] = [{ ...EARLIER, id: A.id, title: 'ID', hidden: true }];
  const at = (second: number) =>
    timeline.sceneAt(START + second * 1_000, { delayMs: 5_000, showMs: 0 }).track;
  timeline.apply({ ...header(0), type: 'track', reason: 'track', track: A, previous: [] }, START);
  timeline.apply({ ...header(6), type: 'track', reason: 'track', track: B, previous }, START + 6_000);
  expect(at(7)).toBeNull();
  expect(at(11)).toMatchObject({ title: 'B', previous: [{ title: 'ID' }] });
});

describe('without delay', () => {
  test('each track is shown until the next', () => {
    const at = show([
      [1, featured(A, 1)],
      [9, featured(B, 9)],
    ]);
    expect(at(0).title).toBeUndefined();
    expect(at(1)).toEqual({ title: 'A', next: FOR_EVER });
    expect(at(9)).toEqual({ title: 'B', next: FOR_EVER });
  });

  test('hiding removes the track, revealing brings it back', () => {
    const at = show([
      [1, featured(A, 1)],
      [5, { ...header(5), type: 'hidden', position: 1, previous: [] }],
      [8, { ...header(8), type: 'track', reason: 'reveal', track: A, previous: [] }],
    ]);
    expect(at(4).title).toBe('A');
    expect(at(5).title).toBeUndefined();
    expect(at(8).title).toBe('A');
  });
});

describe('with a time to hide after', () => {
  const times = { delayMs: 0, showMs: 10_000 };

  test('the track leaves by itself, and a recall brings it back', () => {
    const at = show(
      [
        [1, featured(A, 1)],
        [30, { ...header(30), type: 'recall' }],
      ],
      times,
    );
    expect(at(1)).toEqual({ title: 'A', next: 11 });
    expect(at(11).title).toBeUndefined();
    expect(at(30)).toEqual({ title: 'A', next: 40 });
    expect(at(40).title).toBeUndefined();
  });

  test('a page that is loaded later shows what is left of the time', () => {
    const snapshot = (second: number): EventMessage => ({
      ...header(second),
      type: 'snapshot',
      state: 'featured',
      position: 1,
      track: A,
      shownAt: serverTime(2),
      previous: [],
      themeOptions: {},
      themeProblems: [],
    });
    expect(show([[5, snapshot(5)]], times)(5)).toEqual({ title: 'A', next: 12 });
    expect(show([[20, snapshot(20)]], times)(20).title).toBeUndefined();
  });

  test('a correction is not a new appearance', () => {
    const at = show(
      [
        [1, featured(A, 1)],
        [
          8,
          {
            ...header(8),
            type: 'track',
            reason: 'correction',
            track: { ...A, title: 'A (Dub)' },
            previous: [],
          },
        ],
      ],
      times,
    );
    at(1);
    expect(at(8)).toEqual({ title: 'A (Dub)', next: 11 });
  });
});

describe('with a delay', () => {
  const times = { delayMs: 5_000, showMs: 0 };

  test('tracks come later, each in its order', () => {
    const at = show(
      [
        [1, featured(A, 1)],
        [3, featured(B, 3)],
      ],
      times,
    );
    expect(at(1)).toEqual({ title: undefined, next: 6 });
    expect(at(3)).toEqual({ title: undefined, next: 6 });
    expect(at(6)).toEqual({ title: 'A', next: 8 });
    expect(at(8)).toEqual({ title: 'B', next: FOR_EVER });
  });

  test('a secret does not wait, nor does what was still to come', () => {
    const at = show(
      [
        [1, featured(A, 1)],
        [10, featured(B, 10)],
        [11, { ...header(11), type: 'hidden', position: 2, previous: [] }],
      ],
      times,
    );
    expect(at(10).title).toBe('A');
    expect(at(11)).toEqual({ title: undefined, next: FOR_EVER });
    expect(at(20).title).toBeUndefined();
  });

  describe('and a connection that was lost and is back', () => {
    const back = (change: Partial<SnapshotEvent> = {}): EventMessage => ({
      ...header(12),
      type: 'snapshot',
      state: 'featured',
      position: 2,
      track: B,
      shownAt: serverTime(10),
      previous: [{ ...A, hidden: false }],
      themeOptions: {},
      themeProblems: [],
      ...change,
    });
    const shownAfter = (snapshot: EventMessage) => {
      const at = show(
        [
          [1, featured(A, 1)],
          [12, snapshot],
        ],
        times,
      );
      expect(at(8).title).toBe('A');
      return [at(12).title, at(16).title];
    };

    test('the track that is shown stays until the next is due', () => {
      expect(shownAfter(back())).toEqual(['A', 'B']);
    });

    test.each<[string, Partial<SnapshotEvent>]>([
      ['it was hidden meanwhile', { previous: [{ ...A, artist: 'ID', title: 'ID', hidden: true }] }],
      ['its names were corrected meanwhile', { previous: [{ ...A, title: 'A (Dub)', hidden: false }] }],
      ['it is of another run', { previous: [] }],
    ])('it goes when %s', (_, change) => {
      expect(shownAfter(back(change))).toEqual([undefined, 'B']);
    });

    test('it goes when the track on air is hidden', () => {
      expect(shownAfter(back({ state: 'hidden', track: null, shownAt: null }))).toEqual([
        undefined,
        undefined,
      ]);
    });
  });
});
