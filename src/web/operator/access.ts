/** Decides who may operate, and who may configure. Pure. */
import { isIP } from 'node:net';
import { knows } from '../../core/credentials.ts';
import { isLoopback } from '../../core/loopback.ts';
import type { Secret } from '../../core/option.ts';

/** What an address asks of its callers. `configure here`: what no token gives, only being at this computer. */
export type Right = 'operate' | 'configure' | 'configure here';

/** Facts about a request. Header values are unchanged; undefined when absent. */
export interface Caller {
  readonly remoteAddress: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** How the page that sent it is related to us, as browsers say (`Sec-Fetch-Site`). */
  readonly site: string | undefined;
  /** The token that it carries, without `Bearer`. */
  readonly token: string | undefined;
  /** It came through a proxy, so the remote address is the proxy's. */
  readonly forwarded: boolean;
  /** It shows the cookie that a page on this computer was handed. */
  readonly hasPass: boolean;
}

/** What the program knows callers by. */
export interface Door {
  /** `--http.token`; empty for none. */
  readonly token: Secret;
  /** `--http.admin_token`; empty for none. */
  readonly adminToken: Secret;
  /** Host names of this computer, in lower case. */
  readonly ownNames: readonly string[];
}

export interface Denial {
  readonly status: 401 | 403;
  readonly reason: string;
}

const TOKEN_OPTION = { operate: '--http.token', configure: '--http.admin_token' } as const;

const HERE_ONLY = 'only the computer that deckcast runs on may do this, whatever the token';
const NO_PASS =
  'on this computer, the page that came first may configure: use that one, or run "deckcast open" in a terminal here, ' +
  'or set --http.admin_token and show it';

/**
 * Undefined when the caller has the right. A page with the cookie has every right. The admin token gives all but
 * `configure here`. With `--http.token`, any caller that sends that may operate; without it, this computer may.
 * Foreign pages cannot: browsers add no token for them, and `strangeness` tells them from ours.
 */
export function denialOf(right: Right, caller: Caller, door: Door): Denial | undefined {
  const { token, adminToken, ownNames } = door;
  if (caller.hasPass && strangeness(caller, ownNames, 'configure') === undefined) {
    return undefined;
  }
  if (right === 'configure here') {
    return { status: 403, reason: HERE_ONLY };
  }
  if (shows(caller, adminToken) || (right === 'operate' && shows(caller, token))) {
    return undefined;
  }
  const strange = strangeness(caller, ownNames, right);
  if (right === 'operate' && token.isEmpty && strange === undefined) {
    return undefined;
  }
  const wanted = right === 'operate' && !token.isEmpty ? 'operate' : 'configure';
  return (wanted === 'operate' ? token : adminToken).isEmpty
    ? { status: 403, reason: strange ?? NO_PASS }
    : { status: 401, reason: `this needs the token of ${TOKEN_OPTION[wanted]}` };
}

function shows(caller: Caller, token: Secret): boolean {
  return !token.isEmpty && knows(caller.token ?? '', token);
}

/** Whether one of our pages on this computer sent this, rather than another program. */
export function isPageHere(caller: Caller, { ownNames }: Pick<Door, 'ownNames'>): boolean {
  return caller.origin !== undefined && strangeness(caller, ownNames, 'configure') === undefined;
}

/**
 * Why the caller does not count as this computer or one of our pages; undefined when it does. The origin identifies a
 * foreign page, and the host a foreign name that was pointed to this computer (DNS rebinding).
 */
function strangeness(
  caller: Caller,
  ownNames: readonly string[],
  right: keyof typeof TOKEN_OPTION,
): string | undefined {
  if (!isLoopback(caller.remoteAddress ?? '')) {
    return `without ${TOKEN_OPTION[right]} only the computer that deckcast runs on may ${right}`;
  }
  if (caller.forwarded) {
    return `this came through a proxy, which makes every caller look local: start deckcast with ${TOKEN_OPTION[right]}`;
  }
  if (!isOwn(hostName(caller.host ?? ''), ownNames)) {
    return 'this computer is not known by that name: use its address';
  }
  // Browsers name the origin with a WebSocket and with what changes something, but not with each GET.
  const isForeign =
    caller.origin === undefined
      ? caller.site === 'cross-site' || caller.site === 'same-site'
      : caller.origin !== `http://${caller.host}`;
  if (isForeign) {
    return `another page may not ${right}`;
  }
  return undefined;
}

/** Headers that proxies, tunnels and content networks add; one is enough. Names in lower case. */
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-real-ip|(x-|x-cluster-)?client-ip|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+|akamai-.+|x-envoy-.+|x-azure-.+|x-appengine-.+|x-arr-.+|x-proxyuser-ip|x-remote-(ip|addr)|remote-addr|proxy-client-ip|wl-proxy-client-ip|x-amzn-.+|x-cloud-trace-context|x-tailscale-.+|tailscale-.+)$/;

/** Whether these headers show that the request came through a proxy. */
export function isForwarded(headers: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

/** The host of `host:port`, an IPv6 address without its brackets. */
function hostName(host: string): string {
  const found = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(host);
  return (found?.[1] ?? found?.[2] ?? '').toLowerCase();
}

/** IP addresses cannot be rebound, and our own names are safe. */
function isOwn(name: string, ownNames: readonly string[]): boolean {
  return isIP(name) !== 0 || name === 'localhost' || ownNames.includes(name);
}
