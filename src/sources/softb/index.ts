import type { SourcePart } from '../../core/contracts.ts';
import { deckOptions } from '../../decks/options.ts';
import { userHome } from '../user-home.ts';
import { historyLocations } from './locations.ts';

/** DJ software with a play history of its own (Serato DJ, Mixxx), found without any flag. Experimental. */
export const softb: SourcePart<typeof deckOptions> = {
  name: 'softb',
  options: deckOptions,
  card: {
    title: 'Serato DJ or Mixxx',
    about:
      'The decks of Serato DJ 4, the play history of the others: on this computer, found automatically. Experimental.',
    steps: () => [
      { text: 'Start Serato DJ or Mixxx on this computer, as the same user' },
      { text: 'Play a track until the software counts it as played' },
    ],
  },
  async diagnose(_settings, tools) {
    const { examineSoftware } = await import('./examine.ts');
    return examineSoftware(historyLocations(userHome()), tools);
  },
  async create(settings, tools) {
    const { DjSoftwareSource } = await import('./source.ts');
    return new DjSoftwareSource(settings, historyLocations(userHome()), tools);
  },
};
