import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { LookupCache } from './lookup-cache.ts';

const MINUTE = 60_000;

function cacheOf(limits: { entries?: number; bytes?: number } = {}) {
  const clock = fakeClock();
  const closing = new AbortController();
  const cache = new LookupCache<string, string>(
    { entries: 10, bytes: 100_000, sizeOf: (text) => text.length, timeLimitMs: 5 * MINUTE, ...limits },
    clock,
    closing.signal,
  );
  let asked = 0;
  return {
    clock,
    close: () => closing.abort(new Error('the program stops')),
    cache,
    /** How often the service was really asked. */
    asked: () => asked,
    ask: (key: string, answer: string | undefined | Error) =>
      cache.lookUp(key, async () => {
        asked += 1;
        if (answer instanceof Error) {
          throw answer;
        }
        return answer;
      }),
  };
}

describe('an answer', () => {
  it('is asked for once and then known at once', async () => {
    const { ask, asked } = cacheOf();
    await ask('a', 'cover');
    expect(ask('a', 'other')).toBe('cover');
    expect(asked()).toBe(1);
  });

  it('holds for an hour', async () => {
    const { ask, asked, clock } = cacheOf();
    await ask('a', 'cover');
    await clock.advance(59 * MINUTE);
    expect(await ask('a', 'newer')).toBe('cover');
    await clock.advance(2 * MINUTE);
    expect(await ask('a', 'newer')).toBe('newer');
    expect(asked()).toBe(2);
  });

  it('"there is none" holds for ten minutes', async () => {
    const { ask, clock } = cacheOf();
    await ask('a', undefined);
    await clock.advance(9 * MINUTE);
    expect(await ask('a', 'cover')).toBeUndefined();
    await clock.advance(2 * MINUTE);
    expect(await ask('a', 'cover')).toBe('cover');
  });

  it('that failed is not kept', async () => {
    const { ask } = cacheOf();
    await expect(ask('a', new Error('down'))).rejects.toThrow('down');
    expect(await ask('a', 'cover')).toBe('cover');
  });

  it('is shared by all who ask while it is under way', async () => {
    const { ask, asked } = cacheOf();
    expect(await Promise.all([ask('a', 'cover'), ask('a', 'x'), ask('a', 'y')])).toEqual([
      'cover',
      'cover',
      'cover',
    ]);
    expect(asked()).toBe(1);
  });
});

describe('the cache', () => {
  it('drops the answer that was wanted longest ago when there are too many', async () => {
    const { ask } = cacheOf({ entries: 2 });
    await ask('a', '1');
    await ask('b', '2');
    ask('a', 'kept');
    await ask('c', '3');
    expect(ask('a', 'again')).toBe('1');
    expect(ask('b', 'again')).toBeInstanceOf(Promise);
  });

  it('drops answers when they are too large together', async () => {
    const { ask } = cacheOf({ bytes: 10_000 });
    await ask('a', 'x'.repeat(6000));
    await ask('b', 'x'.repeat(6000));
    expect(ask('a', 'again')).toBeInstanceOf(Promise);
  });

  it('answers but does not keep what alone is too large', async () => {
    const { ask } = cacheOf({ bytes: 1000 });
    expect(await ask('a', 'x'.repeat(2000))).toHaveLength(2000);
    expect(ask('a', 'again')).toBeInstanceOf(Promise);
  });

  it('gives up a look-up that never ends, and leaves no timer behind', async () => {
    const { cache, clock, ask } = cacheOf();
    let told: AbortSignal | undefined;
    const endless = cache.lookUp('a', (signal) => {
      told = signal;
      return new Promise(() => undefined);
    });
    const outcome = expect(endless).rejects.toThrow('no answer within 300000 ms');
    await clock.advance(5 * MINUTE);
    await outcome;
    expect(told?.aborted).toBe(true);
    expect(await ask('a', 'cover')).toBe('cover');
    expect(clock.waiting).toBe(0);
  });

  it('ends every look-up when the program stops', async () => {
    const { ask, cache, clock, close } = cacheOf();
    const endless = cache.lookUp('a', () => new Promise(() => undefined));
    close();
    await expect(endless).rejects.toThrow('the program stops');
    await expect(ask('b', 'too late')).rejects.toThrow('the program stops');
    expect(clock.waiting).toBe(0);
  });
});
