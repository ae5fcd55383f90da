import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { checkProDjLink, proDjLinkOptions } from './options.ts';

export const proDjLink: SourcePart<typeof proDjLinkOptions> = {
  name: 'prodjlink',
  options: proDjLinkOptions,
  card: {
    title: 'Pioneer DJ / AlphaTheta players',
    about: say('prodjlink.cdj-xdj-players-link-socket-not'),
    settings: {
      group: 'Pioneer DJ',
      common: {
        'prodjlink.number': 'Player number of deckcast',
        'prodjlink.interface': 'Network that Pioneer players are on',
        'prodjlink.listen-only': 'Listen only, send nothing',
      },
      rest: {
        'prodjlink.metadata': 'How Pioneer tracks get their names',
        'prodjlink.key': 'Key of the newer library on sticks',
        'prodjlink.record': 'Recording of Pioneer devices',
      },
    },
    steps: () => [
      { text: say('prodjlink.connect-players-mixer-computer-one-network') },
      { text: say('prodjlink.give-each-player-number-channel-mixer-2') },
      { text: say('prodjlink.close-rekordbox-other-programs-these-players') },
      { text: say('prodjlink.load-track-stick-start-open-fader') },
    ],
  },
  check: checkProDjLink,
  async diagnose(settings, tools, signal) {
    const { examinePlayers, findAnnouncedPlayers } = await import('./examine.ts');
    if (!tools.chosen) {
      return findAnnouncedPlayers(settings, tools, signal);
    }
    // The running source has its own findings.
    return tools.running ? [] : examinePlayers(settings, tools, signal);
  },
  async create(settings, tools) {
    const { ProDjLinkSource } = await import('./source.ts');
    return new ProDjLinkSource(settings, tools);
  },
};
