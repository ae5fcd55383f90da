import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import type { Env } from '../endpoints.ts';
import type { ServerSettings } from '../options.ts';
import { deny } from '../refuse.ts';
import {
  type Caller,
  type Denial,
  type Door,
  denialOf,
  isForwarded,
  isPageHere,
  type Right,
} from './access.ts';
import type { LocalPass } from './local-pass.ts';

/** Subprotocols of the WebSocket: the server's, and the prefix of the one that carries the token (base64url). */
export const OPERATOR_PROTOCOL = 'deckcast.operator';
const TOKEN_PROTOCOL = /^deckcast\.token\.([\w-]+)$/;

export type Guard = (right: Right) => MiddlewareHandler<Env>;

export interface Authorizer {
  denialOf(right: Right, request: IncomingMessage): Denial | undefined;
  isPageHere(request: IncomingMessage): boolean;
}

export function createAuthorizer(settings: ServerSettings, pass: LocalPass): Authorizer {
  const { host } = settings['http.addr'];
  const own = hostname().toLowerCase();
  const door: Door = {
    token: settings['http.token'],
    phoneToken: settings['http.phone_token'],
    adminToken: settings['http.admin_token'],
    ownNames: [own, `${own}.local`, ...(host === undefined ? [] : [host.toLowerCase()])],
  };
  const callerOf = ({ headers, socket }: IncomingMessage): Caller => ({
    remoteAddress: socket.remoteAddress,
    host: headers.host,
    origin: headers.origin,
    site: headers['sec-fetch-site'],
    token: tokenOf(headers),
    forwarded: isForwarded(headers),
    hasPass: pass.isShownIn(headers.cookie),
  });
  return {
    denialOf: (right, request) => denialOf(right, callerOf(request), door),
    isPageHere: (request) => isPageHere(callerOf(request), door),
  };
}

export function createGuard({ denialOf }: Authorizer): Guard {
  return (right) => async (context, next) => {
    context.set('isForSome', true);
    const denial = denialOf(right, context.env.incoming);
    return denial === undefined ? next() : deny(context, denial);
  };
}

/** Reads the header or, because pages cannot set headers there, a WebSocket's subprotocols. */
function tokenOf(headers: IncomingMessage['headers']): string | undefined {
  // Takes linear time, even for a client's blanks.
  const bearer = /^Bearer +(\S.*)$/i.exec(headers.authorization ?? '')?.[1]?.trimEnd();
  if (bearer !== undefined) {
    // Node decodes header bytes as latin1; a token is UTF-8.
    return Buffer.from(bearer, 'latin1').toString();
  }
  for (const protocol of (headers['sec-websocket-protocol'] ?? '').split(',')) {
    const encoded = TOKEN_PROTOCOL.exec(protocol.trim())?.[1];
    if (encoded !== undefined) {
      return Buffer.from(encoded, 'base64url').toString();
    }
  }
  return undefined;
}
