import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { deckOptions } from '../../decks/options.ts';
import { userHome } from '../shared/user-home.ts';
import { historyLocations } from './locations.ts';

/** Play histories of Serato DJ and Mixxx, found without a flag. Experimental. */
export const softb: SourcePart<typeof deckOptions> = {
  name: 'softb',
  options: deckOptions,
  card: {
    title: 'Serato DJ or Mixxx',
    about: say('softb.decks-serato-play-history-mixxx'),
    steps: () => [
      { text: say('softb.start-serato-dj-mixxx-computer-same') },
      { text: say('softb.play-track-until-software-counts-played') },
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
