/** The operator's routes, and the authorization before them. */
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Secret } from '../../core/option.ts';
import { WIRE_VERSION } from '../../wire/events.ts';
import type { VerbAnswer } from '../../wire/operator.ts';
import type { EventBroadcaster } from '../broadcast.ts';
import { refuse } from '../refuse.ts';
import { type Denial, denialOf, isForwarded } from './access.ts';
import type { Control } from './control.ts';
import { createVerbs } from './verbs.ts';

/** WebSocket subprotocols: the one that is spoken, and the one that carries the token (in base64url). */
export const OPERATOR_PROTOCOL = 'deckcast.operator';
const TOKEN_PROTOCOL = /^deckcast\.token\.([\w-]+)$/;

/** Routes that can see the connection a request came over. */
export type Routes = Hono<Env>;
export type OperatorsOnly = MiddlewareHandler<Env>;
interface Env {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    /** Set once the authorization has checked the request, whatever the result. */
    readonly operatorChecked?: true;
  };
}

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

/** The routes below `/api/v1/` for operators. */
export function createOperatorRoutes(
  broadcast: EventBroadcaster,
  control: Control,
  only: OperatorsOnly,
): Routes {
  const routes: Routes = new Hono();
  const verbs = createVerbs(broadcast, control);
  // Applied to each verb and not to every POST, so that an unknown address gets a 404.
  const posted = verbs.routes.filter(({ method }) => method === 'POST').map(({ path }) => path);
  routes.on('POST', posted, only);
  routes.route('/', verbs);
  // Gives a page the reason why its WebSocket was refused, which a browser does not.
  routes.get('/operator', only, (context) =>
    context.json({ v: WIRE_VERSION, done: true } satisfies VerbAnswer),
  );
  return routes;
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
