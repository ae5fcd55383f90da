/** The API of AzuraCast: `azuracasts://:key@host/station`. A streamer's login goes by Icecast's dialect instead. */
import { placeOf, refusal, type Station, type StationTools, send } from './station.ts';

export function azuraCastStation(address: URL, tools: StationTools): Station {
  const place = placeOf(address);
  const api = new URL(`${place.base}api/station/${address.pathname.slice(1)}/nowplaying/update`);
  return {
    name: place.name,
    async write({ text, artist, title }, signal) {
      const names = artist === '' || title === '' ? { title: text } : { artist, title };
      const request = { url: api, method: 'POST', body: JSON.stringify(names), maxBytes: 0 } as const;
      const headers = { 'content-type': 'application/json', 'x-api-key': place.password };
      await send(place, request, { headers, tools, signal }).catch((error: unknown) => {
        throw refusal(place, error);
      });
    },
    query: async () => undefined,
    examine: async () => undefined,
  };
}
