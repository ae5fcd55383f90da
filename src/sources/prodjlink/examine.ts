/** What can be seen of the players before a set: listens, and sends nothing. */
import { type LinkDevice, ProDjLinkNetwork, STATUS_PORT, TIMING_PORT } from '@deckcast/prodjlink';
import type { DiagnoseTools } from '../../core/contracts.ts';
import type { Finding } from '../../core/finding.ts';
import { pause } from '../../core/waiting.ts';
import { describeHolders, holdersOf } from '../../host/ports.ts';
import { heardFindings, linkFindings } from './findings.ts';
import { listen } from './listen.ts';
import { isReadable, libraryOf } from './models.ts';
import { linkOptions, type ProDjLinkSettings } from './options.ts';

/** Milliseconds in which each device announces itself once. */
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
  const are = (role: LinkDevice['role']) => link.devices.filter((device) => device.role === role);
  const players = are('player');
  const hasKey = !settings['prodjlink.key'].isEmpty;
  return linkFindings({
    link:
      holders.length > 0 && link.ports.status.kind !== 'failed'
        ? { ...link, ports: { ...link.ports, status: { kind: 'failed', error: 'EADDRINUSE' } } }
        : link,
    chosenInterface: settings['prodjlink.interface'],
    holders: holders.length === 0 ? '' : describeHolders(holders),
    players,
    unnamed: players.filter(({ name }) => !isReadable(libraryOf(name), hasKey)),
    // Nothing is read from media while deckcast only listens.
    unreadable: [],
    // Without an announcement, no player sends more than that it is there.
    connected: players.length,
    mixers: are('mixer'),
    reportsOnAir,
    neverOpen: false,
    offers: [],
  });
}

/** Which players announce themselves while nobody has chosen this source. */
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
