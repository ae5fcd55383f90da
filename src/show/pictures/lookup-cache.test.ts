import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/support/clock.ts';
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
  let lookUps = 0;
  return {
    clock,
    close: () => closing.abort(new Error('the program is stopping')),
    cache,
    lookUps: () => lookUps,
    lookUp: (key: string, answer: string | undefined | Error) =>
      cache.lookUp(key, async () => {
        lookUps += 1;
        if (answer instanceof Error) {
          throw answer;
        }
        return answer;
      }),
  };
}

describe('an answer', () => {
  it('is cached for an hour', async () => {
    const { lookUp, lookUps, clock } = cacheOf();
    await lookUp('a', 'cover');
    await clock.advance(59 * MINUTE);
    expect(await lookUp('a', 'newer')).toBe('cover');
    await clock.advance(2 * MINUTE);
    expect(await lookUp('a', 'newer')).toBe('newer');
    expect(lookUps()).toBe(2);
  });

  it('"none" holds for ten minutes', async () => {
    const { lookUp, clock } = cacheOf();
    await lookUp('a', undefined);
    await clock.advance(9 * MINUTE);
    expect(await lookUp('a', 'cover')).toBeUndefined();
    await clock.advance(2 * MINUTE);
    expect(await lookUp('a', 'cover')).toBe('cover');
  });
});

describe('the cache', () => {
  it('drops the least recently used answer at the limit', async () => {
    const { lookUp } = cacheOf({ entries: 2 });
    await lookUp('a', '1');
    await lookUp('b', '2');
    lookUp('a', 'kept');
    await lookUp('c', '3');
    expect(lookUp('a', 'again')).toBe('1');
    expect(lookUp('b', 'again')).toBeInstanceOf(Promise);
  });

  it('returns but does not keep an answer above the size limit', async () => {
    const { lookUp } = cacheOf({ bytes: 1000 });
    expect(await lookUp('a', 'x'.repeat(2000))).toHaveLength(2000);
    expect(lookUp('a', 'again')).toBeInstanceOf(Promise);
  });

  it('ends a lookup at its time limit and leaves no timer', async () => {
    const { cache, clock, lookUp } = cacheOf();
    let given: AbortSignal | undefined;
    const endless = cache.lookUp('a', (signal) => {
      given = signal;
      return new Promise(() => undefined);
    });
    const outcome = expect(endless).rejects.toThrow('no answer within 300 s');
    await clock.advance(5 * MINUTE);
    await outcome;
    expect(given?.aborted).toBe(true);
    expect(await lookUp('a', 'cover')).toBe('cover');
    expect(clock.waiting).toBe(0);
  });

  it('ends every lookup when the program stops', async () => {
    const { lookUp, cache, clock, close } = cacheOf();
    const endless = cache.lookUp('a', () => new Promise(() => undefined));
    close();
    await expect(endless).rejects.toThrow('the program is stopping');
    await expect(lookUp('b', 'too late')).rejects.toThrow('the program is stopping');
    expect(clock.waiting).toBe(0);
  });
});
