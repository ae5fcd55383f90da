import { beforeEach, describe, expect, test } from 'vitest';
import { type Transition, UNKNOWN_TRACK } from '../../core/track.ts';
import { type ArbiterOutput, SourceArbiter } from './source-arbiter.ts';

const MINUTE = 60_000;
/** Ranks in the user's order. */
const FIRST = 0;
const SECOND = 1;
const THIRD = 2;

let decksPlay: (boolean | undefined)[];
let arbiter: SourceArbiter;

beforeEach(() => {
  decksPlay = [];
  arbiter = new SourceArbiter((rank) => decksPlay[rank]);
});

function play(title: string, change: Partial<Transition> & { minutes?: number } = {}): Transition {
  const { minutes = 0, ...rest } = change;
  const track = { ...UNKNOWN_TRACK, artist: 'Artist', title, durationMs: minutes * MINUTE };
  return { playId: `play of ${title}`, track, source: 'x', at: 0, hidden: false, ...rest };
}

function spoken(words: readonly ArbiterOutput[]): string[] {
  return words.map((word) => {
    if (word.is === 'transition') {
      return word.transition.track.title;
    }
    const verb = word.is === 'learned' ? 'learn' : word.hidden ? 'hide' : 'reveal';
    return `${verb} ${word.playId}`;
  });
}

describe('SourceArbiter', () => {
  test('gives the lead to the source that announces first, and keeps it for track after track', () => {
    expect(spoken(arbiter.transition(SECOND, play('One'), 0))).toEqual(['One']);
    expect(spoken(arbiter.transition(SECOND, play('Two'), 3 * MINUTE))).toEqual(['Two']);
  });

  test('gives the lead at once to a source listed before the holder', () => {
    arbiter.transition(SECOND, play('One', { minutes: 5 }), 0);
    expect(spoken(arbiter.transition(FIRST, play('Two'), 1000))).toEqual(['Two']);
  });

  test("gives the lead to a later source that waits, a minute after the holder's track is over", () => {
    arbiter.transition(FIRST, play('One', { minutes: 5 }), 0);
    expect(arbiter.transition(SECOND, play('Two', { minutes: 5 }), 2 * MINUTE)).toEqual([]);
    expect(arbiter.hasWaiting).toBe(true);
    expect(arbiter.reevaluate(6 * MINUTE - 1)).toEqual([]);
    expect(spoken(arbiter.reevaluate(6 * MINUTE))).toEqual(['Two']);
    expect(arbiter.hasWaiting).toBe(false);
  });

  test('gives the lead to a source that waits once the play of the holder has ended', () => {
    arbiter.transition(FIRST, play('One'), 0);
    expect(arbiter.transition(SECOND, play('Two'), MINUTE)).toEqual([]);
    expect(arbiter.ended(FIRST, 'play of One', 2 * MINUTE)).toBe(true);
    expect(spoken(arbiter.reevaluate(2 * MINUTE))).toEqual(['Two']);
  });

  test('does not end a play that another source reports too, until that ends it', () => {
    const again = play('One', { playId: 'the same' });
    arbiter.transition(FIRST, play('One'), 0);
    arbiter.transition(SECOND, again, 1);
    expect(arbiter.ended(SECOND, 'the same', 2)).toBe(false);
    arbiter.transition(SECOND, again, 3);
    expect(arbiter.ended(FIRST, 'play of One', 4)).toBe(false);
    expect(arbiter.ended(SECOND, 'the same', 5)).toBe(true);
  });

  test('does not end what is on air with a play that waits', () => {
    arbiter.transition(FIRST, play('One', { minutes: 5 }), 0);
    arbiter.transition(SECOND, play('Two'), 1);
    expect(arbiter.ended(SECOND, 'play of Two', 2)).toBe(false);
  });

  test("keeps the lead for ten minutes if the track's length is unknown", () => {
    arbiter.transition(FIRST, play('One'), 0);
    expect(arbiter.transition(SECOND, play('Two'), 10 * MINUTE - 1)).toEqual([]);
    expect(spoken(arbiter.transition(SECOND, play('Three'), 10 * MINUTE))).toEqual(['Three']);
  });

  test('keeps the lead while a deck plays, however long the track is stretched, and frees it when the deck stops', () => {
    decksPlay[FIRST] = true;
    arbiter.transition(FIRST, play('One', { minutes: 5 }), 0);
    expect(arbiter.transition(SECOND, play('Two'), 60 * MINUTE)).toEqual([]);
    decksPlay[FIRST] = false;
    expect(spoken(arbiter.reevaluate(60 * MINUTE + 1))).toEqual(['Two']);
  });

  test('gives the lead to the first listed of the waiting sources', () => {
    arbiter.transition(FIRST, play('One', { minutes: 1 }), 0);
    arbiter.transition(THIRD, play('Three', { minutes: 9 }), 0);
    arbiter.transition(SECOND, play('Two', { minutes: 9 }), 1);
    expect(spoken(arbiter.reevaluate(2 * MINUTE))).toEqual(['Two']);
  });

  test('skips a waiting track that is over itself', () => {
    arbiter.transition(FIRST, play('One', { minutes: 9 }), 0);
    arbiter.transition(SECOND, play('Two', { minutes: 1 }), 0);
    expect(arbiter.reevaluate(11 * MINUTE)).toEqual([]);
  });
});

