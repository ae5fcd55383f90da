import type { SourcePart } from '../../core/contracts.ts';
import { deckOptions } from '../../decks/options.ts';
import type { HttpDecksSource } from './source.ts';

/** The decks of any program that puts them to the HTTP listener. */
export const httpDecks: SourcePart<typeof deckOptions, HttpDecksSource> = {
  name: 'httpdecks',
  options: deckOptions,
  card: {
    title: 'A script with decks',
    about: 'Any program that says what is on its decks, and whether they play, by web requests.',
    steps: (_settings, { here }) => [
      {
        text: 'Let it put the state of a deck at every change, and every half minute; from a terminal, for example',
        copy: `curl -X PUT ${here}api/v1/decks/1 -d '{"track": {"artist": "Mira Vale", "title": "Low Tide"}, "playing": true}'`,
      },
    ],
  },
  async create(settings, tools) {
    const { HttpDecksSource } = await import('./source.ts');
    return new HttpDecksSource(settings, tools);
  },
};
