import { isIP } from 'node:net';
import { knows } from '../../core/credentials.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say, type Text } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';

/** `configure here`: being at this computer, which no token grants. */
export type Right = 'operate' | 'configure' | 'configure here';

export interface Caller {
  readonly remoteAddress: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`: relation of the sending page to ours. */
  readonly site: string | undefined;
  /** Lacks `Bearer`. */
  readonly token: string | undefined;
  readonly forwarded: boolean;
  /** The request has the cookie of a page on this computer. */
  readonly hasPass: boolean;
}

export interface Door {
  readonly token: Secret;
  readonly phoneToken: Secret;
  readonly adminToken: Secret;
  /** Lower case. */
  readonly ownNames: readonly string[];
}

export interface Denial {
  readonly status: 401 | 403;
  readonly reason: Text;
}

const OPTION = {
  token: { option: 'http.token' },
  phoneToken: { option: 'http.phone_token' },
  adminToken: { option: 'http.admin_token' },
} as const;
const TOKEN = { operate: OPTION.token, configure: OPTION.adminToken } as const;
const TO_OPERATE = ['token', 'phoneToken'] as const;

const HERE_ONLY = say('access.here-only');
const NO_PASS = say('access.another-page-came-first');
const NO_PASS_HERE = say('access.another-page-came-first-here');

/**
 * Undefined if the caller has the right. The cookie grants every right, the admin token all but `configure here`.
 * `--http.token` limits operating to callers that send it; without it, this computer may, and callers that send
 * `--http.phone_token`. Foreign pages are excluded: browsers add no token for them, and `strangeness` detects them.
 */
export function denialOf(right: Right, caller: Caller, door: Door): Denial | undefined {
  const { token, phoneToken, adminToken, ownNames } = door;
  if (caller.hasPass && strangeness(caller, ownNames, 'configure') === undefined) {
    return undefined;
  }
  if (right === 'configure here') {
    const isElsewhere = strangeness(caller, ownNames, 'configure') !== undefined;
    return { status: 403, reason: isElsewhere ? HERE_ONLY : NO_PASS_HERE };
  }
  if (
    shows(caller, adminToken) ||
    (right === 'operate' && (shows(caller, token) || shows(caller, phoneToken)))
  ) {
    return undefined;
  }
  const strange = strangeness(caller, ownNames, right);
  if (right === 'operate' && token.isEmpty && strange === undefined) {
    return undefined;
  }
  const option = (right === 'operate' && TO_OPERATE.find((name) => !door[name].isEmpty)) || 'adminToken';
  return door[option].isEmpty
    ? { status: 403, reason: strange ?? NO_PASS }
    : { status: 401, reason: say('access.needs-token', { option: OPTION[option] }) };
}

function shows(caller: Caller, token: Secret): boolean {
  return !token.isEmpty && knows(caller.token ?? '', token);
}

/** The sender is one of our pages on this computer. */
export function isPageHere(caller: Caller, { ownNames }: Pick<Door, 'ownNames'>): boolean {
  return caller.origin !== undefined && strangeness(caller, ownNames, 'configure') === undefined;
}

/**
 * Why the caller counts neither as this computer nor as one of our pages. The origin reveals foreign pages, the host a
 * foreign name that points to this computer (DNS rebinding).
 */
function strangeness(
  caller: Caller,
  ownNames: readonly string[],
  right: keyof typeof TOKEN,
): Text | undefined {
  const option = TOKEN[right];
  if (!isLoopback(caller.remoteAddress ?? '')) {
    return right === 'operate'
      ? say('access.without-token-operate', { option: OPTION.phoneToken })
      : say('access.without-token-configure', { option });
  }
  if (caller.forwarded) {
    return say('access.proxy', { option });
  }
  if (!isOwn(hostName(caller.host ?? ''), ownNames)) {
    return say('access.unknown-name');
  }
  // Browsers send the origin with WebSockets and changes, but not with each GET.
  const isForeign =
    caller.origin === undefined
      ? caller.site === 'cross-site' || caller.site === 'same-site'
      : caller.origin !== `http://${caller.host}`;
  if (isForeign) {
    return right === 'operate' ? say('access.foreign-page-operate') : say('access.foreign-page-configure');
  }
  return undefined;
}

/** Headers of proxies, tunnels and content networks, in lower case. */
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-real-ip|(x-|x-cluster-)?client-ip|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+|akamai-.+|x-envoy-.+|x-azure-.+|x-appengine-.+|x-arr-.+|x-proxyuser-ip|x-remote-(ip|addr)|remote-addr|proxy-client-ip|wl-proxy-client-ip|x-amzn-.+|x-cloud-trace-context|x-tailscale-.+|tailscale-.+)$/;

export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

/** `host:port`; an IPv6 address loses its brackets. */
function hostName(host: string): string {
  const found = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(host);
  return (found?.[1] ?? found?.[2] ?? '').toLowerCase();
}

/** IP addresses cannot be rebound. */
function isOwn(name: string, ownNames: readonly string[]): boolean {
  return isIP(name) !== 0 || name === 'localhost' || ownNames.includes(name);
}
