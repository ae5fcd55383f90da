/** Beats of rkbx_link, from its messages to the clock of its master deck. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { GridPosition } from '../../core/contracts/beat.ts';
import { BeatBoard } from '../../decks/index.ts';
import { OscDecks } from './deck-messages.ts';
import { presetOf } from './presets.ts';

let decks: OscDecks;
let board: BeatBoard;
let now: number;
let master: string | undefined;

beforeEach(() => {
  decks = new OscDecks(presetOf('rkbx_link'));
  board = new BeatBoard(() => undefined);
  board.follow(() => undefined);
  now = 1_000;
  master = undefined;
});

function send(...messages: readonly [address: string, value: number][]): void {
  for (const [address, value] of messages) {
    expect(decks.receive({ address, args: [Math.fround(value)] }, now)).toBe(true);
  }
  takeBeats();
}

function takeBeats(): void {
  const reports = decks.takeBeats();
  master ??= reports[0]?.deck;
  board.report(...reports);
}

function pass(ms: number): void {
  now += ms;
  if (now >= (decks.nextAt ?? Number.POSITIVE_INFINITY)) {
    decks.advance(now);
    takeBeats();
  }
}

const grid = (): GridPosition | undefined => board.at(master ?? '', now);
const beatInBar = (): number => (((grid()?.beat ?? Number.NaN) % 4) + 4) % 4;

/** Continuous messages of each version with default settings. */
const VERSIONS: readonly [string, string, (beat: number, seconds: number) => [string, number][]][] = [
  [
    '1.0',
    '/bpm/current',
    (beat, seconds) => [
      ['/beat', beat],
      ['/beat/4', (beat / 4) % 1],
      ['/time', seconds],
    ],
  ],
  [
    '1.1',
    '/bpm/master/current',
    (beat, seconds) => [
      ['/beat/master', beat],
      ['/time/master', seconds],
    ],
  ],
  ['1.2', '/master/bpm/current', (beat) => [['/master/beat/subdiv/4', (beat / 4) % 1]]],
];

describe.each(VERSIONS)('rkbx_link %s', (version, tempo, moving) => {
  test.each([
    ['with the tempo', true],
    // The program sends it only when it changes.
    ['without the tempo', false],
  ])('brings the beat of the master deck, %s', (_, sendsTempo) => {
    let beat = 6.5;
    const play = (ms: number, bpm: number): void => {
      if (sendsTempo) {
        send([tempo, bpm]);
      }
      for (const end = now + ms; now < end; ) {
        pass(17);
        beat += (17 * bpm) / 60_000;
        send(...moving(beat, beat / 2));
      }
    };
    for (const bpm of [126, 124]) {
      play(3_000, bpm);
      expect(beatInBar()).toBeCloseTo(beat % 4, 3);
      expect(grid()?.bpm).toBeCloseTo(bpm, 1);
      pass(100);
      beat += (100 * bpm) / 60_000;
      expect(beatInBar()).toBeCloseTo(beat % 4, 3);
    }
    if (version !== '1.2') {
      expect(grid()?.positionMs).toBeCloseTo(beat * 500, -1);
    }
  });
});

test('the speed is measured although messages come at once or twice', () => {
  let seconds = 0;
  const play = (ms: number, arrive: (seconds: number) => void): void => {
    for (const end = now + ms; now < end; ) {
      pass(17);
      seconds += 0.017;
      arrive(seconds);
    }
  };
  const send126 = (at: number): void => send(['/beat', at * 2.1], ['/time', at], ['/time', at]);
  play(3_000, send126);
  for (const delayedMs of [150, 400]) {
    const delayed: number[] = [];
    play(delayedMs, (at) => delayed.push(at));
    for (const at of delayed) {
      send126(at);
    }
    play(1_200, send126);
    pass(200);
    seconds += 0.2;
    expect(grid()?.bpm).toBe(126);
    expect(grid()?.positionMs).toBeCloseTo(seconds * 1_000, 0);
    send126(seconds);
  }
});

test('a late message does not bring the position ahead', () => {
  let seconds = 0;
  const play = (ms: number): void => {
    pass(ms);
    seconds += ms / 1_000;
  };
  const report = (at: number): void => send(['/time', at], ['/beat', at * 2.1]);
  send(['/bpm/current', 126]);
  report(90);
  const late = seconds;
  play(100);
  report(late);
  play(300);
  for (let count = 0; count < 4; count += 1) {
    report(seconds);
    play(400);
  }
  expect(grid()?.positionMs).toBeCloseTo(seconds * 1_000, 0);
});

test('the beat stops when its messages stop, or stay the same', () => {
  send(['/master/bpm/current', 120], ['/master/beat/subdiv/4', 0.1]);
  pass(400);
  expect(grid()).toMatchObject({ bpm: 120 });
  pass(200);
  expect(grid()).toMatchObject({ bpm: 0 });
  send(['/beat', 17]);
  expect(grid()).toMatchObject({ bpm: 120 });
  send(['/beat', 17]);
  expect(grid()).toMatchObject({ bpm: 0 });
});

test('decks have beats of their own if the program sends them', () => {
  send(
    ['/0/bpm/current', 120],
    ['/0/beat/subdiv/4', 0.5],
    ['/1/bpm/current', 128],
    ['/1/beat/subdiv/4', 0.25],
  );
  expect(board.at('OSC/number/1', now)).toMatchObject({ bpm: 120, beat: 2 });
  expect(board.at('OSC/number/2', now)).toMatchObject({ bpm: 128, beat: 1 });
});
