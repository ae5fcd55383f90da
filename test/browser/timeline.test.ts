import { expect, test } from 'vitest';
import type {
  EventHeader,
  EventMessage,
  SnapshotEvent,
  TrackEvent,
  WireHistoryEntry,
  WireTrack,
} from '../../src/web/wire/events.ts';
import { Timeline } from '../../themes/shared/v1/timeline.js';
import { EXAMPLES } from '../support/wire-examples.ts';

const { track: TRACK } = EXAMPLES.events.track;
const A: WireTrack = { ...TRACK, id: 'a', title: 'A' };
const B: WireTrack = { ...TRACK, id: 'b', title: 'B' };
const CORRECTED = { ...A, title: 'A (Dub)' };
const EARLIER: WireHistoryEntry = { ...A, id: 'z', title: 'Z', hidden: false };
/** Hidden first track. */
const SECRET: WireHistoryEntry = { ...A, artist: '', title: 'ID', hidden: true };

const SERVER_AHEAD = 3_600_000;
const START = Date.UTC(2026, 0, 1, 20);

const AT_ONCE = { delayMs: 0, showMs: 0 };
const LEAVES = { delayMs: 0, showMs: 10_000 };
const LATE = { delayMs: 5_000, showMs: 0 };

type WithoutHeader<Event> = Event extends EventMessage ? Omit<Event, keyof EventHeader> : never;
type Said = WithoutHeader<EventMessage>;

function serverTime(second: number): string {
  return new Date(START + SERVER_AHEAD + second * 1_000).toISOString();
}

const featured = (
  track: WireTrack,
  previous: readonly WireHistoryEntry[] = [],
  reason: TrackEvent['reason'] = 'track',
): Said => ({ type: 'track', reason, track, previous });

const HIDDEN: Said = { type: 'hidden', position: 2, previous: [] };

function snapshot(track: WireTrack, shownAt: number, change: Partial<SnapshotEvent> = {}): Said {
  return {
    type: 'snapshot',
    state: 'featured',
    position: track.position,
    track,
    shownAt: serverTime(shownAt),
    previous: [],
    themeOptions: {},
    themeProblems: [],
    ...change,
  };
}

/** After a reconnect: B is on air for two seconds, and A may still be shown. */
const back = (change: Partial<SnapshotEvent>) => ({
  1: featured(A),
  12: snapshot(B, 10, { previous: [{ ...A, hidden: false }], ...change }),
});

test.each<[string, typeof LATE, Readonly<Record<number, Said>>, readonly string[]]>([
  [
    'each track is shown until the next',
    AT_ONCE,
    { 1: featured(A), 9: featured(B) },
    ['0: nothing', '1: A', '9: B'],
  ],
  [
    'hiding removes the track, revealing brings it back',
    AT_ONCE,
    { 1: featured(A), 5: HIDDEN, 8: featured(A, [], 'reveal') },
    ['4: A', '5: nothing', '8: A'],
  ],
  [
    'a track leaves by itself after its time, and a recall brings it back',
    LEAVES,
    { 1: featured(A), 30: { type: 'recall' } },
    ['1: A until 11', '11: nothing', '30: A until 40', '40: nothing'],
  ],
  [
    'a page that is loaded later shows what is left of the time',
    LEAVES,
    { 5: snapshot(A, 2) },
    ['5: A until 12', '12: nothing'],
  ],
  ['a page that is loaded after it shows nothing', LEAVES, { 20: snapshot(A, 2) }, ['20: nothing']],
  [
    'a correction is not a new appearance',
    LEAVES,
    { 1: featured(A), 8: featured(CORRECTED, [], 'correction') },
    ['1: A until 11', '8: A (Dub) until 11'],
  ],
  [
    'an earlier track that is on air again takes the place of a mistake',
    LEAVES,
    { 1: featured(A), 5: featured(B), 8: featured(A, [], 'correction') },
    ['5: B until 15', '8: A until 18'],
  ],
  [
    'a track that is on air again after a break appears again',
    AT_ONCE,
    { 1: featured(A), 5: HIDDEN, 8: featured(A, [], 'correction') },
    ['5: nothing', '8: A'],
  ],
  [
    'tracks come after the delay, each in its order',
    LATE,
    { 1: featured(A), 3: featured(B) },
    ['1: nothing until 6', '3: nothing until 6', '6: A until 8', '8: B'],
  ],
  [
    'a track that would leave by itself leaves earlier when the next is due',
    { ...LATE, showMs: 10_000 },
    { 1: featured(A), 3: featured(B) },
    ['6: A until 8', '8: B until 18', '18: nothing'],
  ],
  [
    'the tracks before come with the track that is shown, however late that is',
    LATE,
    { 0: featured(A), 6: featured(B, [EARLIER]) },
    ['6: A until 11', '10: A until 11', '11: B after Z'],
  ],
  [
    'a secret does not wait for the delay, nor does what was still to come',
    LATE,
    { 1: featured(A), 10: featured(B), 11: HIDDEN },
    ['10: A until 15', '11: nothing', '20: nothing'],
  ],
  [
    'a track before that is hidden when it is over is named no more, shown late or in the list',
    LATE,
    {
      0: featured(A),
      6: featured(B, [{ ...A, hidden: false }]),
      8: { type: 'previous', previous: [SECRET] },
    },
    ['7: A until 11', '8: nothing until 11', '11: B after ID'],
  ],
  [
    'a track that is hidden in the moment when it is over is not shown late either',
    LATE,
    { 0: featured(A), 6: featured(B, [SECRET]) },
    ['7: nothing until 11', '11: B after ID'],
  ],
  [
    'after a lost connection the track that is shown stays until the next is due',
    LATE,
    back({}),
    ['8: A', '12: A until 15', '16: B after A'],
  ],
  [
    'after a lost connection it goes when it was hidden meanwhile',
    LATE,
    back({ previous: [SECRET] }),
    ['12: nothing until 15', '16: B after ID'],
  ],
  [
    'after a lost connection it goes when its names were corrected meanwhile',
    LATE,
    back({ previous: [{ ...CORRECTED, hidden: false }] }),
    ['12: nothing until 15', '16: B after A (Dub)'],
  ],
  [
    'after a lost connection it goes when it is of another run',
    LATE,
    back({ previous: [{ ...A, id: 'other', hidden: false }] }),
    ['12: nothing until 15', '16: B after A'],
  ],
  [
    'after a lost connection it goes when nothing is on air, or it is hidden',
    LATE,
    back({ state: 'hidden', track: null, shownAt: null }),
    ['12: nothing until 17', '17: nothing'],
  ],
])('%s', (_, times, events, shown) => {
  const timeline = new Timeline();
  const coming = Object.entries(events);
  /** `7: A after Z until 11` means: at second 7, A is shown, its predecessor is Z, and the next change is due at 11. */
  const lineAt = (second: number): string => {
    for (let [next] = coming; next !== undefined && Number(next[0]) <= second; [next] = coming) {
      const [at, said] = next;
      const event = { ...said, v: 1, run: 'r', seq: 0, at: serverTime(Number(at)) } as EventMessage;
      timeline.apply(event, START + Number(at) * 1_000);
      coming.shift();
    }
    const { track, next } = timeline.sceneAt(START + second * 1_000, times);
    const before = track?.previous.map(({ title }) => ` after ${title}`) ?? [];
    const until = Number.isFinite(next) ? ` until ${(next - START) / 1_000}` : '';
    return `${second}: ${track?.title ?? 'nothing'}${before.join('')}${until}`;
  };
  expect(shown.map((line) => lineAt(Number.parseInt(line, 10)))).toEqual(shown);
});
