import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WireTrack } from '../../src/web/wire/events.ts';
import { Stage, type State, type View } from '../../themes/shared/v1/stage.js';
import { wireTrack } from './wire-track.ts';

const A = wireTrack({ id: 'a', title: 'A' });
const B = wireTrack({ id: 'b', title: 'B' });
const C = wireTrack({ id: 'c', title: 'C' });
const ENTER = 500;
const EXIT = 400;
const EXCHANGE = 600;

/** Writes down what the audience would see: `entering A`. */
class Script implements View {
  readonly timing = { enter: ENTER, exit: EXIT, exchange: EXCHANGE };
  exchanges = false;
  readonly lines: string[] = [];
  prepareMs = 0;
  /** What a theme's own code takes for each state. */
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

describe('the state machine', () => {
  test('a track enters and stays', async () => {
    stage.want(A);
    await pass(ENTER);
    await pass(60_000);
    expect(view.lines).toEqual(['entering A', 'visible A']);
  });

  test('a second track comes in after the first has left', async () => {
    stage.want(A);
    await pass(ENTER);
    stage.want(B);
    await pass(EXIT + ENTER);
    expect(view.lines.slice(2)).toEqual(['exiting A', 'idle', 'entering B', 'visible B']);
  });

  test('a track that comes while another leaves replaces the one that was to follow', async () => {
    stage.want(A);
    await pass(ENTER);
    stage.want(B);
    await pass(EXIT / 2);
    stage.want(C);
    await pass(EXIT + ENTER);
    expect(view.lines.slice(2)).toEqual(['exiting A', 'idle', 'entering C', 'visible C']);
  });

  test('a track that is still entering turns around for the next one', async () => {
    stage.want(A);
    await pass(ENTER / 2);
    stage.want(B);
    await pass(EXIT + ENTER);
    expect(view.lines).toEqual(['entering A', 'exiting A', 'idle', 'entering B', 'visible B']);
  });

  test('a track that is hidden while the theme gets ready turns around without the wait', async () => {
    view.readyMs = 200;
    stage.want(A);
    await pass(100);
    stage.want(null);
    await pass(200);
    expect(view.lines).toEqual(['entering A', 'exiting A']);
  });

  test('a track that was replaced while its art loads never comes in', async () => {
    view.prepareMs = 300;
    stage.want(A);
    await pass(100);
    stage.want(B);
    await pass(1_000 + ENTER);
    expect(view.lines).toEqual(['entering B', 'visible B']);
  });

  test('nothing is shown once nothing is wanted', async () => {
    stage.want(A);
    await pass(ENTER);
    stage.want(null);
    await pass(EXIT);
    expect(view.lines.slice(2)).toEqual(['exiting A', 'idle']);
  });

  test('a track that is sent twice does not move', async () => {
    stage.want(A);
    await pass(ENTER);
    stage.want({ ...A });
    await pass(60_000);
    expect(view.lines).toEqual(['entering A', 'visible A']);
  });

  test('a corrected title changes places with the wrong one', async () => {
    stage.want(A);
    await pass(ENTER);
    stage.want({ ...A, title: 'A (Dub)' });
    await pass(EXIT + ENTER);
    expect(view.lines.slice(2)).toEqual(['exiting A', 'idle', 'entering A (Dub)', 'visible A (Dub)']);
  });

  test('after a reload the track is simply there', async () => {
    stage.want(A, { instantly: true });
    await pass(0);
    expect(view.lines).toEqual(['entering A at once', 'visible A at once']);
  });

  test('a change at once cuts a motion short, and the next one has its motion again', async () => {
    stage.want(A);
    await pass(ENTER / 2);
    stage.want(B, { instantly: true });
    await pass(0);
    expect(stage.state).toBe('visible');
    stage.want(C);
    await pass(EXIT / 2);
    expect(stage.state).toBe('exiting');
  });

  test('what follows a change at once has its motion', async () => {
    stage.want(A, { instantly: true });
    await pass(0);
    stage.want(null, { instantly: true });
    stage.want(A);
    await pass(ENTER);
    expect(view.lines.slice(2)).toEqual(['exiting A at once', 'idle', 'entering A', 'visible A']);
  });

  test('after any storm of tracks the last one is shown', async () => {
    for (let index = 0; index < 200; index += 1) {
      stage.want([A, B, C, null][(index * 7) % 4] ?? null);
      await pass((index * 37) % 300);
    }
    stage.want(B);
    await pass(EXIT + ENTER);
    expect(view.lines.at(-1)).toBe('visible B');
  });
});

describe('a theme whose words change places', () => {
  beforeEach(() => {
    view.exchanges = true;
  });

  async function standing(): Promise<void> {
    stage.want(A);
    await pass(ENTER);
    view.lines.length = 0;
  }

  test('stands while the next track takes over', async () => {
    await standing();
    stage.want(B);
    await pass(EXCHANGE);
    expect(view.lines).toEqual(['words-out A', 'words-in B', 'visible B']);
  });

  test('leaves when nothing follows', async () => {
    await standing();
    stage.want(null);
    await pass(EXIT);
    expect(view.lines).toEqual(['exiting A', 'idle']);
  });

  test('keeps the words until the pictures of the next track are there', async () => {
    view.prepareMs = 300;
    stage.want(A);
    await pass(300 + ENTER);
    view.lines.length = 0;
    stage.want(B);
    await pass(299);
    expect(view.lines).toEqual([]);
    await pass(1 + EXCHANGE);
    expect(view.lines).toEqual(['words-out A', 'words-in B', 'visible B']);
  });

  test.each([
    ['while the pictures of the next one load', 100, ['exiting A', 'idle']],
    ['while its words leave', 300 + EXCHANGE / 10, ['words-out A', 'exiting A', 'idle']],
    ['while the next words come', 300 + EXCHANGE - 10, ['words-out A', 'words-in B', 'exiting B', 'idle']],
  ])('leaves at once when a track is hidden %s', async (_when, ms, lines) => {
    view.prepareMs = 300;
    stage.want(A);
    await pass(300 + ENTER);
    view.lines.length = 0;
    stage.want(B);
    await pass(ms);
    stage.want(null);
    await pass(0);
    expect(view.lines.at(-1)).toMatch(/^exiting/);
    await pass(EXIT);
    expect(view.lines).toEqual(lines);
  });

  test('shows the last of several without those between', async () => {
    await standing();
    stage.want(B);
    await pass(EXCHANGE / 10);
    stage.want(C);
    await pass(EXCHANGE);
    expect(view.lines).toEqual(['words-out A', 'words-in C', 'visible C']);
  });

  test('brings the same words back when the next track was none', async () => {
    await standing();
    stage.want(B);
    await pass(EXCHANGE / 10);
    stage.want(A);
    await pass(EXCHANGE);
    expect(view.lines).toEqual(['words-out A', 'words-in A', 'visible A']);
  });

  test('changes at once when nobody watches', async () => {
    await standing();
    stage.want(B, { instantly: true });
    await pass(0);
    expect(stage.state).toBe('visible');
    expect(view.lines.at(-1)).toBe('visible B at once');
  });

  test('shows the last track after any storm', async () => {
    for (let index = 0; index < 200; index += 1) {
      stage.want([A, B, C, null][(index * 7) % 4] ?? null);
      await pass((index * 37) % 300);
    }
    stage.want(B);
    await pass(EXIT + ENTER + EXCHANGE);
    expect(view.lines.at(-1)).toBe('visible B');
  });
});
