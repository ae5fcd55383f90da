import type { SourcePart } from '../../core/contracts.ts';
import type { HttpSource } from './source.ts';

const options = {};

/** Any program that posts tracks to the HTTP listener. */
export const http: SourcePart<typeof options, HttpSource> = {
  name: 'http',
  options,
  card: {
    title: 'Another program',
    about: 'A script, a Stream Deck, a bot: anything that sends a web request.',
    steps: (_settings, { here }) => [
      {
        text: 'Let it send each track to deckcast; from a terminal, for example',
        copy: `curl -X POST ${here}api/v1/track -d '{"artist": "Mira Vale", "title": "Low Tide"}'`,
      },
    ],
  },
  async create(_settings, tools) {
    const { HttpSource } = await import('./source.ts');
    return new HttpSource(tools);
  },
};
