import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WireTrack } from '../../src/web/wire/events.ts';
import { Stage, type State, type View } from '../../themes/shared/v1/stage.js';
import type { SceneTrack } from '../../themes/shared/v1/timeline.js';
import { EXAMPLES } from '../support/wire-examples.ts';

const { track: TRACK } = EXAMPLES.events.track;
const named = (title: string): SceneTrack => ({ ...TRACK, id: title, title, previous: [] });
const [A, B, C] = [named('A'), named('B'), named('C')];
const NAMES_NOBODY = { ...A, previous: [{ ...B, title: 'ID', hidden: true }] };
const AGAIN = ['exiting A', 'idle', 'entering A', 'visible A'];
const ENTER = 500;
const EXIT = 400;
const EXCHANGE = 600;

/** `entering A`. */
class Script implements View {
  readonly timing = { enter: ENTER, exit: EXIT, exchange: EXCHANGE };
  exchanges = false;
  readonly lines: string[] = [];
  prepareMs = 0;
  /** Ms of a theme's code per state. */
  readyMs = 0;
  #holds = '';

  async prepare(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.prepareMs));
  }

  async fill(track: WireTrack): Promise<void> {
    if (!this.lines.at(-1)?.startsWith('words-out')) {
      expect(this.#holds, 'two tracks at once').toBe('');
    }
    this.#holds = track.title;
  }

  canExchange(): boolean {
    return this.exchanges;
  }

  clear(): void {
    this.#holds = '';
  }

  async enterState(state: State, instantly: boolean): Promise<void> {
    this.lines.push(`${state}${this.#holds === '' ? '' : ` ${this.#holds}`}${instantly ? ' at once' : ''}`);
    if (this.readyMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.readyMs));
    }
  }
}

let view: Script;
let stage: Stage;
beforeEach(() => {
  vi.useFakeTimers();
  view = new Script();
  stage = new Stage(view);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Wanted track, null for none, or a pause in ms. */
type Step = SceneTrack | null | number;

async function play(...steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'number') {
      await pass(step);
    } else {
      stage.want(step);
    }
  }
}

test.each<[string, readonly Step[], readonly string[]]>([
  ['a track that is sent twice enters once, and stays', [{ ...A }, 60_000], []],
  [
    'a second track comes in after the first has left',
    [B, EXIT + ENTER],
    ['exiting A', 'idle', 'entering B', 'visible B'],
  ],
  [
    'a track that comes while another leaves replaces the one that was to follow',
    [B, EXIT / 2, C, EXIT + ENTER],
    ['exiting A', 'idle', 'entering C', 'visible C'],
  ],
  [
    'a track that is still entering turns around for the next one',
    [B, EXIT + ENTER / 2, C, EXIT + ENTER],
    ['exiting A', 'idle', 'entering B', 'exiting B', 'idle', 'entering C', 'visible C'],
  ],
  ['nothing is shown once nothing is wanted', [null, EXIT], ['exiting A', 'idle']],
  [
    'a corrected title changes places with the wrong one',
    [{ ...A, title: 'A (Dub)' }, EXIT + ENTER],
    ['exiting A', 'idle', 'entering A (Dub)', 'visible A (Dub)'],
  ],
  ['a track that is played again comes again', [{ ...A, id: 'again' }, EXIT + ENTER], AGAIN],
  ['a track behind one that is hidden by now comes again without it', [NAMES_NOBODY, EXIT + ENTER], AGAIN],
])('%s', async (_, steps, lines) => {
  await play(A, ENTER, ...steps);
  expect(view.lines).toEqual(['entering A', 'visible A', ...lines]);
});

test('a track hidden while the theme prepares turns around without waiting', async () => {
  view.readyMs = 200;
  await play(A, 100, null, 200);
  expect(view.lines).toEqual(['entering A', 'exiting A']);
});

test('a track replaced while its art loads never enters', async () => {
  view.prepareMs = 300;
  await play(A, 100, B, 1_000 + ENTER);
  expect(view.lines).toEqual(['entering B', 'visible B']);
});

test('an instant change cuts a motion short, and the next change has its motion again', async () => {
  await play(A, ENTER / 2);
  stage.want(B, { instantly: true });
  await pass(0);
  expect(stage.state).toBe('visible');
  await play(C, EXIT / 2);
  expect(stage.state).toBe('exiting');
});

test('a change right after an instant one has its motion', async () => {
  stage.want(A, { instantly: true });
  await pass(0);
  stage.want(null, { instantly: true });
  await play(A, ENTER);
  expect(view.lines.slice(2)).toEqual(['exiting A at once', 'idle', 'entering A', 'visible A']);
});

test.each([false, true])('the last track of any storm is shown; exchanged words: %s', async (exchanges) => {
  view.exchanges = exchanges;
  for (let index = 0; index < 200; index += 1) {
    await play([A, B, C, null][(index * 7) % 4] ?? null, (index * 37) % 300);
  }
  await play(B, EXIT + ENTER + EXCHANGE);
  expect(view.lines.at(-1)).toBe('visible B');
});

describe('a theme that exchanges words', () => {
  beforeEach(async () => {
    view.exchanges = true;
    await play(A, ENTER);
    view.lines.length = 0;
  });

  test.each<[string, readonly Step[], readonly string[]]>([
    ['stands while the next track takes over', [B, EXCHANGE], ['words-out A', 'words-in B', 'visible B']],
    [
      'shows the last of several without those between',
      [B, EXCHANGE / 10, C, EXCHANGE],
      ['words-out A', 'words-in C', 'visible C'],
    ],
    [
      'brings the same words back when the next track was none',
      [B, EXCHANGE / 10, A, EXCHANGE],
      ['words-out A', 'words-in A', 'visible A'],
    ],
  ])('%s', async (_, steps, lines) => {
    await play(...steps);
    expect(view.lines).toEqual(lines);
  });

  test("keeps the words until the next track's pictures are loaded", async () => {
    view.prepareMs = 300;
    await play(B, 299);
    expect(view.lines).toEqual([]);
    await pass(1 + EXCHANGE);
    expect(view.lines).toEqual(['words-out A', 'words-in B', 'visible B']);
  });

  test.each([
    ['while the pictures of the next one load', 100, ['exiting A', 'idle']],
    ['while its words leave', 300 + EXCHANGE / 10, ['words-out A', 'exiting A', 'idle']],
    ['while the next words come', 300 + EXCHANGE - 10, ['words-out A', 'words-in B', 'exiting B', 'idle']],
  ])('exits at once when a track is hidden %s', async (_when, ms, lines) => {
    view.prepareMs = 300;
    await play(B, ms, null, 0);
    expect(view.lines.at(-1)).toMatch(/^exiting/);
    await pass(EXIT);
    expect(view.lines).toEqual(lines);
  });
});
