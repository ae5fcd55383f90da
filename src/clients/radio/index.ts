/** The title that listeners of a web radio read: written to the server, beside the stream that an encoder sends. */
import { BugError } from '../../core/errors.ts';
import { azuraCastStation } from './azuracast.ts';
import { icecastStation } from './icecast.ts';
import { shoutcastStation } from './shoutcast.ts';
import type { Station, StationTools } from './station.ts';

/** Each scheme with what speaks to such a server; with an `s` behind, it does so by TLS. */
const STATIONS: Readonly<Record<string, (address: URL, tools: StationTools) => Station>> = {
  icecast: icecastStation,
  shoutcast: shoutcastStation,
  azuracast: azuraCastStation,
};

/** The address has no problem (`address.ts`). */
export function stationOf(address: string, tools: StationTools): Station {
  const url = new URL(address);
  const station = STATIONS[url.protocol.replace(/s?:$/, '')];
  if (station === undefined) {
    throw new BugError(`no station is reached by ${url.protocol}`);
  }
  return station(url, tools);
}
