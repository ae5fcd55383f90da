/**
 * Sends artist and title as two OSC messages over UDP with one text argument each, for Resolume and other stage
 * software.
 */

import type { SinkPart } from '../core/contracts/sink.ts';
import { textOf, UpstreamError } from '../core/errors.ts';
import { okFinding } from '../core/finding.ts';
import { say } from '../core/message.ts';
import { defineOptions } from '../core/option.ts';
import { oscAddress, port, text } from '../settings/kinds.ts';

const options = defineOptions('Sinks', {
  'osc.host': {
    kind: text,
    default: '',
    help: 'name or IP address of the computer that receives OSC',
    words: 'resolume touchdesigner visuals vj lights',
    sends: [],
  },
  'osc.port': { kind: port, default: 7000, help: 'UDP port that receives OSC' },
  'osc.address.artist': { kind: oscAddress, default: '', help: 'OSC address of the artist' },
  'osc.address.song': { kind: oscAddress, default: '', help: 'OSC address of the title' },
});

export const oscSink: SinkPart<typeof options> = {
  name: 'osc',
  options,
  card: {
    title: 'OSC',
    about: say('osc.resolume-other-stage-software'),
    settings: {
      group: 'Other programs',
      common: {
        'osc.host': 'Computer that gets OSC',
        'osc.port': 'Port that gets OSC',
      },
      rest: {
        'osc.address.artist': 'OSC address for the artist',
        'osc.address.song': 'OSC address for the title',
      },
    },
    steps: () => [
      {
        text: say('osc.type-address-computer-runs-port-osc'),
        set: ['osc.host', 'osc.port'],
      },
      {
        text: say('osc.type-osc-address-each-text-should'),
        set: ['osc.address.artist', 'osc.address.song'],
      },
    ],
  },
  async diagnose(settings) {
    const host = settings['osc.host'];
    if (host === '') {
      return [];
    }
    const { lookup } = await import('node:dns/promises');
    const place = `OSC goes to ${host}, port ${settings['osc.port']}`;
    try {
      await lookup(host);
      return [okFinding('services', say('osc.whether-arrives-unknown', { name: place }))];
    } catch (error) {
      return [
        {
          area: 'services',
          severity: 'warning',
          finding: say('osc.but-computer-cannot-find', { name: place, reason: textOf(error) }),
          means: say('osc.stage-software-gets-no-names'),
          todo: say('osc.correct-osc-host-preferably-ip-address'),
        },
      ];
    }
  },
  async create(settings, { log }) {
    const host = settings['osc.host'];
    const artistAt = settings['osc.address.artist'];
    const titleAt = settings['osc.address.song'];
    if (host === '') {
      return undefined;
    }
    if (artistAt === '' && titleAt === '') {
      log.warn('OSC is on, but no address is set', {
        hint: 'set --osc.address.artist and --osc.address.song',
      });
      return undefined;
    }
    const [{ textMessage }, { sendAll }] = await Promise.all([
      import('../core/osc-packet.ts'),
      import('./osc-datagrams.ts'),
    ]);
    return {
      kind: 'state',
      async publish({ track: { artist, title } }) {
        const messages = [
          ...(artistAt === '' ? [] : [textMessage(artistAt, artist)]),
          ...(titleAt === '' ? [] : [textMessage(titleAt, title)]),
        ];
        try {
          await sendAll(messages, host, settings['osc.port']);
        } catch (error) {
          throw new UpstreamError(say('osc.cannot-send-osc', { host, reason: textOf(error) }), 'retry', {
            cause: error,
          });
        }
      },
    };
  },
};
