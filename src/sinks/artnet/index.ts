/** Sends the position of the track on air as Art-Net timecode, for lighting consoles and media servers. */

import type { SinkPart } from '../../core/contracts/sink.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Finding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import { defineOptions, type SettingsOf } from '../../core/option.ts';
import { choice, hostOrNone } from '../../settings/kinds.ts';

const RATE_NAMES = ['24', '25', '29.97', '30'] as const;

const options = defineOptions('Sinks', {
  'artnet.host': {
    kind: hostOrNone,
    default: '',
    help: 'name or IP address of the console that gets Art-Net timecode, or a broadcast address',
    words: 'lights timecode grandma magicq resolume',
    sends: [],
  },
  'artnet.rate': {
    kind: choice(RATE_NAMES),
    default: '30',
    help: 'frames of timecode in a second; 29.97 is drop frame',
  },
  'artnet.hours': {
    kind: choice(['off', 'on'], { off: 'No', on: 'Yes' }),
    default: 'off',
    help: 'whether each track of the set begins at an hour of its own: the first at 1:00:00, the next at 2:00:00',
  },
});

const HOUR_MS = 3_600_000;

function notSent({ 'artnet.host': host }: SettingsOf<typeof options>, reason: Text): Finding {
  return {
    area: 'services',
    severity: 'warning',
    finding: say('artnet.cannot-send', { host, reason }),
    means: say('artnet.console-gets-no-timecode'),
    todo: say('artnet.correct-host'),
  };
}

export const artnetSink: SinkPart<typeof options> = {
  name: 'artnet',
  options,
  card: {
    title: 'Art-Net timecode',
    about: say('artnet.consoles-media-servers'),
    isUnanswered: true,
    settings: {
      group: 'Lights and video',
      common: {
        'artnet.host': 'Console that gets timecode',
        'artnet.rate': 'Frames of timecode in a second',
      },
      rest: { 'artnet.hours': 'Each track has its own hour of timecode' },
    },
    steps: () => [
      { text: say('artnet.type-address-console'), set: ['artnet.host', 'artnet.rate'] },
      { text: say('artnet.let-console-follow') },
    ],
  },
  async create(settings, { beats, clock }) {
    const host = settings['artnet.host'];
    if (host === '') {
      return undefined;
    }
    const { TimecodeSender } = await import('./sender.ts');
    const sender = new TimecodeSender({ host, rate: settings['artnet.rate'], beats, clock });
    return {
      kind: 'state',
      prepare: () => sender.open(),
      async publish({ position }) {
        sender.offsetMs = settings['artnet.hours'] === 'on' ? position * HOUR_MS : 0;
        if (sender.problem !== undefined) {
          throw new UpstreamError(say('artnet.cannot-send', { host, reason: sender.problem }), 'retry');
        }
        return beats.now()?.positionMs === undefined ? say('artnet.while-it-plays') : undefined;
      },
      taken: () => sender.sent,
      findings: () => (sender.problem === undefined ? [] : [notSent(settings, sender.problem)]),
      close: async () => sender.close(),
    };
  },
};
