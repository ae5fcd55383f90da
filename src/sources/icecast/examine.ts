/** Findings about broadcasts before a set, without listening for them. */

import type { Finding } from '../../core/finding.ts';
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
    means: 'no program can broadcast to deckcast',
  });
  const next = shoutcastPortOf(port);
  if (next === undefined) {
    return [icecast];
  }
  const means = 'programs that speak only SHOUTcast cannot broadcast; all others can';
  const shoutcast = await portFinding({ ...at, port: next, option, means });
  return [icecast, shoutcast.severity === 'ok' ? shoutcast : { ...shoutcast, severity: 'note' }];
}
