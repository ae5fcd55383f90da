/** Evenings at random: what hands and network do to four decks. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { levelOf, runsNow } from '../../src/decks/detection/index.ts';
import { type Booth, DEVICE, named } from './booth.ts';

/** What hands and network can do to four decks. */
type Move<Hands extends Booth> = (booth: Hands) => void;

const deck = fc.integer({ min: 1, max: 4 });
const level = fc.constantFrom(0, 0.01, 0.02, 0.03, 0.3, 0.7, 1);
const move: fc.Arbitrary<Move<Booth>> = fc.oneof(
  fc.tuple(deck, fc.constantFrom('A', 'B', 'C')).map(
    ([on, title]): Move<Booth> =>
      (booth) =>
        booth.load(on, named(title)),
  ),
  deck.map(
    (on): Move<Booth> =>
      (booth) =>
        booth.unload(on),
  ),
  deck.map(
    (on): Move<Booth> =>
      (booth) =>
        booth.play(on),
  ),
  deck.map(
    (on): Move<Booth> =>
      (booth) =>
        booth.stop(on),
  ),
  fc.tuple(deck, fc.boolean()).map(
    ([on, turns]): Move<Booth> =>
      (booth) =>
        booth.platter(on, turns),
  ),
  fc.tuple(deck, level).map(
    ([on, to]): Move<Booth> =>
      (booth) =>
        booth.fader(on, to),
  ),
  fc.tuple(deck, fc.boolean()).map(
    ([on, is]): Move<Booth> =>
      (booth) =>
        booth.master(on, is),
  ),
  fc.constantFrom('lost', 'gone', 'connected').map(
    (kind): Move<Booth> =>
      (booth) => {
        if (kind === 'connected') {
          booth.connect();
        } else {
          booth.apply({ device: DEVICE, kind });
        }
        if (kind === 'gone') {
          closeFaders(booth);
        }
      },
  ),
  fc.integer({ min: 0, max: 9_000 }).map(
    (ms): Move<Booth> =>
      (booth) =>
        booth.wait(ms),
  ),
);
/** Something makes a deck quieter than its fader does. */
export const mute: fc.Arbitrary<Move<Booth>> = fc.tuple(deck, level).map(
  ([on, to]) =>
    (booth) =>
      booth.level(on, to, 1),
);

/** An evening of moves, `others` among them. */
export function moves<Hands extends Booth>(others: fc.Arbitrary<Move<Hands>>): fc.Arbitrary<Move<Hands>[]> {
  // Without the size none would have more than ten moves.
  return fc.array(fc.oneof({ weight: 9, arbitrary: move }, { weight: 1, arbitrary: others }), {
    maxLength: 60,
    size: 'max',
  });
}

/** A mixer sends the positions of its faders as soon as it is there, or back. */
function closeFaders(booth: Booth): void {
  for (const on of [1, 2, 3, 4]) {
    booth.fader(on, 0);
  }
}

/** Whatever happens, what is announced is the loudest of the playing decks. */
export function expectTheLoudest<Hands extends Booth>(
  openBooth: (percent: number) => Hands,
  others: fc.Arbitrary<Move<Hands>>,
): void {
  fc.assert(
    fc.property(moves(others), fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const booth = openBooth(percent);
      closeFaders(booth);
      const seen: number[] = [];
      booth.onAnnounced = (id, table) => {
        const playing = [...table.decks.values()].filter(
          ({ transport, loaded }) => runsNow(transport) && loaded.songLoaded === true,
        );
        const levels = playing.map((other) => levelOf(other, table, booth.rule) ?? 0);
        const own = playing
          .filter(({ id: other }) => other === id)
          .map((other) => levelOf(other, table, booth.rule) ?? 0);
        expect(own).toHaveLength(1);
        expect(own[0]).toBe(Math.max(...levels));
        expect(own[0]).toBeGreaterThan(0.02);
        seen.push(...own);
      };
      for (const one of all) {
        one(booth);
      }
      expect(seen).toHaveLength(booth.announced.length);
    }),
  );
}
