/** Loaded at the start, unlike the client. */
import { type Message, say } from '../../core/message.ts';

export const CHARSETS = ['utf-8', 'latin1'] as const;
export type Charset = (typeof CHARSETS)[number];

/** Schemes without the `s` of TLS, and the problem if nothing follows the host. */
const SCHEMES: Readonly<Record<string, Message | undefined>> = {
  icecast: say('radio.mount-missing'),
  shoutcast: undefined,
  azuracast: say('radio.number-missing'),
};

export function problemOfStation(address: string): Message | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const scheme = url?.protocol.replace(/s?:$/, '') ?? '';
  if (url === undefined || url.hostname === '' || !Object.hasOwn(SCHEMES, scheme)) {
    return say('radio.address-of-station-begins');
  }
  return url.pathname.length > 1 ? undefined : SCHEMES[scheme];
}
