import type { Problem } from '../../core/errors.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say } from '../../core/message.ts';
import { defineOptions, Secret, type SettingsOf } from '../../core/option.ts';
import { address, choice, secret } from '../../settings/kinds.ts';

export const icecastOptions = defineOptions('Source and discovery', {
  'icecast.addr': {
    kind: address,
    default: { host: '127.0.0.1', port: 8000 },
    help: 'where to listen for programs that broadcast to Icecast; SHOUTcast programs use the next port, too',
  },
  'icecast.password': {
    kind: secret,
    default: new Secret(''),
    help: 'password that programs send to broadcast to deckcast; if empty, any is accepted, but only from this computer',
  },
  'icecast.conflict': {
    kind: choice(['newest', 'first'], { newest: 'The newest', first: 'The first' }),
    default: 'newest',
    help: 'which program to keep when two use one mount point',
  },
});

export type IcecastSettings = SettingsOf<typeof icecastOptions>;

export function checkIcecast(settings: IcecastSettings): readonly Problem[] {
  const { host = '' } = settings['icecast.addr'];
  return settings['icecast.password'].isEmpty && host !== 'localhost' && !isLoopback(host)
    ? [
        {
          where: '--icecast.password',
          what: say('icecast.other-computers-reach-icecast-addr-so'),
        },
      ]
    : [];
}

/** SHOUTcast programs send audio to this port; undefined without one. */
export function shoutcastPortOf(port: number): number | undefined {
  return port === 65_535 ? undefined : port + 1;
}
