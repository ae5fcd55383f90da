import type { SourcePart } from '../../core/contracts/source.ts';
import { say } from '../../core/message.ts';
import { placeToType } from '../shared/listening-place.ts';
import { oscOptions } from './options.ts';

const RKBX_LINK = { option: 'osc.in.preset', is: ['rkbx_link'] };
const ANY_PROGRAM = { option: 'osc.in.preset', is: ['deckcast'] };

export const osc: SourcePart<typeof oscOptions> = {
  name: 'osc',
  options: oscOptions,
  card: {
    title: 'A program that sends OSC',
    titleNow: (settings) => (settings['osc.in.preset'] === 'rkbx_link' ? 'rekordbox (rkbx_link)' : undefined),
    about: say('osc.rkbx-link-rekordbox-computer-touchdesigner'),
    settings: {
      group: 'DJ software',
      rest: {
        'osc.in.addr': 'Port for decks by OSC',
        'osc.in.preset': 'Program that sends decks by OSC',
        'osc.in.title': "OSC address of a deck's title",
        'osc.in.artist': "OSC address of a deck's artist",
        'osc.in.playing': "OSC address of a deck's play state",
        'osc.in.level': "OSC address of a deck's loudness",
        'osc.in.path': "OSC address of a deck's file",
      },
    },
    steps: ({ 'osc.in.addr': at }, { host }) => [
      {
        text: say('osc.get-rkbx-link'),
        copy: 'https://github.com/grufkork/rkbx_link/releases',
        when: RKBX_LINK,
      },
      { text: say('osc.let-rkbx-link-send'), copy: placeToType(at, host), when: RKBX_LINK },
      { text: say('osc.let-program-send-osc-address'), copy: placeToType(at, host), when: ANY_PROGRAM },
      {
        when: ANY_PROGRAM,
        text: 'Only if it uses other addresses: type them here, with {deck} where the number of the deck stands',
        set: ['osc.in.title', 'osc.in.artist', 'osc.in.playing', 'osc.in.level', 'osc.in.path'],
      },
      {
        text: say('osc.only-if-taken-or-elsewhere', { port: at.port }),
        set: ['osc.in.addr'],
      },
      { text: say('osc.start-rkbx-link-load-track'), when: RKBX_LINK },
      { text: say('osc.load-track-after-play'), when: ANY_PROGRAM },
    ],
  },
  async diagnose(settings, tools) {
    if (!tools.chosen || tools.running) {
      // The running source has its own findings; without it, no program can be asked.
      return [];
    }
    const { udpPortFinding } = await import('../../host/udp-port.ts');
    return [
      await udpPortFinding({
        ...settings['osc.in.addr'],
        option: '--osc.in.addr',
        means: say('osc.no-osc-arrives-here'),
      }),
    ];
  },
  async create(settings, tools) {
    const { OscSource } = await import('./source.ts');
    return new OscSource(settings, tools);
  },
};
