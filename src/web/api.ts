/** JSON, refusals included, except addresses that are text by name. */
import { setImmediate } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler, type Next } from 'hono';
import { codeOf, isFileMissing, messageOf } from '../core/errors.ts';
import { Once } from '../core/once.ts';
import type { Logger } from '../core/tools.ts';
import { type ApiEndpoint, ENDPOINT_LIST, type Env, type Handlers } from './endpoints.ts';
import { anyOrigin, protect } from './headers.ts';
import { limitBody } from './operator/body.ts';
import type { Guard } from './operator/index.ts';
import { failure, RefusedError, refuse } from './refuse.ts';

export interface ApiDeps {
  readonly log: Logger;
  readonly guard: Guard;
  readonly handlers: Handlers;
}

const pass: MiddlewareHandler<Env> = (_context, next) => next();

export function createApi({ log, guard, handlers }: ApiDeps): Hono<Env> {
  const api = new Hono<Env>();
  const warnings = new Once();
  const operators = guard('operate');
  const guards: Readonly<Record<ApiEndpoint['access'], MiddlewareHandler<Env>>> = {
    everyone: pass,
    session: (context, next) =>
      ['session', 'removed'].every((name) => context.req.query(name) === undefined)
        ? next()
        : operators(context, next),
    operate: operators,
    configure: guard('configure'),
    'configure here': guard('configure here'),
  };

  api.use(async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
    protect(context.res);
    // Responses behind authorization are for our own pages.
    if (isRead(context.req.method) && context.get('isForSome') !== true) {
      await anyOrigin(context, async () => undefined);
    }
  });

  for (const { name, method, route, access, mostBytes } of ENDPOINT_LIST) {
    const limit = method === 'GET' ? pass : limitBody(mostBytes);
    const mayBeLate = method === 'GET' || name === 'POST /hide';
    api.on(method, `/v1${route}`, guards[access], mayBeLate ? pass : unlessGivenUp, limit, handlers[name]);
  }
  for (const [route, methods] of methodsByRoute()) {
    api.all(`/v1${route}`, (context, next) => refuseMethod(context, next, methods));
  }
  api.all('/*', (context) =>
    refuse(context, 404, `there is no ${context.req.path}: see /api/v1/openapi.json`),
  );
  api.onError((error, context) => {
    if (error instanceof RefusedError) {
      return refuse(context, error.status, error.reason);
    }
    if (codeOf(error) === 'ECONNRESET') {
      // The client disconnected or sent a malformed body.
      return refuse(context, 400, 'the request was cut off');
    }
    if (!isFileMissing(error) || warnings.begins('file missing')) {
      log.error('a request failed', { reason: messageOf(error) });
    }
    return refuse(context, 500, failure(error));
  });
  return api;
}

/**
 * A page closes a request when it gives up, and says so: a computer that stood still must not reveal a track later.
 * Scripts, which send no `Origin`, may close theirs at once.
 */
async function unlessGivenUp(context: Context<Env>, next: Next): Promise<Response | undefined> {
  if (context.req.header('Origin') !== undefined) {
    // A close that has come is read in the turn of the event loop after the request's.
    await setImmediate();
    await setImmediate();
    if (context.env.incoming.socket.destroyed) {
      return refuse(context, 400, 'the page gave up');
    }
  }
  await next();
  return undefined;
}

function methodsByRoute(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { method, route } of ENDPOINT_LIST) {
    const known = found.get(route) ?? [];
    found.set(route, [...known, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  return found;
}

/** Answers other methods at a known address: 405, or a preflight response. */
async function refuseMethod(
  context: Context,
  next: Next,
  methods: readonly string[],
): Promise<Response | undefined> {
  const { req } = context;
  context.header('Allow', [...methods, 'OPTIONS'].join(', '));
  if (req.method !== 'OPTIONS') {
    return refuse(context, 405, `method not allowed, use ${methods.join(' or ')}`);
  }
  const wanted = req.header('Access-Control-Request-Method') ?? '';
  return isRead(wanted) && methods.includes(wanted)
    ? ((await anyOrigin(context, next)) ?? undefined)
    : context.body(null, 204);
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
