/**
 * Stand-in for the two services of a streaming account: accounts (authorize, token) and the currently-playing endpoint.
 * It follows the documentation and counts calls.
 */
import { randomUUID } from 'node:crypto';
import type { Clock, Fetch } from '../../../src/core/tools.ts';

export const CLIENT = { id: 'client-id', secret: 'client-secret' };
const ACCESS_TOKEN_SECONDS = 3600;
/** The real limit is not published. This one is far below reported ones. */
export const CALLS_PER_30_SECONDS = 15;

export interface Item {
  readonly uri: string;
  readonly artist: string;
  readonly title: string;
  readonly durationMs: number;
}

export type Moment =
  | { readonly is: 'nothing' }
  | { readonly is: 'ad' }
  | { readonly is: 'item'; readonly playing: boolean; readonly item: object; readonly progressMs: number };

export class StreamingAccount {
  /** Times of player requests in ms of the clock's `now`. */
  readonly playerCalls: number[] = [];
  readonly tokenCalls: URLSearchParams[] = [];
  moment: (now: number) => Moment = () => ({ is: 'nothing' });
  /** Answers instead of the player if it returns a response. */
  fault: (now: number) => Response | undefined = () => undefined;
  /** Each use of a refresh token replaces it. */
  rotates = false;
  readonly refreshTokens = new Set<string>();
  readonly #clock: Clock;
  readonly #codes = new Map<string, string>();
  readonly #accessTokens = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Replaces the global fetch. */
  readonly fetch: Fetch = async (url, init) => this.handle(new Request(url, init));

  async handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case 'GET /authorize':
        return this.#authorize(searchParams);
      case 'POST /api/token':
        return this.#token(request, new URLSearchParams(await request.text()));
      case 'GET /v1/me/player/currently-playing':
        return this.#playing(request);
      default:
        return Response.json({ error: { status: 404, message: 'Service not found' } }, { status: 404 });
    }
  }

  /** Revokes every access token, as after a password change. */
  revokeAccess(): void {
    this.#accessTokens.clear();
  }

  /** The user agrees at once, unless `deny=1`. */
  #authorize(query: URLSearchParams): Response {
    const code = randomUUID();
    const redirect = new URL(query.get('redirect_uri') ?? '');
    this.#codes.set(code, redirect.href);
    redirect.searchParams.set('code', code);
    redirect.searchParams.set('state', query.get('state') ?? '');
    return new Response(null, { status: 302, headers: { location: redirect.href } });
  }

  #token(request: Request, form: URLSearchParams): Response {
    this.tokenCalls.push(form);
    const expected = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    if (request.headers.get('authorization') !== `Basic ${expected}`) {
      return Response.json({ error: 'invalid_client', error_description: 'Invalid client' }, { status: 400 });
    }
    const [refreshToken, isNew] = this.#grant(form);
    if (refreshToken === undefined) {
      return Response.json(
        { error: 'invalid_grant', error_description: 'Invalid refresh token' },
        { status: 400 },
      );
    }
    const accessToken = randomUUID();
    this.#accessTokens.set(accessToken, this.#clock.now() + ACCESS_TOKEN_SECONDS * 1000);
    return Response.json({
      access_token: accessToken,
      token_type: 'Bearer',
      scope: 'user-read-currently-playing',
      expires_in: ACCESS_TOKEN_SECONDS,
      ...(isNew ? { refresh_token: refreshToken } : {}),
    });
  }

  #grant(form: URLSearchParams): readonly [string | undefined, boolean] {
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? '';
      const redirect = this.#codes.get(code);
      this.#codes.delete(code);
      return redirect !== undefined && redirect === form.get('redirect_uri')
        ? [this.#newToken(), true]
        : [undefined, false];
    }
    const given = form.get('refresh_token') ?? '';
    if (!this.refreshTokens.has(given)) {
      return [undefined, false];
    }
    if (!this.rotates) {
      return [given, false];
    }
    this.refreshTokens.delete(given);
    return [this.#newToken(), true];
  }

  #newToken(): string {
    const token = `refresh-${randomUUID()}`;
    this.refreshTokens.add(token);
    return token;
  }

  #playing(request: Request): Response {
    const now = this.#clock.now();
    this.playerCalls.push(now);
    const fault = this.fault(now);
    if (fault !== undefined) {
      return fault;
    }
    const token = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    if ((this.#accessTokens.get(token) ?? 0) < now) {
      return Response.json({ error: { status: 401, message: 'The access token expired' } }, { status: 401 });
    }
    const earlier = this.playerCalls.findLastIndex((at) => at <= now - 30_000);
    if (this.playerCalls.length - 1 - earlier > CALLS_PER_30_SECONDS) {
      return new Response('Too many requests', { status: 429, headers: { 'retry-after': '30' } });
    }
    const moment = this.moment(now);
    if (moment.is === 'nothing') {
      return new Response(null, { status: 204 });
    }
    const item = moment.is === 'item' ? moment : undefined;
    return Response.json({
      timestamp: now,
      is_playing: item?.playing ?? true,
      progress_ms: item?.progressMs ?? null,
      currently_playing_type: moment.is === 'ad' ? 'ad' : 'track',
      item: item?.item ?? null,
      context: null,
      actions: { disallows: { resuming: true } },
    });
  }
}

/** A track in the real service's format. */
export function trackItem({ uri, artist, title, durationMs }: Item, change: object = {}): object {
  return {
    type: 'track',
    id: uri.split(':').at(-1),
    uri,
    name: title,
    artists: [{ name: artist, type: 'artist' }],
    album: {
      name: 'An Album',
      images: [
        { url: 'https://images.example/640', width: 640, height: 640 },
        { url: 'https://images.example/300', width: 300, height: 300 },
        { url: 'https://images.example/64', width: 64, height: 64 },
      ],
    },
    duration_ms: durationMs,
    is_local: false,
    explicit: false,
    ...change,
  };
}
