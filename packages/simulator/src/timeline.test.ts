import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
import type { TimelineEntry } from './set.ts';
import { TEN_TRACKS } from './sets/ten-tracks.ts';
import { playTimeline } from './simulation.ts';

const entry = (at: number, bytes: number): TimelineEntry => ({ at, action: { do: 'split', bytes } });

describe('a time line', () => {
  it('performs each entry at its time and ends', async () => {
    const clock = fakeClock();
    const done: unknown[] = [];
    const playing = playTimeline(
      { timeline: [entry(0, 1), entry(1.5, 2), entry(1.5, 3)] },
      (action) => done.push([clock.monotonic(), action]),
      clock,
      new AbortController().signal,
    );
    await clock.advance(5_000);
    await playing;
    expect(done).toEqual([
      [0, { do: 'split', bytes: 1 }],
      [1_500, { do: 'split', bytes: 2 }],
      [1_500, { do: 'split', bytes: 3 }],
    ]);
  });

  it('starts over until the signal fires', async () => {
    const clock = fakeClock();
    const stop = new AbortController();
    const times: number[] = [];
    const playing = playTimeline(
      { timeline: [entry(1, 1)], repeatAfter: 10 },
      () => times.push(clock.monotonic()),
      clock,
      stop.signal,
    );
    await clock.advance(35_000);
    stop.abort();
    await expect(playing).rejects.toThrow();
    expect(times).toEqual([1_000, 11_000, 21_000, 31_000]);
    expect(clock.waiting).toBe(0);
  });
});

describe('the built-in ten tracks', () => {
  it('load in order, never over the audible deck', () => {
    const loaded: string[] = [];
    let leading = 0;
    for (const { action } of TEN_TRACKS.timeline) {
      if (action.do === 'load') {
        expect(action.deck.deck).not.toBe(leading);
        loaded.push(action.track);
      }
      if (action.do === 'fade') {
        leading = action.to.deck;
      }
    }
    expect(loaded).toEqual(TEN_TRACKS.tracks.map(({ id }) => id));
    expect(loaded).toHaveLength(10);
  });
});
