import type { Tools } from '../../core/tools.ts';
import type { LinkOptions } from '../../prodjlink/index.ts';
import type { ProDjLinkSettings } from './options.ts';

/** Who we are on the network of the players, from the settings. */
export function linkOptions(settings: ProDjLinkSettings, tools: Pick<Tools, 'clock' | 'log'>): LinkOptions {
  return {
    name: 'deckcast',
    number: settings['prodjlink.number'],
    listenOnly: settings['prodjlink.listen-only'],
    interface: settings['prodjlink.interface'] || undefined,
    log: tools.log,
    clock: tools.clock,
  };
}
