import type { Finding } from '../../core/finding.ts';
import { say } from '../../core/message.ts';
import type { Tools } from '../../core/tools.ts';
import { portFinding } from '../../host/tcp-port.ts';
import { installedFindings, traktorFindings } from './findings.ts';
import { findTraktor } from './installation.ts';
import type { TraktorSettings } from './options.ts';

export async function examineTraktor(
  settings: TraktorSettings,
  { disk }: Pick<Tools, 'disk'>,
): Promise<readonly Finding[]> {
  const address = settings['traktor.addr'];
  const [port, installed] = await Promise.all([
    portFinding({
      ...address,
      option: '--traktor.addr (and in the ApiClient.js of Traktor)',
      means: say('traktor.nothing-traktor-sends-arrives-here'),
    }),
    findTraktor(process, disk),
  ]);
  const state = {
    address,
    received: false,
    lost: [],
    stillDecks: [],
    unknownDecks: [],
    unreportedDecks: [],
    installed,
  };
  return [port, ...traktorFindings(state, false)];
}

export async function suggestTraktor({ disk }: Pick<Tools, 'disk'>): Promise<readonly Finding[]> {
  return installedFindings(await findTraktor(process, disk));
}
