/** Sends beats to lighting programs that speak OS2L, as VirtualDJ does: QLC+, LightRider, MagicQ and others. */

import { whyNotReached } from '../../clients/http.ts';
import type { SinkPart } from '../../core/contracts/sink.ts';
import { UpstreamError } from '../../core/errors.ts';
import { type Finding, okFinding } from '../../core/finding.ts';
import { say, type Text } from '../../core/message.ts';
import { defineOptions } from '../../core/option.ts';
import { unlessAborted } from '../../core/waiting.ts';
import { type Address, addressOrAuto } from '../../settings/kinds.ts';

const options = defineOptions('Sinks', {
  'os2l.addr': {
    kind: addressOrAuto,
    default: undefined,
    help: 'address and port of the lighting program that gets beats by OS2L; auto finds it on the network',
    words: 'lights qlc lightrider magicq daslight dmx',
    sends: [],
  },
});

const placeOf = (where: Address | 'auto'): Text =>
  where === 'auto' ? say('os2l.program-on-network') : addressOrAuto.print(where);

function notReached(where: Address | 'auto', reason: Text): Finding {
  return {
    area: 'services',
    severity: 'warning',
    finding: say('os2l.cannot-reach', { place: placeOf(where), reason }),
    means: say('os2l.lights-get-no-beat'),
    todo: say('os2l.start-program-switch-on'),
  };
}

export const os2lSink: SinkPart<typeof options> = {
  name: 'os2l',
  options,
  card: {
    title: 'Lights by OS2L',
    about: say('os2l.qlc-lightrider-magicq'),
    settings: { group: 'Lights and video', common: { 'os2l.addr': 'Lighting program (OS2L)' } },
    steps: () => [
      { text: say('os2l.switch-on-input') },
      { text: say('os2l.type-address-or-auto'), set: ['os2l.addr'] },
    ],
  },
  async diagnose(settings, { clock, running, listenMs }, signal) {
    const where = settings['os2l.addr'];
    // A running sink knows whether it is connected; looking for programs sends to the network.
    if (where === undefined || running || (where === 'auto' && listenMs === 0)) {
      return [];
    }
    const { connectTo } = await import('./client.ts');
    try {
      (await connectTo(where, clock, signal)).destroy();
      return [okFinding('services', say('os2l.reached', { place: placeOf(where) }))];
    } catch (error) {
      return [notReached(where, whyNotReached(error))];
    }
  },
  async create(settings, { beats, clock }) {
    const where = settings['os2l.addr'];
    if (where === undefined) {
      return undefined;
    }
    const { Os2lClient } = await import('./client.ts');
    const client = new Os2lClient({ where, beats, clock });
    return {
      kind: 'state',
      prepare: () => client.open(),
      /** Sends nothing of the track, but makes the state of the connection known. */
      async publish(_publication, signal) {
        await unlessAborted(client.tried, signal);
        if (!client.isConnected) {
          const reason = client.problem ?? say('os2l.still-connecting');
          throw new UpstreamError(say('os2l.cannot-reach', { place: placeOf(where), reason }), 'retry');
        }
        return say('os2l.reached', { place: placeOf(where) });
      },
      taken: () => client.sent,
      findings: () => (client.problem === undefined ? [] : [notReached(where, client.problem)]),
      close: () => client.close(),
    };
  },
};
