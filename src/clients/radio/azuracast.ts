/** The API of AzuraCast: `azuracasts://:key@host/station`. A streamer's login goes by Icecast's dialect instead. */
import { exchange } from '../http.ts';
import { placeOf, refusal } from './request.ts';
import type { Station, StationTools } from './station.ts';

const REQUEST_LIMIT_MS = 5_000;

export function azuraCastStation(address: URL, tools: StationTools): Station {
  const place = placeOf(address);
  const api = new URL(`${place.base}api/station/${address.pathname.slice(1)}/nowplaying/update`);
  return {
    name: place.name,
    async write({ text, artist, title }, signal) {
      const names = artist === '' || title === '' ? { title: text } : { artist, title };
      const request = {
        url: api,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': tools.userAgent,
          'x-api-key': place.password,
        },
        body: JSON.stringify(names),
        redirect: 'manual',
        timeLimitMs: REQUEST_LIMIT_MS,
        maxBytes: 0,
        signal,
      } as const;
      await exchange(place.name, request, tools).catch((error: unknown) => {
        throw refusal(place, error);
      });
    },
    query: async () => undefined,
    examine: async () => undefined,
  };
}
