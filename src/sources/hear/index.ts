import type { SourcePart } from '../../core/contracts.ts';
import { deckOptions } from '../../decks/options.ts';

/** The DJ's own tracks, by their sound alone. */
export const byEar: SourcePart<typeof deckOptions> = {
  name: 'hear',
  options: deckOptions,
  card: {
    title: 'Your own music, by ear',
    about: 'For vinyl, players without a network, and any program: deckcast knows your music by its sound.',
    steps: () => [
      { text: 'Name the folders with your music, or mixxx, serato or engine', set: ['hear.library'] },
      {
        text: 'Choose how the sound comes in; for “command”, give one that records it',
        set: ['hear.input', 'hear.command'],
      },
      { text: 'Wait until your music is described: a minute or two for an hour of it' },
      { text: 'Play a track' },
    ],
  },
  async create(settings, tools) {
    const { HearSource } = await import('./source.ts');
    return new HearSource(settings, tools);
  },
};
