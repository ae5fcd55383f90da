import { say } from '../core/message.ts';
import type { Address } from '../settings/kinds.ts';
import type { Checkable } from '../settings/parts.ts';
import { radioSink } from '../sinks/radio/index.ts';
import { icecastOptions, shoutcastPortOf } from '../sources/icecast/options.ts';

const THIS_COMPUTER = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Titles sent to the input for broadcasts would come back as tracks on air. */
export const ownBroadcast: Checkable = {
  options: { ...radioSink.options, ...icecastOptions },
  check(settings) {
    const { port } = settings['icecast.addr'] as Address;
    const own = [port, shoutcastPortOf(port)].map(String);
    return (settings['radio.url'] as readonly string[])
      .map((address) => new URL(address))
      .filter((url) => THIS_COMPUTER.test(url.hostname) && own.includes(url.port))
      .map(({ host }) => ({
        where: '--radio.url',
        what: say('own-broadcast.station-is-deckcast', { host }),
      }));
  },
};
