import { describe, expect, test } from 'vitest';
import { KeyLimit, SignInLimit } from '../../live/service/src/client-limits.ts';
import { fakeClock } from '../support/clock.ts';

const GUESSER = '203.0.113.7';
const DJ = '203.0.113.8';

/** The limit in front of a store with these keys, and a count of look-ups. */
function keyLimit(...known: readonly string[]) {
  const clock = fakeClock();
  const limit = new KeyLimit(clock);
  let lookUps = 0;
  const check = (key: string, client: string) =>
    limit.check(key, client, async () => {
      lookUps += 1;
      return known.includes(key);
    });
  return { clock, limit, check, lookUps: () => lookUps };
}

describe('the limit of unknown keys', () => {
  test('lets few unknown keys of one client through to the store', async () => {
    const { clock, check, lookUps } = keyLimit();
    for (let guess = 0; guess < 10_000; guess += 1) {
      await check(`guess ${guess}`, GUESSER);
    }
    expect(lookUps()).toBe(100);
    expect(await check('guess', GUESSER)).toBe('busy');
    await clock.advance(1_000);
    expect(await check('guess', GUESSER)).toBe('unknown');
  });

  test('locks out neither other clients nor good keys of the same client', async () => {
    const { check } = keyLimit('good', 'new');
    expect(await check('good', GUESSER)).toBe('good');
    for (let guess = 0; guess < 200; guess += 1) {
      await check(`guess ${guess}`, GUESSER);
    }
    expect(await check('new', DJ)).toBe('good');
    expect(await check('good', GUESSER)).toBe('good');
    expect(await check('new', GUESSER)).toBe('good');
  });

  test('lets any number of good keys through from one address, as of a proxy', async () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    const { check } = keyLimit(...keys);
    for (const key of keys) {
      expect(await check(key, '10.0.0.1')).toBe('good');
    }
  });

  test('counts trouble of the store against no client', async () => {
    const { limit, check } = keyLimit('good');
    for (let time = 0; time < 200; time += 1) {
      await limit.check('good', DJ, () => Promise.reject(new Error('down'))).catch(() => undefined);
    }
    expect(await check('good', DJ)).toBe('good');
  });
});

describe('the limit of sign-ins', () => {
  test('lets a few sign-ins of one client through', async () => {
    const clock = fakeClock();
    const limit = new SignInLimit(clock);
    const attempts = () => Array.from({ length: 20 }, () => limit.tryAcquire(GUESSER)).filter(Boolean).length;
    expect(attempts()).toBe(5);
    await clock.advance(1_000);
    expect(attempts()).toBe(1);
  });

  test('locks no client out however many others were rejected, and limits the requests of those', () => {
    const limit = new SignInLimit(fakeClock());
    const guessers = Array.from({ length: 200 }, (_, index) => `198.51.100.${index}`);
    let through = 0;
    for (let round = 0; round < 4; round += 1) {
      for (const guesser of guessers.filter((each) => limit.tryAcquire(each))) {
        through += 1;
        limit.noteRefusal(guesser);
      }
    }
    // The first request of each client, and the shared allowance.
    expect(through).toBe(guessers.length + 50);
    expect(limit.tryAcquire(DJ)).toBe(true);
  });

  test('treats all networks of an IPv6 site as one after a rejection', () => {
    const limit = new SignInLimit(fakeClock());
    limit.noteRefusal('2001:db8:7:0');
    const through = Array.from({ length: 500 }, (_, index) => limit.tryAcquire(`2001:db8:7:${index}`));
    expect(through.filter(Boolean)).toHaveLength(50);
    expect(limit.tryAcquire('2001:db8:8:0')).toBe(true);
  });
});
