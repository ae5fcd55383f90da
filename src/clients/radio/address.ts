/** Loaded at the start, unlike the client. */

export const CHARSETS = ['utf-8', 'latin1'] as const;
export type Charset = (typeof CHARSETS)[number];

/** Schemes without the `s` of TLS, and the problem if nothing follows the host. */
const SCHEMES: Readonly<Record<string, string | undefined>> = {
  icecast: 'the mount is missing: icecast://user:password@host:8000/mount',
  shoutcast: undefined,
  azuracast: "the station's number or short name is missing: azuracasts://:key@host/1",
};

export function problemOfStation(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const scheme = url?.protocol.replace(/s?:$/, '') ?? '';
  if (url === undefined || url.hostname === '' || !Object.hasOwn(SCHEMES, scheme)) {
    return 'the address of a station begins with icecast://, shoutcast:// or azuracast:// (with TLS: icecasts://, shoutcasts://, azuracasts://) and names a host';
  }
  return url.pathname.length > 1 ? undefined : SCHEMES[scheme];
}
