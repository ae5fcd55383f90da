import { beforeEach, describe, expect, test } from 'vitest';
import { type Transition, UNKNOWN_TRACK } from '../core/track.ts';
import { Floor, type Word } from './floor.ts';

const MINUTE = 60_000;
/** Ranks: the order in which the user listed the sources. */
const FIRST = 0;
const SECOND = 1;
const THIRD = 2;

let decksPlay: (boolean | undefined)[];
let floor: Floor;

beforeEach(() => {
  decksPlay = [];
  floor = new Floor((rank) => decksPlay[rank]);
});

function play(title: string, change: Partial<Transition> & { minutes?: number } = {}): Transition {
  const { minutes = 0, ...rest } = change;
  const track = { ...UNKNOWN_TRACK, artist: 'Artist', title, durationMs: minutes * MINUTE };
  return { playId: `play of ${title}`, track, source: 'x', at: 0, hidden: false, ...rest };
}

/** What goes on, in words. */
function spoken(words: readonly Word[]): string[] {
  return words.map((word) => {
    if (word.is === 'transition') {
      return word.transition.track.title;
    }
    const verb = word.is === 'learned' ? 'learn' : word.hidden ? 'hide' : 'reveal';
    return `${verb} ${word.playId}`;
  });
}

describe('the floor', () => {
  test('is taken by whoever announces first', () => {
    expect(spoken(floor.transition(SECOND, play('One'), 0))).toEqual(['One']);
  });

  test('stays with its holder for track after track', () => {
    floor.transition(SECOND, play('One'), 0);
    expect(spoken(floor.transition(SECOND, play('Two'), 3 * MINUTE))).toEqual(['Two']);
  });

  test('is taken at once by a source that is listed before the holder', () => {
    floor.transition(SECOND, play('One', { minutes: 5 }), 0);
    expect(spoken(floor.transition(FIRST, play('Two'), 1000))).toEqual(['Two']);
  });

  test('is not given to a source that is listed after a holder whose track still plays', () => {
    floor.transition(FIRST, play('One', { minutes: 5 }), 0);
    expect(floor.transition(SECOND, play('Two', { minutes: 5 }), MINUTE)).toEqual([]);
    expect(floor.someoneWaits).toBe(true);
    expect(floor.look(5 * MINUTE)).toEqual([]);
  });

  test('goes to the source that waits, a minute after the holder’s track is over', () => {
    floor.transition(FIRST, play('One', { minutes: 5 }), 0);
    floor.transition(SECOND, play('Two', { minutes: 5 }), 2 * MINUTE);
    expect(spoken(floor.look(6 * MINUTE))).toEqual(['Two']);
    expect(floor.someoneWaits).toBe(false);
  });

  test('is held for ten minutes by a track of unknown length', () => {
    floor.transition(FIRST, play('One'), 0);
    expect(floor.transition(SECOND, play('Two'), 10 * MINUTE - 1)).toEqual([]);
    expect(spoken(floor.transition(SECOND, play('Three'), 10 * MINUTE))).toEqual(['Three']);
  });

  test('is held by a playing deck, however long the track is stretched', () => {
    decksPlay[FIRST] = true;
    floor.transition(FIRST, play('One', { minutes: 5 }), 0);
    expect(floor.transition(SECOND, play('Two'), 60 * MINUTE)).toEqual([]);
  });

  test('is free as soon as no deck plays any more', () => {
    decksPlay[FIRST] = true;
    floor.transition(FIRST, play('One', { minutes: 5 }), 0);
    floor.transition(SECOND, play('Two', { minutes: 5 }), MINUTE);
    decksPlay[FIRST] = false;
    expect(spoken(floor.look(MINUTE + 1))).toEqual(['Two']);
  });

  test('goes to the first listed of those who wait', () => {
    floor.transition(FIRST, play('One', { minutes: 1 }), 0);
    floor.transition(THIRD, play('Three', { minutes: 9 }), 0);
    floor.transition(SECOND, play('Two', { minutes: 9 }), 1);
    expect(spoken(floor.look(2 * MINUTE))).toEqual(['Two']);
  });

  test('does not go to a track that is over itself', () => {
    floor.transition(FIRST, play('One', { minutes: 9 }), 0);
    floor.transition(SECOND, play('Two', { minutes: 1 }), 0);
    expect(floor.look(11 * MINUTE)).toEqual([]);
  });

  test('stays with the last holder while nobody has anything new', () => {
    floor.transition(FIRST, play('One', { minutes: 1 }), 0);
    expect(floor.look(60 * MINUTE)).toEqual([]);
  });
});

describe('a track that two sources tell of', () => {
  test('is announced once, whoever is first', () => {
    floor.transition(SECOND, play('One'), 0);
    expect(floor.transition(FIRST, play('one ', { playId: 'other' }), 1000)).toEqual([]);
    expect(floor.transition(SECOND, play('One', { playId: 'again' }), 2000)).toEqual([]);
  });

  test('is announced again when the same source plays it again', () => {
    floor.transition(FIRST, play('One'), 0);
    expect(spoken(floor.transition(FIRST, play('One', { playId: 'again' }), 1000))).toEqual(['One']);
  });

  test('is hidden when any of them says so, and revealed when none does', () => {
    floor.transition(FIRST, play('One'), 0);
    expect(spoken(floor.transition(SECOND, play('One', { playId: 'deck', hidden: true }), 1000))).toEqual([
      'hide play of One',
    ]);
    expect(spoken(floor.visibility(FIRST, 'play of One', true))).toEqual([]);
    expect(spoken(floor.visibility(SECOND, 'deck', false))).toEqual([]);
    expect(spoken(floor.visibility(FIRST, 'play of One', false))).toEqual(['reveal play of One']);
  });
});

