import type { LinkDevice, LinkReceiver, LinkStatus, ProDjLinkNetwork } from '@deckcast/prodjlink';
import { ownAddresses } from '../../host/network.ts';
import type { LinkState } from './findings.ts';
import { isReadable } from './models.ts';
import { databaseNumberOf, type ProDjLinkSettings } from './options.ts';

/** Returns the status at the end. `until` must not reject. */
export async function listen(
  network: ProDjLinkNetwork,
  receiver: LinkReceiver,
  until: Promise<void>,
): Promise<LinkStatus> {
  const end = new AbortController();
  const running = network.run(receiver, end.signal);
  await until;
  // An ended network no longer knows its ports.
  const status = network.status();
  end.abort();
  await running;
  return status;
}

/** No media were read, and no channels watched. */
export function stateOf(link: LinkStatus, settings: ProDjLinkSettings): LinkState {
  const are = (role: LinkDevice['role']) => link.devices.filter((device) => device.role === role);
  const players = are('player');
  const hasKey = !settings['prodjlink.key'].isEmpty;
  return {
    link,
    chosenInterface: settings['prodjlink.interface'],
    own: ownAddresses(),
    holders: '',
    players,
    unnamed: players.filter(
      (player) =>
        !isReadable(player, hasKey) &&
        databaseNumberOf(player, settings, settings['prodjlink.number']) === undefined,
    ),
    unreadable: [],
    // Players send their state only to announced clients, so its absence means nothing.
    isConnected: players.length > 0,
    mixers: are('mixer'),
    reportsOnAir: false,
    neverOpen: false,
    isOffered: false,
  };
}
