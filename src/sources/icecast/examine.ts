/** Opens no ports for clients. */

import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import { portFinding } from '../../host/tcp-port.ts';
import { type IcecastSettings, shoutcastPortOf } from './options.ts';

export async function examineIcecast(settings: IcecastSettings): Promise<readonly Finding[]> {
  const { host, port } = settings['icecast.addr'];
  const at = host === undefined ? {} : { host };
  const option = '--icecast.addr';
  const icecast = await portFinding({
    ...at,
    port,
    option: `${option} (and in the programs that broadcast)`,
    means: say('icecast.no-program-can-broadcast-deckcast'),
  });
  const next = shoutcastPortOf(port);
  if (next === undefined) {
    return [icecast];
  }
  const means = say('icecast.programs-speak-only-shoutcast-cannot');
  const shoutcast = await portFinding({ ...at, port: next, option, means });
  return [icecast, shoutcast.severity === 'ok' ? shoutcast : { ...shoutcast, severity: 'note' }];
}
