import type { SourcePart } from '../../core/contracts.ts';
import { checkProDjLink, proDjLinkOptions } from './options.ts';

/** Pioneer DJ / AlphaTheta players on the network, over PRO DJ LINK, heard as a guest. */
export const proDjLink: SourcePart<typeof proDjLinkOptions> = {
  name: 'prodjlink',
  options: proDjLinkOptions,
  card: {
    title: 'Pioneer DJ / AlphaTheta players',
    about: 'CDJ and XDJ players with a LINK socket. Not yet seen on hardware: try it at home first.',
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
      { text: 'Connect players, mixer and this computer to one network switch by cable' },
      { text: 'Give each player the number of its channel on the mixer' },
      { text: 'Close rekordbox and other programs for these players on this computer' },
      { text: 'Load a track from a stick, start it, and open its fader' },
    ],
  },
  check: checkProDjLink,
  async diagnose(settings, tools, signal) {
    if (!tools.chosen) {
      const { hearPlayers } = await import('./examine.ts');
      return hearPlayers(settings, tools, signal);
    }
    if (tools.running) {
      // The running source has its own findings.
      return [];
    }
    const { examinePlayers } = await import('./examine.ts');
    return examinePlayers(settings, tools, signal);
  },
  async create(settings, tools) {
    const { ProDjLinkSource } = await import('./source.ts');
    return new ProDjLinkSource(settings, tools);
  },
};
