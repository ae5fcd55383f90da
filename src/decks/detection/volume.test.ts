import { beforeEach, describe, expect, test } from 'vitest';
import { Booth, named } from '../../../test/support/booth.ts';

let booth: Booth;

/** Two decks with a track each, faders closed. */
function ready(percent = 100): void {
  booth = new Booth('volume', percent);
  booth.fader(1, 0);
  booth.fader(2, 0);
  booth.prepare(1, 'One');
  booth.prepare(2, 'Two');
}

beforeEach(() => ready());

describe('the loudest playing deck is featured when', () => {
  test('at 100 percent: every other playing deck is silent', () => {
    booth.fader(1, 0.9);
    booth.play(1);
    booth.play(2);
    booth.fader(2, 1);
    booth.fader(1, 0.03);
    expect(booth.announced).toEqual(['One']);
    booth.fader(1, 0.02);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test.each([
    { percent: 75, still: 0.26, enough: 0.25 },
    { percent: 50, still: 0.51, enough: 0.5 },
    { percent: 0, still: undefined, enough: 0.99 },
  ])('at $percent percent: the other is down to $enough of 1', ({ percent, still, enough }) => {
    ready(percent);
    booth.fader(1, 1);
    booth.play(1);
    booth.fader(2, 1);
    booth.play(2);
    if (still !== undefined) {
      booth.fader(1, still);
      expect(booth.announced).toEqual(['One']);
    }
    booth.fader(1, enough);
    expect(booth.announced).toEqual(['One', 'Two']);
  });
});

describe('nothing is featured while', () => {
  test('the fader of the only playing deck is at zero, or a little above', () => {
    booth.play(1);
    booth.wait(60_000);
    booth.fader(1, 0.0129);
    booth.wait(60_000);
    expect(booth.announced).toEqual([]);
  });

  test('two decks are equally loud', () => {
    booth.fader(1, 0.8);
    booth.fader(2, 0.8);
    booth.play(2);
    booth.prepare(2, 'Two');
    booth.play(1);
    expect(booth.announced).toEqual(['Two']);
  });
});

describe('without any levels', () => {
  beforeEach(() => {
    booth = new Booth('volume');
    booth.prepare(1, 'One');
    booth.prepare(2, 'Two');
  });

  test('decides by lead, and notes that', () => {
    expect(booth.detection.withoutLevels).toBe(false);
    booth.play(1);
    booth.play(2);
    booth.wait(30_000);
    expect(booth.announced).toEqual(['One']);
    expect(booth.detection.withoutLevels).toBe(true);
    booth.pause(1);
    expect(booth.announced).toEqual(['One', 'Two']);
  });

  test('passes over a deck with a closed fader on another device', () => {
    const player = { device: 'player', number: 1 };
    booth.prepare(player, 'Three');
    booth.level(player, 0);
    booth.play(player);
    booth.start(1);
    expect(booth.announced).toEqual(['One']);
  });
});

describe('with levels reported only when they change', () => {
  beforeEach(() => {
    booth = new Booth('volume');
    booth.connectMixer();
    booth.prepare(1, 'One');
    booth.prepare(2, 'Two');
  });

  test('features a deck that plays alone before any report, because the mixer may be another one', () => {
    booth.start(1);
    expect(booth.announced).toEqual(['One']);
  });

  test('features neither of two decks without reports', () => {
    booth.play(1);
    booth.start(2);
    booth.wait(60_000);
    expect(booth.announced).toEqual([]);
    expect(booth.detection.waitsForLevels).toBe(true);
    booth.fader(1, 0);
    expect(booth.announced).toEqual([]);
    booth.fader(2, 0.7);
    expect(booth.announced).toEqual(['Two']);
    expect(booth.detection.waitsForLevels).toBe(false);
  });

  test('does not feature a deck with an unknown level, beside a reported one or alone', () => {
    booth.fader(2, 0.6);
    booth.play(1);
    booth.start(2);
    booth.prepare(1, 'Three');
    expect(booth.announced).toEqual([]);
    booth.pause(2);
    expect(booth.announced).toEqual([]);
    booth.fader(1, 1);
    expect(booth.announced).toEqual(['Three']);
  });

  test('keeps the track on air while a deck with an unknown level starts', () => {
    booth.fader(1, 1);
    booth.start(1);
    booth.start(2);
    booth.wait(60_000);
    expect(booth.announced).toEqual(['One']);
    expect(booth.reason(1)).toBe('Deck 1 stays on air: the level of deck 2 is unknown until the fader moves');
    expect(booth.reason(2)).toBe('Deck 2 waits: the level of deck 2 is unknown until the fader moves');
  });

  test('uses the heard level if the reported one is unknown', () => {
    booth.play(1);
    booth.start(2);
    booth.hearLevel(1, 0);
    booth.hearLevel(2, 0.8);
    expect(booth.announced).toEqual(['Two']);
  });
});

describe('the reason says', () => {
  beforeEach(() => {
    ready(50);
    booth.fader(1, 0.92);
    booth.play(1);
  });

  test('why a deck leads alone', () => {
    expect(booth.reason(1)).toBe('Deck 1 leads: no other deck is playing');
    expect(booth.reason(2)).toBe("Deck 2 isn't playing");
  });

  test('why a deck leads beside another, and when that changes', () => {
    booth.fader(2, 0.31);
    booth.play(2);
    expect(booth.reason(1)).toBe('Deck 1 leads with 92 % against 31 %; changes when it is down to 16 %');
    expect(booth.reason(2)).toBe('Deck 2 waits: at 31 %, deck 1 at 92 %');
  });

  test('until when the loudest deck waits', () => {
    booth.fader(2, 1);
    booth.play(2);
    expect(booth.reason(2)).toBe(
      'Deck 2 is loudest, 100 % against 92 %; leads only with deck 1 down to 50 %',
    );
  });

  test.each([
    { relation: 'louder than another', own: 0.9, other: 0.8 },
    { relation: 'quieter than another', own: 0.8, other: 0.9 },
  ])('that the deck on air stays there while $relation, and no deck leads', ({ own, other }) => {
    booth.fader(2, other);
    booth.play(2);
    booth.fader(1, own);
    expect(booth.reason(1)).toBe('Deck 1 stays on air: no other deck leads yet');
  });

  test('that a fader is closed, and that a deck is empty', () => {
    booth.play(2);
    expect(booth.reason(2)).toBe('Deck 2 waits: its fader is closed');
    booth.stop(2);
    booth.unload(2);
    booth.wait(1_000);
    expect(booth.reason(2)).toBe('Deck 2 is empty');
  });
});

test('counts a deck as playing that loads its next track before the names of this one are known', () => {
  ready(0);
  booth.fader(2, 0.5);
  booth.fader(3, 1);
  booth.play(3);
  booth.load(3, named('Looked at'));
  booth.play(2);
  booth.wait(300);
  booth.unload(3);
  booth.wait(999);
  booth.load(3, named('Three'));
  booth.wait(60_000);
  expect(booth.announced).toEqual(['Three']);
});
