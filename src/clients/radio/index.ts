/** Sends titles to the web radio's server, beside an encoder's stream. */
import { BugError } from '../../core/errors.ts';
import { icecastStation } from './icecast.ts';
import { get, placeOf, refusal, type Station, type StationTools, send, sentText } from './station.ts';

/** Shoutcast 1 answers programs with an error page, browsers with the result. */
const BROWSER = 'Mozilla/5.0 (compatible)';

/** An appended `s` means TLS. */
const STATIONS: Readonly<Record<string, (address: URL, tools: StationTools) => Station>> = {
  icecast: icecastStation,
  shoutcast: shoutcastStation,
  azuracast: azuraCastStation,
};

/** @param address without problems (`address.ts`) */
export function stationOf(address: string, tools: StationTools): Station {
  const url = new URL(address);
  const station = STATIONS[url.protocol.replace(/s?:$/, '')];
  if (station === undefined) {
    throw new BugError(`no station is reached by ${url.protocol}`);
  }
  return station(url, tools);
}

/** Shoutcast 1, or 2 with a stream's number: `shoutcast://:password@host:8000/?sid=1`. */
function shoutcastStation(address: URL, tools: StationTools): Station {
  const place = placeOf(address, { port: ':8000' });
  const sid = address.searchParams.get('sid');
  const stream = sid === null ? {} : { sid };
  return {
    name: sid === null ? place.name : `${place.name}, stream ${sid}`,
    async write({ text }, signal) {
      const query = { pass: place.password, mode: 'updinfo', ...stream, song: sentText(text, tools.charset) };
      const headers = { 'user-agent': `${BROWSER} ${tools.userAgent}` };
      await get(place, 'admin.cgi', query, { headers, tools, signal }).catch((error: unknown) => {
        throw refusal(place, error);
      });
    },
  };
}

/** API of AzuraCast: `azuracasts://:key@host/station`. Streamers' logins use Icecast's dialect. */
function azuraCastStation(address: URL, tools: StationTools): Station {
  const place = placeOf(address);
  const api = new URL(`${place.base}api/station/${address.pathname.slice(1)}/nowplaying/update`);
  return {
    name: place.name,
    async write({ text, artist, title }, signal) {
      if (text === '') {
        // AzuraCast takes no empty title, and its automation names what follows.
        return;
      }
      const names = artist === '' || title === '' ? { title: text } : { artist, title };
      const request = { url: api, method: 'POST', body: JSON.stringify(names), maxBytes: 0 } as const;
      const headers = { 'content-type': 'application/json', 'x-api-key': place.password };
      await send(place, request, { headers, tools, signal }).catch((error: unknown) => {
        throw refusal(place, error);
      });
    },
  };
}
