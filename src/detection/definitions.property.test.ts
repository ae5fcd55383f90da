/** The rules against their definitions, as plainly as those can be written, over thousands of evenings. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Booth, named } from '../../test/support/booth.ts';

/** Longer than any grace, and than a tempo master needs: what counts is what stands, not how it came about. */
const WAIT = 12_000;
const DECKS = [1, 2, 3, 4];

interface ModelDeck {
  /** Empty while nothing lies on it. */
  title: string;
  /** Undefined while it does not play. */
  startedAt: number | undefined;
  level: number;
  master: boolean;
}

interface Look {
  /** Those that play a track, the one that started first in front. */
  readonly playing: readonly ModelDeck[];
  /** Who led last, and with which track. */
  readonly led: { readonly deck: ModelDeck; readonly title: string } | undefined;
  readonly percent: number;
}

/** Each definition: who leads, one after the other when time alone brings a second one. */
const DEFINITIONS: Record<'volume' | 'lead' | 'altlead', (look: Look) => (ModelDeck | undefined)[]> = {
  volume({ playing, led, percent }) {
    const most = Math.max(...playing.map(({ level }) => level));
    const loudest = playing.filter(({ level }) => level === most);
    const leader = loudest.find((deck) => deck === led?.deck) ?? loudest[0];
    const limit = Math.max(0.02, most * (1 - percent / 100)) + 1e-9;
    const alone = playing.every((deck) => deck === leader || deck.level <= limit);
    return most > 0.02 && alone ? [leader] : [];
  },

  lead: ({ playing }) => [playing[0]],

  altlead({ playing, led }) {
    const incumbent = playing.find((deck) => deck === led?.deck && deck.title === led.title);
    const waiting = playing.filter((deck) => deck !== incumbent);
    const next = waiting.find((deck) => deck !== led?.deck) ?? waiting[0];
    return [incumbent ?? next, waiting.find(({ master }) => master)];
  },
};

const move = fc.record({
  deck: fc.constantFrom(...DECKS),
  does: fc.constantFrom('load', 'load', 'unload', 'play', 'play', 'stop', 'master', 'fader', 'fader'),
  level: fc.constantFrom(0, 0.02, 0.1, 0.2, 0.5, 0.9, 1),
});
const evening = fc.array(move, { maxLength: 60, size: 'max' });
const percent = fc.constantFrom(0, 10, 50, 80, 100);

test.each(['volume', 'lead', 'altlead'] as const)('%s announces what its definition says', (algorithm) => {
  fc.assert(
    fc.property(evening, percent, (moves, threshold) => {
      const booth = new Booth(algorithm, threshold);
      const decks = new Map<number, ModelDeck>();
      for (const number of DECKS) {
        booth.fader(number, 0);
        decks.set(number, { title: '', startedAt: undefined, level: 0, master: false });
      }
      const announced: string[] = [];
      let led: Look['led'];

      for (const [index, { deck: number, does, level }] of moves.entries()) {
        const deck = decks.get(number);
        if (deck === undefined) {
          throw new Error('there is no such deck');
        }
        switch (does) {
          case 'load':
            deck.title = `Track ${index}`;
            booth.load(number, named(deck.title));
            break;
          case 'unload':
            deck.title = '';
            booth.unload(number);
            break;
          case 'play':
            deck.startedAt ??= booth.now;
            booth.play(number);
            break;
          case 'stop':
            deck.startedAt = undefined;
            booth.stop(number);
            break;
          case 'master':
            for (const [other, { master }] of decks) {
              if (master && other !== number) booth.master(other, false);
            }
            for (const other of decks.values()) other.master = other === deck;
            booth.master(number);
            break;
          case 'fader':
            deck.level = level;
            booth.fader(number, level);
            break;
        }
        booth.wait(WAIT);

        const playing = [...decks.values()]
          .filter(({ title, startedAt }) => title !== '' && startedAt !== undefined)
          .sort((one, other) => (one.startedAt ?? 0) - (other.startedAt ?? 0));
        for (const leader of DEFINITIONS[algorithm]({ playing, led, percent: threshold })) {
          if (leader === undefined) {
            continue;
          }
          led = { deck: leader, title: leader.title };
          if (!announced.includes(leader.title)) {
            announced.push(leader.title);
          }
        }
        expect(booth.announced).toEqual(announced);
      }
    }),
    { numRuns: 300 },
  );
});
