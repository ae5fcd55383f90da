/** Which players announce themselves while nobody has chosen this source: listens, and sends nothing. */

import { ProDjLinkNetwork } from '@deckcast/prodjlink';
import type { DiagnoseTools } from '../../core/contracts.ts';
import type { Finding } from '../../core/finding.ts';
import { pause } from '../../core/waiting.ts';
import { heardFindings } from './findings.ts';
import { listen } from './listen.ts';
import { linkOptions, type ProDjLinkSettings } from './options.ts';

/** Milliseconds in which each device announces itself once. */
const ALL_HEARD_MS = 2_500;

export async function hearPlayers(
  settings: ProDjLinkSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (tools.listenMs === 0) {
    return [];
  }
  const network = new ProDjLinkNetwork({ ...linkOptions(settings, tools), presenceOnly: true });
  const time = pause(tools.clock, Math.min(tools.listenMs, ALL_HEARD_MS), signal);
  return heardFindings(await listen(network, {}, time));
}
