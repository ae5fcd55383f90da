import { describe, expect, test } from 'vitest';
import { KeyDoor, SignInDoor } from '../../live/service/src/doors.ts';
import { fakeClock } from '../support/clock.ts';

const GUESSER = '203.0.113.7';
const DJ = '203.0.113.8';

/** The door of a store that knows these keys, and how often the store was asked. */
function keyDoor(...known: readonly string[]) {
  const clock = fakeClock();
  const door = new KeyDoor(clock);
  let lookUps = 0;
  const open = (key: string, client: string) =>
    door.open(key, client, async () => {
      lookUps += 1;
      return known.includes(key);
    });
  return { clock, door, open, lookUps: () => lookUps };
}

describe('the door of keys', () => {
  test('lets few unknown keys of one client through to the store', async () => {
    const { clock, open, lookUps } = keyDoor();
    for (let guess = 0; guess < 10_000; guess += 1) {
      await open(`guess ${guess}`, GUESSER);
    }
    expect(lookUps()).toBe(100);
    expect(await open('guess', GUESSER)).toBe('busy');
    await clock.advance(1_000);
    expect(await open('guess', GUESSER)).toBe('unknown');
  });

  test('locks no client out because of another, nor a good key because of its own client', async () => {
    const { open } = keyDoor('good', 'new');
    expect(await open('good', GUESSER)).toBe('good');
    for (let guess = 0; guess < 200; guess += 1) {
      await open(`guess ${guess}`, GUESSER);
    }
    expect(await open('new', DJ)).toBe('good');
    expect(await open('good', GUESSER)).toBe('good');
    expect(await open('new', GUESSER)).toBe('good');
  });

  test('lets any number of good keys through from one address: a proxy that names no client', async () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `key ${index}`);
    const { open } = keyDoor(...keys);
    for (const key of keys) {
      expect(await open(key, '10.0.0.1')).toBe('good');
    }
  });

  test('counts trouble in the store against no client', async () => {
    const { door, open } = keyDoor('good');
    for (let time = 0; time < 200; time += 1) {
      await door.open('good', DJ, () => Promise.reject(new Error('down'))).catch(() => undefined);
    }
    expect(await open('good', DJ)).toBe('good');
  });
});

describe('the door of sign-ins', () => {
  test('lets few of one client through', async () => {
    const clock = fakeClock();
    const door = new SignInDoor(clock);
    const knocks = () => Array.from({ length: 20 }, () => door.mayKnock(GUESSER)).filter(Boolean).length;
    expect(knocks()).toBe(5);
    await clock.advance(1_000);
    expect(knocks()).toBe(1);
  });

  test('locks nobody out however many others were refused, and bounds the requests of those', () => {
    const door = new SignInDoor(fakeClock());
    const guessers = Array.from({ length: 200 }, (_, index) => `198.51.100.${index}`);
    let through = 0;
    for (let round = 0; round < 4; round += 1) {
      for (const guesser of guessers.filter((each) => door.mayKnock(each))) {
        through += 1;
        door.refused(guesser);
      }
    }
    // The first of each, and what they share.
    expect(through).toBe(guessers.length + 50);
    expect(door.mayKnock(DJ)).toBe(true);
  });

  test('treats all networks of one IPv6 site as one, once it was refused', () => {
    const door = new SignInDoor(fakeClock());
    door.refused('2001:db8:7:0');
    const through = Array.from({ length: 500 }, (_, index) => door.mayKnock(`2001:db8:7:${index}`));
    expect(through.filter(Boolean)).toHaveLength(50);
    expect(door.mayKnock('2001:db8:8:0')).toBe(true);
  });
});