describe('visibility', () => {
  test('of the track on air goes on', () => {
    floor.transition(FIRST, play('One'), 0);
    expect(spoken(floor.visibility(FIRST, 'play of One', true))).toEqual(['hide play of One']);
  });

  test('of a track that waits goes with it, and is told by nobody before', () => {
    floor.transition(FIRST, play('One', { minutes: 1 }), 0);
    floor.transition(SECOND, play('Two', { minutes: 9 }), 0);
    expect(floor.visibility(SECOND, 'play of Two', true)).toEqual([]);
    const [word] = floor.look(2 * MINUTE);
    expect(word).toMatchObject({ is: 'transition', transition: { hidden: true } });
  });

  test('of an earlier play of the same source goes on', () => {
    floor.transition(FIRST, play('One'), 0);
    floor.transition(FIRST, play('Two'), 0);
    expect(spoken(floor.visibility(FIRST, 'play of One', true))).toEqual(['hide play of One']);
  });

  test('of a track without a title goes on, too', () => {
    floor.transition(FIRST, play(''), 0);
    expect(spoken(floor.visibility(FIRST, 'play of ', true))).toEqual(['hide play of ']);
  });

  test('goes on when the names came after the announcement', () => {
    floor.transition(FIRST, play('', { playId: 'deck' }), 0);
    floor.learned(FIRST, 'deck', play('One').track);
    expect(spoken(floor.visibility(FIRST, 'deck', true))).toEqual(['hide deck']);
  });

  test('of the other source’s play goes on when the names of either have changed since', () => {
    floor.transition(FIRST, play('One'), 0);
    floor.transition(SECOND, play('One', { playId: 'deck' }), 1000);
    floor.learned(SECOND, 'deck', play('One (Remix)').track);
    floor.learned(FIRST, 'play of One', play('One (Dub)').track);
    expect(spoken(floor.visibility(SECOND, 'deck', true))).toEqual(['hide play of One']);
  });

  test('of a track that both told goes on after another one was announced', () => {
    floor.transition(FIRST, play('One'), 0);
    floor.transition(SECOND, play('One', { playId: 'deck' }), 0);
    floor.transition(FIRST, play('Two'), 1000);
    expect(spoken(floor.visibility(SECOND, 'deck', true))).toEqual(['hide play of One']);
  });
});

describe('what a source learns of its track', () => {
  const named = { ...play('One').track, genre: 'Promo' };

  test('goes on', () => {
    floor.transition(FIRST, play(''), 0);
    expect(floor.learned(FIRST, 'play of ', named)).toEqual([
      { is: 'learned', playId: 'play of ', track: named },
    ]);
  });

  test('makes it known as the one on air, hidden when its source says so', () => {
    floor.transition(FIRST, play('One'), 0);
    floor.transition(SECOND, play('', { playId: 'deck', hidden: true }), 0);
    expect(spoken(floor.learned(SECOND, 'deck', play('One').track))).toEqual(['hide play of One']);
    expect(floor.someoneWaits).toBe(false);
  });

  test('makes it known as the one that another source has been telling of', () => {
    floor.transition(FIRST, play('', { playId: 'deck' }), 0);
    floor.transition(SECOND, play('One', { hidden: true }), 0);
    expect(spoken(floor.learned(FIRST, 'deck', play('One').track))).toEqual(['learn deck', 'hide deck']);
  });

  test('is known of the track on air, too: a rule may hide it by that', () => {
    floor.transition(FIRST, play('One'), 0);
    expect(floor.transition(SECOND, play('one', { playId: 'deck', minutes: 5 }), 0)).toMatchObject([
      { is: 'learned', playId: 'play of One', track: { title: 'One', durationMs: 5 * MINUTE } },
    ]);
    expect(floor.learned(SECOND, 'deck', named)).toMatchObject([
      { is: 'learned', playId: 'play of One', track: { title: 'One', genre: 'Promo' } },
    ]);
  });
});

describe('the play under which a track was announced', () => {
  test('is the one of the source that was first', () => {
    floor.transition(FIRST, play('One'), 0);
    floor.transition(SECOND, play('one', { playId: 'deck' }), 0);
    expect(floor.announcedAs('deck')).toBe('play of One');
    expect(floor.announcedAs('other')).toBe('other');
  });

  test('is led with when the other source plays that track again without a new load', () => {
    floor.transition(FIRST, play('One'), 0);
    floor.transition(SECOND, play('One', { playId: 'deck' }), 0);
    floor.transition(FIRST, play('Two'), 1000);
    floor.give(SECOND);
    floor.transition(FIRST, play('Three'), 2000);
    expect(floor.transition(SECOND, play('One', { playId: 'deck' }), 60 * MINUTE)).toMatchObject([
      { is: 'transition', transition: { playId: 'play of One' } },
    ]);
  });
});
