/** Sends artist, title and the beat over UDP, for Resolume and other stage software. Each message has one argument. */

import { whyNotReached } from '../clients/http.ts';
import type { SinkPart } from '../core/contracts/sink.ts';
import { UpstreamError } from '../core/errors.ts';
import { okFinding } from '../core/finding.ts';
import { say } from '../core/message.ts';
import { defineOptions, type SettingsOf } from '../core/option.ts';
import { choice, oscAddress, port, text } from '../settings/kinds.ts';
import type { BeatAddresses } from './osc-beat.ts';

const beatAddress = (what: string) =>
  ({
    kind: oscAddress,
    default: '',
    help: `OSC address of ${what}, instead of the one of --osc.beats`,
  }) as const;

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
  'osc.beats': {
    kind: choice(['', 'deckcast', 'resolume', 'resolume-tap'], {
      deckcast: "Any program, with deckcast's addresses",
      resolume: 'Resolume, by tempo',
      'resolume-tap': 'Resolume, by taps',
    }),
    default: '',
    help: 'whose OSC addresses get the beat of the track on air',
    words: 'bpm tempo lights sync resolume',
  },
  'osc.address.beat': beatAddress('the beat in the bar, 1 to 4'),
  'osc.address.bar': beatAddress('the number of the bar'),
  'osc.address.bpm': beatAddress('the tempo in beats per minute'),
  'osc.address.phase': beatAddress('the part of the beat that has passed, 0 to 1, 30 times a second'),
  'osc.address.position': beatAddress('the position in the track in seconds, 30 times a second'),
});

export const oscSink: SinkPart<typeof options> = {
  name: 'osc',
  options,
  card: {
    title: 'OSC',
    about: say('osc.resolume-other-stage-software'),
    isUnanswered: true,
    settings: {
      group: 'Other programs',
      common: {
        'osc.host': 'Computer that gets OSC',
        'osc.port': 'Port that gets OSC',
        'osc.beats': 'Beat by OSC',
      },
      rest: {
        'osc.address.artist': 'OSC address for the artist',
        'osc.address.song': 'OSC address for the title',
        'osc.address.beat': 'OSC address for the beat in the bar',
        'osc.address.bar': 'OSC address for the bar',
        'osc.address.bpm': 'OSC address for the tempo',
        'osc.address.phase': 'OSC address for the phase',
        'osc.address.position': 'OSC address for the position',
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
      { text: say('osc.choose-who-gets-beat'), set: ['osc.beats'] },
    ],
  },
  async diagnose(settings) {
    const host = settings['osc.host'];
    if (host === '') {
      return [];
    }
    const { lookup } = await import('node:dns/promises');
    const place = say('osc.goes-to', { host, port: settings['osc.port'] });
    try {
      await lookup(host);
      return [okFinding('services', say('osc.whether-arrives-unknown', { name: place }))];
    } catch (error) {
      return [
        {
          area: 'services',
          severity: 'warning',
          finding: say('osc.but-computer-cannot-find', { name: place, reason: whyNotReached(error) }),
          means: say('osc.stage-software-gets-no-names'),
          todo: say('osc.correct-osc-host-preferably-ip-address'),
        },
      ];
    }
  },
  async create(settings, { log, beats, clock }) {
    const host = settings['osc.host'];
    const artistAt = settings['osc.address.artist'];
    const titleAt = settings['osc.address.song'];
    if (host === '') {
      return undefined;
    }
    const [{ textMessage }, { sendAll }, { BEAT_PRESETS, OscBeat }] = await Promise.all([
      import('../core/osc-packet.ts'),
      import('./osc-datagrams.ts'),
      import('./osc-beat.ts'),
    ]);
    const addresses = { ...BEAT_PRESETS[settings['osc.beats']], ...ownBeatAddresses(settings) };
    const sendsBeats = Object.keys(addresses).length > 0;
    if (artistAt === '' && titleAt === '' && !sendsBeats) {
      log.warn('OSC is on, but no address is set', {
        hint: 'set --osc.address.artist and --osc.address.song, or --osc.beats',
      });
      return undefined;
    }
    const toPort = settings['osc.port'];
    const beat = sendsBeats ? new OscBeat({ host, port: toPort, addresses, beats, clock }) : undefined;
    return {
      kind: 'state',
      prepare: () => beat?.open(),
      async publish({ track: { artist, title } }) {
        if (artistAt === '' && titleAt === '') {
          return say('osc.only-the-beat');
        }
        const messages = [
          ...(artistAt === '' ? [] : [textMessage(artistAt, artist)]),
          ...(titleAt === '' ? [] : [textMessage(titleAt, title)]),
        ];
        try {
          await sendAll(messages, host, toPort);
        } catch (error) {
          throw new UpstreamError(
            say('osc.cannot-send-osc', { host, reason: whyNotReached(error) }),
            'retry',
            {
              cause: error,
            },
          );
        }
        return undefined;
      },
      findings: () =>
        beat?.problem === undefined
          ? []
          : [
              {
                area: 'services',
                severity: 'warning',
                finding: say('osc.cannot-send-osc', { host, reason: beat.problem }),
                means: say('osc.stage-software-gets-no-beat'),
                todo: say('osc.correct-osc-host-preferably-ip-address'),
              },
            ],
      close: async () => beat?.close(),
    };
  },
};

function ownBeatAddresses(settings: SettingsOf<typeof options>): BeatAddresses {
  const fields = ['beat', 'bar', 'bpm', 'phase', 'position'] as const;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const address = settings[`osc.address.${field}`];
      return address === '' ? [] : [[field, address]];
    }),
  );
}
