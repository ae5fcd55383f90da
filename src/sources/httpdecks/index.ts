import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { deckOptions } from '../../decks/options.ts';
import type { HttpDecksSource } from './source.ts';

export const httpDecks: SourcePart<typeof deckOptions, HttpDecksSource> = {
  name: 'httpdecks',
  options: deckOptions,
  card: {
    title: 'A script with decks',
    about: say('httpdecks.any-program-says-decks-whether-they'),
    steps: (_settings, { here }) => [
      {
        text: say('httpdecks.let-put-state-deck-every-change'),
        copy: `curl -X PUT ${here}api/v1/decks/1 -d '{"track": {"artist": "Mira Vale", "title": "Low Tide"}, "playing": true}'`,
      },
    ],
  },
  async create(settings, tools) {
    const { HttpDecksSource } = await import('./source.ts');
    return new HttpDecksSource(settings, tools);
  },
};
