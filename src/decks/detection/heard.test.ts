import { beforeEach, describe, expect, test } from 'vitest';
import { Booth } from '../../../test/support/booth.ts';

let booth: Booth;

/** Two decks that play without reported levels. */
function playing(): void {
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
  booth.play(1);
  booth.wait(1_000);
  booth.play(2);
  booth.wait(1_000);
}

beforeEach(() => {
  booth = new Booth('volume', 100);
});

describe('the heard level of a deck', () => {
  test('never overrules a reported level', () => {
    playing();
    booth.fader(1, 1);
    booth.fader(2, 0);
    booth.hearLevel(1, 0);
    booth.hearLevel(2, 1);
    expect(booth.announced).toEqual(['One']);
  });

  test('counts beside reported levels of other decks', () => {
    playing();
    booth.fader(1, 0);
    booth.hearLevel(2, 0.5);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('is unknown once no sound arrives, so the first deck started leads', () => {
    playing();
    booth.hearLevel(1, 0);
    booth.hearLevel(2, 0);
    booth.hearLevel(1, undefined);
    booth.hearLevel(2, undefined);
    expect(booth.reason(1)).toBe('Deck 1 leads until it stops: it started first (no levels known)');
  });

  test('appears in the reason', () => {
    playing();
    booth.hearLevel(1, 0.12);
    booth.hearLevel(2, 0.83);
    expect(booth.reason(2)).toBe('Deck 2 is heard: 83 %, deck 1: 12 %; leads only with deck 1 silent');
    expect(booth.reason(1)).toBe('Deck 1 stays on air: no other deck leads yet');
    booth.hearLevel(1, 0);
    expect(booth.reason(2)).toBe('Deck 2 is heard: 83 %, deck 1: 0 %');
  });

  test('does not mute an open fader', () => {
    playing();
    booth.fader(1, 1);
    booth.hearLevel(1, 0);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
  });
});
