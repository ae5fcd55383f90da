import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { deckOptions } from '../../decks/options.ts';

export const byEar: SourcePart<typeof deckOptions> = {
  name: 'hear',
  options: deckOptions,
  card: {
    title: 'Your own music, by ear',
    about: say('hear.vinyl-players-without-network-any-program'),
    more: ['hear.input', 'hear.command'],
    steps: () => [
      { text: say('hear.name-folders-your-music-mixxx-serato'), set: ['hear.library'] },
      { text: say('hear.wait-until-your-music-described-minute') },
      { text: say('hear.play-track') },
    ],
  },
  async create(settings, tools) {
    const { HearSource } = await import('./source.ts');
    return new HearSource(settings, tools);
  },
};
