import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DeckReader } from './deck-reader.ts';

/** Sixteen decks that play, each with its names, and what is asked once. */
const MOST_QUESTIONS = 300;

const ANSWERS = fc.oneof(
  fc.constantFrom('yes', 'no', '0', '1', '"on"', 'error:-2147467259', '', '0.5', '/a.mp3', 'deckcast: empty'),
  fc.string(),
);

test('any answers make events of the decks, with few questions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(ANSWERS), async (answers) => {
      let queries = 0;
      const reader = new DeckReader(async () => {
        queries += 1;
        return String(answers.next().value);
      });
      for (let round = 1; round <= 3; round += 1) {
        for (const event of await reader.read()) {
          if (event.kind === 'level') {
            expect(event.level).toBeGreaterThanOrEqual(0);
            expect(event.level).toBeLessThanOrEqual(1);
          }
        }
        expect(queries).toBeLessThan(round * MOST_QUESTIONS);
        reader.lost();
      }
    }),
  );
});
