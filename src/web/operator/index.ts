/** The authorization before what only operators may do. */
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import type { Secret } from '../../core/option.ts';
import type { Env } from '../endpoints.ts';
import { refuse } from '../refuse.ts';
import { type Denial, denialOf, isForwarded } from './access.ts';

/** WebSocket subprotocols: the one that is spoken, and the one that carries the token (in base64url). */
export const OPERATOR_PROTOCOL = 'deckcast.operator';
const TOKEN_PROTOCOL = /^deckcast\.token\.([\w-]+)$/;

export type OperatorsOnly = MiddlewareHandler<Env>;

/** Undefined when the request may pass. */
export type Authorize = (request: IncomingMessage) => Denial | undefined;

/** `listenHost`: the host of `--http.addr`; absent for every address. */
export function createAuthorizer(token: Secret, listenHost: string | undefined): Authorize {
  const own = hostname().toLowerCase();
  const ownNames = [own, `${own}.local`, ...(listenHost === undefined ? [] : [listenHost.toLowerCase()])];
  return ({ headers, socket }) =>
    denialOf(
      {
        remoteAddress: socket.remoteAddress,
        host: headers.host,
        origin: headers.origin,
        token: tokenOf(headers),
        forwarded: isForwarded(headers),
      },
      token,
      ownNames,
    );
}

/** Refuses callers who may not operate, and lets the others pass. */
export function operatorsOnly(authorize: Authorize): OperatorsOnly {
  return async (context, next) => {
    context.set('operatorChecked', true);
    const refusal = authorize(context.env.incoming);
    if (refusal === undefined) {
      return next();
    }
    if (refusal.status === 401) {
      context.header('WWW-Authenticate', 'Bearer');
    }
    return refuse(context, refusal.status, refusal.reason);
  };
}

/** From the header, or from a WebSocket's subprotocols: a page cannot set headers there. */
function tokenOf(headers: IncomingMessage['headers']): string | undefined {
  const bearer = /^Bearer +(.+?) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) {
    // Node decodes header bytes as latin1; a token is UTF-8.
    return Buffer.from(bearer, 'latin1').toString();
  }
  for (const protocol of (headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/)) {
    const encoded = TOKEN_PROTOCOL.exec(protocol)?.[1];
    if (encoded !== undefined) {
      return Buffer.from(encoded, 'base64url').toString();
    }
  }
  return undefined;
}
