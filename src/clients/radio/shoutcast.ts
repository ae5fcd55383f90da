/** Shoutcast 1, and 2 with the number of a stream: `shoutcast://:password@host:8000/?sid=1`. */
import { get, placeOf, refusal, type Station, type StationTools, sentText } from './station.ts';

/** Shoutcast 1 answers programs with an error page, and only browsers with the result. */
const BROWSER = 'Mozilla/5.0 (compatible)';

export function shoutcastStation(address: URL, tools: StationTools): Station {
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
    query: async () => undefined,
    examine: async () => undefined,
  };
}
