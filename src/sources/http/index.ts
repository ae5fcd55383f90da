import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import type { HttpSource } from './source.ts';

const options = {};

export const http: SourcePart<typeof options, HttpSource> = {
  name: 'http',
  isMixed: true,
  options,
  card: {
    title: 'Another program',
    about: say('http.script-stream-deck-bot-anything-sends'),
    steps: (_settings, { here }) => [
      {
        text: say('http.let-send-each-track-deckcast-terminal'),
        copy: `curl -X POST ${here}api/v1/track -d '{"artist": "Mira Vale", "title": "Low Tide"}'`,
      },
    ],
  },
  async create(_settings, tools) {
    const { HttpSource } = await import('./source.ts');
    return new HttpSource(tools);
  },
};
