import type { SourcePart } from '../../core/contracts.ts';
import { address } from '../../settings/kinds.ts';
import { oscOptions } from './options.ts';

/** The decks of any program that speaks OSC. */
export const osc: SourcePart<typeof oscOptions> = {
  name: 'osc',
  options: oscOptions,
  card: {
    title: 'A program that sends OSC',
    about:
      'rkbx_link for rekordbox on this computer, TouchDesigner, Max, a controller script: anything that speaks OSC.',
    settings: {
      group: 'DJ software',
      rest: {
        'osc.in.addr': 'Port for decks by OSC',
        'osc.in.preset': 'Program that sends decks by OSC',
        'osc.in.title': 'OSC address of a deck’s title',
        'osc.in.artist': 'OSC address of a deck’s artist',
        'osc.in.playing': 'OSC address of whether a deck plays',
        'osc.in.level': 'OSC address of a deck’s loudness',
        'osc.in.path': 'OSC address of a deck’s file',
      },
    },
    steps: ({ 'osc.in.addr': at }, { host }) => [
      { text: 'Choose whose addresses it uses: rkbx_link, or those of deckcast', set: ['osc.in.preset'] },
      {
        text: 'Let the program send OSC to this address (in the file config of rkbx_link: osc.enabled true, and this after osc.destination)',
        copy: address.print({ host: at.host === undefined ? host : at.host, port: at.port }),
      },
      {
        text: 'Only if it uses other addresses: type them here, with {deck} where the number of the deck stands',
        set: ['osc.in.title', 'osc.in.artist', 'osc.in.playing', 'osc.in.level', 'osc.in.path'],
      },
      {
        text: 'Only if it runs on another computer: let deckcast listen on the network, as in :4460',
        set: ['osc.in.addr'],
      },
      { text: 'Load a track after that, and play it' },
    ],
  },
  async diagnose(settings, tools) {
    if (!tools.chosen || tools.running) {
      // A running source has its own findings; while it is off, nobody can be asked.
      return [];
    }
    const { udpPortFinding } = await import('../../host/udp-port.ts');
    return [
      await udpPortFinding({
        ...settings['osc.in.addr'],
        option: '--osc.in.addr',
        means: 'no OSC arrives here',
      }),
    ];
  },
  async create(settings, tools) {
    const { OscSource } = await import('./source.ts');
    return new OscSource(settings, tools);
  },
};
