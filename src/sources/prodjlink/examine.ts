import { ProDjLinkNetwork, STATUS_PORT, TIMING_PORT } from '@deckcast/prodjlink';
import type { DiagnoseTools } from '../../core/contracts/part.ts';
import type { Finding } from '../../core/finding.ts';
import { pause } from '../../core/waiting.ts';
import { describeHolders, holdersOf } from '../../host/ports.ts';
import { announcedFindings, linkFindings } from './findings.ts';
import { listen, stateOf } from './listen.ts';
import { linkOptions, type ProDjLinkSettings } from './options.ts';

/** Every device announces itself within this time. */
const ALL_HEARD_MS = 2_500;

export async function examinePlayers(
  settings: ProDjLinkSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const holders = await holdersOf('udp', TIMING_PORT, STATUS_PORT);
  let reportsOnAir = false;
  const network = new ProDjLinkNetwork({ ...linkOptions(settings, tools), listenOnly: true });
  const onAir = (): void => {
    reportsOnAir = true;
  };
  const time = pause(tools.clock, tools.listenMs, signal);
  const link = await listen(network, { onAir }, time);
  const state = { ...stateOf(link, settings), reportsOnAir };
  if (holders.length === 0) {
    return linkFindings(state);
  }
  const { status } = link.ports;
  const held = status.kind === 'failed' ? status : ({ kind: 'failed', error: 'EADDRINUSE' } as const);
  return linkFindings({
    ...state,
    link: { ...link, ports: { ...link.ports, status: held } },
    holders: describeHolders(holders),
  });
}

export async function findAnnouncedPlayers(
  settings: ProDjLinkSettings,
  tools: DiagnoseTools,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  if (tools.listenMs === 0) {
    return [];
  }
  const network = new ProDjLinkNetwork({ ...linkOptions(settings, tools), presenceOnly: true });
  const time = pause(tools.clock, Math.min(tools.listenMs, ALL_HEARD_MS), signal);
  return announcedFindings(stateOf(await listen(network, {}, time), settings));
}
