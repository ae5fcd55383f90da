import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Booth, named } from '../../test/support/booth.ts';
import { levelOf, runsNow } from './index.ts';

/** What hands and network can do to four decks. */
type Move = (booth: Booth) => void;

const deck = fc.integer({ min: 1, max: 4 });
const level = fc.constantFrom(0, 0.01, 0.02, 0.03, 0.3, 0.7, 1);
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.tuple(deck, fc.constantFrom('A', 'B', 'C')).map(
    ([on, title]): Move =>
      (booth) =>
        booth.load(on, named(title)),
  ),
  deck.map(
    (on): Move =>
      (booth) =>
        booth.unload(on),
  ),
  deck.map(
    (on): Move =>
      (booth) =>
        booth.play(on),
  ),
  deck.map(
    (on): Move =>
      (booth) =>
        booth.stop(on),
  ),
  fc.tuple(deck, fc.boolean()).map(
    ([on, turns]): Move =>
      (booth) =>
        booth.platter(on, turns),
  ),
  fc.tuple(deck, level).map(
    ([on, to]): Move =>
      (booth) =>
        booth.fader(on, to),
  ),
  fc.tuple(deck, fc.boolean()).map(
    ([on, is]): Move =>
      (booth) =>
        booth.master(on, is),
  ),
  level.map(
    (to): Move =>
      (booth) =>
        booth.crossfader(to),
  ),
  fc.constantFrom('lost', 'gone', 'connected').map(
    (kind): Move =>
      (booth) => {
        booth.tell({ device: 'prime4', kind });
        if (kind === 'gone') {
          closeFaders(booth);
        }
      },
  ),
  fc.integer({ min: 0, max: 9_000 }).map(
    (ms): Move =>
      (booth) =>
        booth.wait(ms),
  ),
);
/** Without the size no evening would have more than ten moves. */
const moves = fc.array(move, { maxLength: 60, size: 'max' });

/** A mixer tells where its faders stand as soon as it is there, or there again. */
function closeFaders(booth: Booth): void {
  for (const on of [1, 2, 3, 4]) {
    booth.fader(on, 0);
  }
}

test.each(['volume', 'lead', 'altlead'] as const)('%s never announces a load twice', (algorithm) => {
  fc.assert(
    fc.property(moves, (all) => {
      const booth = new Booth(algorithm);
      for (const one of all) {
        one(booth);
      }
      expect(new Set(booth.announcedIds).size).toBe(booth.announcedIds.length);
    }),
  );
});

test('volume never announces a deck that is not the loudest playing one', () => {
  fc.assert(
    fc.property(moves, fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const booth = new Booth('volume', percent);
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
});