describe('a track that two sources report', () => {
  test('is announced once, no matter who is first', () => {
    arbiter.transition(SECOND, play('One'), 0);
    expect(arbiter.transition(FIRST, play('one ', { playId: 'other' }), 1000)).toEqual([]);
    expect(arbiter.transition(SECOND, play('One', { playId: 'again' }), 2000)).toEqual([]);
  });

  test('is announced again when the same source plays it again', () => {
    arbiter.transition(FIRST, play('One'), 0);
    expect(spoken(arbiter.transition(FIRST, play('One', { playId: 'again' }), 1000))).toEqual(['One']);
  });

  test('is hidden while any source hides it', () => {
    arbiter.transition(FIRST, play('One'), 0);
    expect(spoken(arbiter.transition(SECOND, play('One', { playId: 'deck', hidden: true }), 1000))).toEqual([
      'hide play of One',
    ]);
    expect(spoken(arbiter.visibility(FIRST, 'play of One', true))).toEqual([]);
    expect(spoken(arbiter.visibility(SECOND, 'deck', false))).toEqual([]);
    expect(spoken(arbiter.visibility(FIRST, 'play of One', false))).toEqual(['reveal play of One']);
  });
});

describe('a change of visibility', () => {
  test('of a waiting track is announced with the track, not before', () => {
    arbiter.transition(FIRST, play('One', { minutes: 1 }), 0);
    arbiter.transition(SECOND, play('Two', { minutes: 9 }), 0);
    expect(arbiter.visibility(SECOND, 'play of Two', true)).toEqual([]);
    const [word] = arbiter.reevaluate(2 * MINUTE);
    expect(word).toMatchObject({ is: 'transition', transition: { hidden: true } });
  });

  test('of an earlier play is forwarded, even if its names came after the announcement', () => {
    arbiter.transition(FIRST, play('', { playId: 'deck' }), 0);
    arbiter.learned(FIRST, 'deck', play('One').track);
    arbiter.transition(FIRST, play('Two'), 0);
    expect(spoken(arbiter.visibility(FIRST, 'deck', true))).toEqual(['hide deck']);
  });

  test("of the other source's play is forwarded after the names of either have changed", () => {
    arbiter.transition(FIRST, play('One'), 0);
    arbiter.transition(SECOND, play('One', { playId: 'deck' }), 1000);
    arbiter.learned(SECOND, 'deck', play('One (Remix)').track);
    arbiter.learned(FIRST, 'play of One', play('One (Dub)').track);
    expect(spoken(arbiter.visibility(SECOND, 'deck', true))).toEqual(['hide play of One']);
  });

  test('of a track that both sources reported is forwarded after another was announced', () => {
    arbiter.transition(FIRST, play('One'), 0);
    arbiter.transition(SECOND, play('One', { playId: 'deck' }), 0);
    arbiter.transition(FIRST, play('Two'), 1000);
    expect(spoken(arbiter.visibility(SECOND, 'deck', true))).toEqual(['hide play of One']);
  });
});

describe('later names', () => {
  const named = { ...play('One').track, genre: 'Promo' };

  test('are forwarded', () => {
    arbiter.transition(FIRST, play(''), 0);
    const nativeArt = async () => undefined;
    expect(arbiter.learned(FIRST, 'play of ', named, nativeArt)).toEqual([
      { is: 'learned', playId: 'play of ', track: named, nativeArt },
    ]);
  });

  test('merge the play with the one on air, hidden if its source hides it', () => {
    arbiter.transition(FIRST, play('One'), 0);
    arbiter.transition(SECOND, play('', { playId: 'deck', hidden: true }), 0);
    expect(spoken(arbiter.learned(SECOND, 'deck', play('One').track))).toEqual(['hide play of One']);
    expect(arbiter.hasWaiting).toBe(false);
  });

  test('merge the play with one that another source has reported', () => {
    arbiter.transition(FIRST, play('', { playId: 'deck' }), 0);
    arbiter.transition(SECOND, play('One', { hidden: true }), 0);
    expect(spoken(arbiter.learned(FIRST, 'deck', play('One').track))).toEqual(['learn deck', 'hide deck']);
  });

  test('complete the track on air, so that a rule may hide it', () => {
    arbiter.transition(FIRST, play('One'), 0);
    expect(arbiter.transition(SECOND, play('one', { playId: 'deck', minutes: 5 }), 0)).toMatchObject([
      { is: 'learned', playId: 'play of One', track: { title: 'One', durationMs: 5 * MINUTE } },
    ]);
    expect(arbiter.learned(SECOND, 'deck', named)).toMatchObject([
      { is: 'learned', playId: 'play of One', track: { title: 'One', genre: 'Promo' } },
    ]);
  });
});

describe('announcedAs', () => {
  test('returns the play of the source that was first', () => {
    arbiter.transition(FIRST, play('One'), 0);
    arbiter.transition(SECOND, play('one', { playId: 'deck' }), 0);
    expect(arbiter.announcedAs('deck')).toBe('play of One');
    expect(arbiter.announcedAs('other')).toBe('other');
  });

  test('returns the play with which the other source leads when it plays that track again without a load', () => {
    arbiter.transition(FIRST, play('One'), 0);
    arbiter.transition(SECOND, play('One', { playId: 'deck' }), 0);
    arbiter.transition(FIRST, play('Two'), 1000);
    arbiter.grant(SECOND);
    arbiter.transition(FIRST, play('Three'), 2000);
    expect(arbiter.transition(SECOND, play('One', { playId: 'deck' }), 60 * MINUTE)).toMatchObject([
      { is: 'transition', transition: { playId: 'play of One' } },
    ]);
  });
});
