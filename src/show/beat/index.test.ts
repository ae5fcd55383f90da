import { beforeEach, describe, expect, test } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import type { DeckBeat, DeckBeats, RoomBeat } from '../../core/contracts/beat.ts';
import type { PlayId } from '../../core/track.ts';
import { Beats } from './index.ts';
import { beatOptions } from './options.ts';

let clock: ReturnType<typeof fakeClock>;
let beats: Beats;
let followers: number;
let changed: () => void;
let grid: ((at: number) => DeckBeat['grid']) | undefined;
let settings: Record<string, unknown>;

const PLAY: PlayId = 'play';

/** One deck that leads, at 120 beats a minute. */
const decks: DeckBeats = {
  follow(onChange) {
    followers += 1;
    changed = onChange;
    return () => {
      followers -= 1;
    };
  },
  at: (time) => [{ deck: 'one', play: PLAY, leads: true, grid: grid?.(time) }],
};

beforeEach(() => {
  clock = fakeClock();
  followers = 0;
  changed = () => undefined;
  grid = (at) => ({ beat: at / 500, bpm: 120, positionMs: at });
  settings = settingsOf(beatOptions, {});
  beats = new Beats(settings as ConstructorParameters<typeof Beats>[0], clock);
});

function follow(): { readonly heard: (RoomBeat | undefined)[]; readonly stop: () => void } {
  const heard: (RoomBeat | undefined)[] = [];
  return { heard, stop: beats.follow((beat) => heard.push(beat)) };
}

describe('beats', () => {
  test('are neither followed nor computed without an output', async () => {
    beats.connect(decks);
    await clock.advance(2_000);
    expect([followers, clock.waiting, beats.now()]).toEqual([0, 0, undefined]);
    const one = follow();
    const two = follow();
    expect(followers).toBe(1);
    one.stop();
    two.stop();
    expect([followers, clock.waiting]).toEqual([0, 0]);
  });

  test('reach each output on time, without a report in between', async () => {
    beats.connect(decks);
    const { heard } = follow();
    await clock.advance(2_100);
    expect(heard.map((beat) => beat?.beatInBar)).toEqual([1, 2, 3, 4, 1]);
  });

  test('go out earlier if the user wants that', async () => {
    settings['beat.early'] = 100;
    await clock.advance(1_200);
    beats.connect(decks);
    const { heard } = follow();
    await clock.advance(195);
    expect(heard).toEqual([]);
    await clock.advance(10);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.begunAt).toBeCloseTo(1_400, 6);
  });

  test('end with the source, which outputs are told once', async () => {
    const disconnect = beats.connect(decks);
    const { heard } = follow();
    await clock.advance(600);
    disconnect();
    await clock.advance(5_000);
    expect(heard.map((beat) => beat?.beatInBar)).toEqual([1, 2, undefined]);
    expect([followers, clock.waiting]).toEqual([0, 0]);
    beats.connect(decks);
    await clock.advance(1_000);
    expect(heard.length).toBeGreaterThan(3);
  });
});

test('the position in the track goes out only while outputs show the play', async () => {
  const shown = new Set<PlayId>();
  beats.judgeBy({ shows: (play) => shown.has(play) });
  beats.connect(decks);
  const { heard } = follow();
  await clock.advance(100);
  expect(beats.now()).toMatchObject({ bpm: 120, positionMs: undefined });
  shown.add(PLAY);
  expect(beats.now()?.positionMs).toBe(100);
  await clock.advance(500);
  expect(heard.at(-1)?.positionMs).toBeCloseTo(499, -1);
  shown.delete(PLAY);
  expect(beats.now()).toMatchObject({ bpm: 120, positionMs: undefined });
  await clock.advance(500);
  expect(heard.at(-1)).toMatchObject({ bpm: 120, positionMs: undefined });
});

test('a deck that plays for ten seconds without a beat is a finding', async () => {
  grid = undefined;
  beats.connect(decks);
  follow();
  await clock.advance(9_000);
  expect(beats.findings()).toEqual([]);
  await clock.advance(2_000);
  expect(beats.findings().map(({ finding }) => String(finding))).toEqual([
    'the track on air has no beat that deckcast can read',
  ]);
  grid = (at) => ({ beat: at / 500, bpm: 120 });
  changed();
  expect(beats.findings()).toEqual([]);
});
