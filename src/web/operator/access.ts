/** Decides who may operate. Pure. */
import { isIP } from 'node:net';
import { knows } from '../../core/credentials.ts';
import { isLoopback } from '../../core/loopback.ts';
import type { Secret } from '../../core/option.ts';

/** Facts about a request. Header values are unchanged; undefined when absent. */
export interface Caller {
  readonly remoteAddress: string | undefined;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The token that it carries, without `Bearer`. */
  readonly token: string | undefined;
  /** It came through a proxy, so the remote address is the proxy's. */
  readonly forwarded: boolean;
}

export interface Denial {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Undefined when the caller may operate. With `--http.token`, any caller that sends the token may; foreign pages
 * cannot, because browsers do not add it. Without one, only this computer and our own pages may: the origin identifies
 * a foreign page, and the host a foreign name that was pointed to this computer (DNS rebinding).
 */
export function denialOf(caller: Caller, token: Secret, ownNames: readonly string[]): Denial | undefined {
  if (!token.isEmpty) {
    return knows(caller.token ?? '', token)
      ? undefined
      : { status: 401, reason: 'show the token of --http.token: "Authorization: Bearer <token>"' };
  }
  if (!isLoopback(caller.remoteAddress ?? '')) {
    return {
      status: 403,
      reason: 'without --http.token only the computer that deckcast runs on may operate',
    };
  }
  if (caller.forwarded) {
    return {
      status: 403,
      reason:
        'this came through a proxy, which makes every caller look local: start deckcast with --http.token',
    };
  }
  const host = hostName(caller.host ?? '');
  if (!isOwn(host, ownNames)) {
    return { status: 403, reason: 'this computer is not known by that name: use its address' };
  }
  if (caller.origin !== undefined && caller.origin !== `http://${caller.host}`) {
    return { status: 403, reason: 'another page may not operate' };
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
