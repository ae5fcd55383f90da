/** Everything below `/api/`: JSON, also for refusals, but for what is text by its name. */
import { type Context, Hono, type Next } from 'hono';
import { codeOf, messageOf } from '../core/errors.ts';
import type { Logger } from '../core/tools.ts';
import type { DecksMessage } from '../wire/decks.ts';
import { type NowMessage, WIRE_VERSION } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';
import type { ThemesMessage, WireTheme } from '../wire/themes.ts';
import { anyOrigin, protect } from './headers.ts';
import type { OnAirStore } from './on-air.ts';
import type { Routes } from './operator/index.ts';
import { refuse } from './refuse.ts';

export interface ApiDeps {
  readonly log: Logger;
  readonly onAir: OnAirStore;
  readonly health: () => HealthMessage;
  readonly themes: () => Promise<readonly WireTheme[]>;
  readonly decks: () => DecksMessage;
  readonly nowText: Routes;
  /** What was played. */
  readonly history: Routes;
  /** For operators only. */
  readonly operator: Routes;
  readonly doctor: Routes;
  readonly settings: Routes;
  readonly setup: Routes;
  readonly phone: Routes;
}

const SPEAKS_WEBSOCKET =
  'this address speaks WebSocket: connect with ws:// instead of http://. Each message is a JSON object with v, run, ' +
  'seq, at and type; the first has the type snapshot and all there is to know, and what follows is track, hidden, ' +
  'recall, reload or ping. What is on air now, for a plain GET, is at /api/v1/now';

/** Routes for `/api`. Only the operator's part changes anything. */
export function createApi({
  log,
  onAir,
  health,
  themes,
  decks,
  nowText,
  history,
  operator,
  doctor,
  settings,
  setup,
  phone,
}: ApiDeps): Routes {
  const api: Routes = new Hono();

  api.use(async (context, next) => {
    await next();
    context.res.headers.set('Cache-Control', 'no-store');
    protect(context.res);
    // Responses behind the operator's authorization are for our own pages alone.
    if (isRead(context.req.method) && context.get('operatorChecked') !== true) {
      await anyOrigin(context, async () => undefined);
    }
  });

  api.get('/v1/events', (context) => {
    context.header('Upgrade', 'websocket');
    return refuse(context, 426, SPEAKS_WEBSOCKET);
  });
  api.get('/v1/now', (context) =>
    context.json({
      v: WIRE_VERSION,
      state: onAir.state,
      track: onAir.track ?? null,
    } satisfies NowMessage),
  );
  api.get('/v1/decks', (context) => context.json(decks()));
  api.get('/v1/health', (context) => context.json(health()));
  api.get('/v1/themes', async (context) =>
    context.json({ v: WIRE_VERSION, themes: await themes() } satisfies ThemesMessage),
  );
  api.route('/v1', nowText);
  api.route('/v1', history);
  api.route('/v1', operator);
  api.route('/v1', doctor);
  api.route('/v1', settings);
  api.route('/v1', setup);
  api.route('/v1', phone);

  for (const [path, methods] of methodsByPath(api)) {
    api.all(path, (context, next) => refuseMethod(context, next, methods));
  }
  api.all('/*', (context) =>
    refuse(
      context,
      404,
      `there is no ${context.req.path}: the guide "Read what is on air from another program" lists what there is`,
    ),
  );
  api.onError((error, context) => {
    if (codeOf(error) === 'ECONNRESET') {
      // The client broke off, or sent a body that HTTP does not know: nothing is wrong here.
      return refuse(context, 400, 'the request broke off');
    }
    log.error('a request failed', { reason: messageOf(error) });
    return refuse(context, 500, 'that did not work: the log says why');
  });
  return api;
}

function methodsByPath({ routes }: Routes): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    if (method !== 'ALL') {
      const methods = found.get(path) ?? new Set();
      found.set(path, method === 'GET' ? methods.add('GET').add('HEAD') : methods.add(method));
    }
  }
  return new Map([...found].map(([path, methods]) => [path, [...methods]]));
}

/** Answers a known address with another method: 405, or the response to a browser's preflight request. */
async function refuseMethod(
  context: Context,
  next: Next,
  methods: readonly string[],
): Promise<Response | undefined> {
  const { req } = context;
  context.header('Allow', [...methods, 'OPTIONS'].join(', '));
  if (req.method !== 'OPTIONS') {
    return refuse(context, 405, `this address knows ${methods.join(' and ')} only`);
  }
  const wanted = req.header('Access-Control-Request-Method') ?? '';
  return isRead(wanted) && methods.includes(wanted)
    ? ((await anyOrigin(context, next)) ?? undefined)
    : context.body(null, 204);
}

/** Whether a request with this method changes nothing. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
