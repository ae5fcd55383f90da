/** Logs and answers contain no secrets of requests. */
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import { MAX_BROADCAST_BYTES } from '../../../src/clients/live/message.ts';
import type { TokenValidator } from '../../../src/clients/twitch/token-validator.ts';
import { messageOf } from '../../../src/core/errors.ts';
import { EXPOSITION_TYPE } from '../../../src/core/exposition.ts';
import { jsonIn } from '../../../src/core/json.ts';
import type { Clock, Logger } from '../../../src/core/tools.ts';
import { within } from '../../../src/core/waiting.ts';
import { clientAddress } from './client-address.ts';
import { KeyLimit, SignInLimit } from './client-limits.ts';
import { hashOfKey, makeKey } from './keys.ts';
import { RateLimit } from './limits.ts';
import { cleanTrack, liveMessage } from './message.ts';
import type { Metrics } from './metrics.ts';
import type { Store } from './store/contract.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** Covers a request to the identity service. */
const SIGN_IN_LIMIT_MS = 8_000;
const HEALTH_HOLDS_MS = 1_000;

const TRACK = v.object({
  message: v.string(),
  artist: v.optional(v.string(), ''),
  title: v.optional(v.string(), ''),
});

export interface LiveRouteDeps {
  readonly identity: Pick<TokenValidator, 'ownerOf'>;
  /** Sign-ins must be made for this application. */
  readonly clientId: string;
  /** Milliseconds to show a track. */
  readonly lastsMs: number;
  readonly store: Store;
  /** Called once a track is stored. */
  readonly onTrack: () => void;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly clock: Clock;
}

export function createRoutes(deps: LiveRouteDeps): Hono {
  const { store, clock, log, metrics } = deps;
  const signIns = new SignInLimit(clock);
  const keys = new KeyLimit(clock);
  // Twitch takes a message every three seconds; of some more, the newest counts.
  const posts = new RateLimit(10, 2, clock);
  const app = new Hono();

  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    const { routePath } = context.req;
    metrics.count('deckcast_live_requests_total', { route: routePath, status: context.res.status });
  });

  app.post('/v1/api-keys', async (context) => {
    const token = /^OAuth ([\w-]{1,200})$/.exec(context.req.header('authorization') ?? '')?.[1];
    if (token === undefined) {
      return refuse(context, 401, 'send "Authorization: OAuth <user token>"');
    }
    const client = clientOf(context);
    if (!signIns.tryAcquire(client)) {
      return busy(context);
    }
    const late = (): Error => new Error('no answer in time');
    const owner = await within({ clock, ms: SIGN_IN_LIMIT_MS, late }, (signal) =>
      deps.identity.ownerOf(token, signal),
    ).catch((error: unknown) => {
      log.warn('cannot check sign-in', { reason: messageOf(error) });
      return 'unknown' as const;
    });
    if (owner === 'unknown') {
      return refuse(context, 502, 'the sign-in cannot be checked at the moment');
    }
    if (owner?.clientId !== deps.clientId) {
      signIns.noteRefusal(client);
      return refuse(context, 401, 'this sign-in is not valid here');
    }
    const { key, hash } = makeKey();
    await store.putKey(owner.userId, hash);
    log.info('key made', { channel: owner.userId });
    return context.json({ api_key: key, channel_id: owner.userId }, 201);
  });

  app.post('/v1/tracks', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), async (context) => {
    const key = /^Bearer (.{1,200})$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    const hash = hashOfKey(key);
    if (hash === undefined) {
      return refuse(context, 401, 'unknown key');
    }
    const name = hash.toString('base64');
    if (!posts.tryAcquire(name)) {
      return busy(context);
    }
    const posted = jsonIn(await context.req.text(), TRACK);
    const track = posted && cleanTrack(posted);
    if (track === undefined || (track.message === '' && `${track.artist}${track.title}` !== '')) {
      return refuse(
        context,
        400,
        'send {"message": …, "artist": …, "title": …} as JSON; all empty, to take away what was shown',
      );
    }
    const now = clock.now();
    const timed = { track, at: now, clearedAt: now };
    const size = Buffer.byteLength(JSON.stringify(liveMessage(timed, deps.lastsMs, now)));
    if (size > MAX_BROADCAST_BYTES) {
      return tooLarge(context);
    }
    switch (await keys.check(name, clientOf(context), () => store.putTrack(hash, track))) {
      case 'busy':
        return busy(context);
      case 'unknown':
        return refuse(context, 401, 'unknown key');
      case 'good':
        deps.onTrack();
        return context.body(null, 202);
    }
  });

  // Any client may ask, without keeping the database busy.
  const isStoreUp = remembered(HEALTH_HOLDS_MS, clock, () =>
    store.pending().then(
      () => true,
      () => false,
    ),
  );
  app.get('/health', async (context) => {
    const storeIsUp = await isStoreUp();
    const health = { store: storeIsUp ? 'up' : 'down' };
    return context.json(health, storeIsUp ? 200 : 503);
  });
  app.notFound((context) => refuse(context, 404, 'there is nothing here'));
  app.onError((error, context) => {
    log.error('request failed', { route: context.req.routePath, reason: messageOf(error) });
    context.header('Retry-After', '1');
    return refuse(context, 503, 'the service is in trouble; try again');
  });
  return app;
}

/** Not public, so on a listener of their own. */
export function createMetricsRoutes({ store, metrics }: Pick<LiveRouteDeps, 'store' | 'metrics'>): Hono {
  const app = new Hono();
  app.get('/metrics', async (context) => {
    // Counters survive an outage of the store.
    const pending = await store.pending().catch(() => undefined);
    return context.body(metrics.text(pending), 200, { 'Content-Type': EXPOSITION_TYPE });
  });
  return app;
}

/** Caches an answer for `ms`, shared by concurrent callers. */
function remembered<Answer>(ms: number, clock: Clock, load: () => Promise<Answer>): () => Promise<Answer> {
  let latest: { readonly answer: Promise<Answer>; readonly until: number } | undefined;
  return () => {
    if (latest === undefined || clock.monotonic() >= latest.until) {
      latest = { answer: load(), until: clock.monotonic() + ms };
    }
    return latest.answer;
  };
}

function clientOf(context: Context): string {
  const { address = '' } = getConnInfo(context).remote;
  return clientAddress(address, context.req.header('x-forwarded-for'));
}

function refuse(context: Context, status: 400 | 401 | 404 | 413 | 429 | 502 | 503, error: string): Response {
  return context.json({ error }, status);
}

function busy(context: Context): Response {
  context.header('Retry-After', '1');
  return refuse(context, 429, 'too many requests; try again in a second');
}

function tooLarge(context: Context): Response {
  return refuse(context, 413, 'a track has at most 5 KB');
}
