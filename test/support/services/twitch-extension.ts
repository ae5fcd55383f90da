/**
 * Stand-in for Twitch's extension API: device-code grant, token validation, configuration for pages, and broadcasts. It
 * follows the documentation, including refusals.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { Behavior, PeerAnswer, Received } from '../http-peer.ts';

export const OAUTH_CLIENT = 'public-client-of-live-setup';

/** Registration data of the extension. The secret is base64, as in the console. */
export const EXTENSION = {
  clientId: 'extension-client-id',
  ownerId: '9000',
  secret: Buffer.from('the extension secret, 256 bits ..').toString('base64'),
};

const MAX_MESSAGE_BYTES = 5 * 1024;
/** Token bucket of each channel. */
const BROADCASTS = { size: 100, perSecond: 1 };
const CONFIGURATIONS = { size: 20, perSecond: 20 / 60 };
/** Path prefix that twurple uses for a stand-in. */
const MOCK = /^\/mock\//;

export interface ReceivedBroadcast {
  readonly channel: string;
  readonly message: string;
  /** Ms on this process's monotonic clock. */
  readonly at: number;
}

export class TwitchExtension {
  readonly broadcasts: ReceivedBroadcast[] = [];
  /** Violations of the documentation by a client. */
  readonly complaints: string[] = [];
  readonly tokens = new Map<string, { readonly userId: string; readonly clientId: string }>();
  /** Answers before the broadcast endpoint if it returns an answer. */
  fault: (channel: string) => PeerAnswer | 'hang' | 'reset' | undefined = () => undefined;
  /** The same for the configuration endpoint. */
  configurationFault: (channel: string) => PeerAnswer | undefined = () => undefined;
  /** Configuration for a channel's pages, by channel. */
  readonly configurations = new Map<string, { readonly version: string; readonly content: string }>();
  /** Seconds between two polls for a token. */
  interval = 1;
  expiresIn = 1800;
  polls = 0;
  readonly #devices = new Map<string, { answer: 'pending' | 'used' | string }>();
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  readonly #listeners = new Set<(broadcast: ReceivedBroadcast) => void>();

  readonly behavior: Behavior = (request) => {
    const [given = '', query = ''] = request.path.split('?');
    const path = given.replace(MOCK, '/helix/');
    switch (`${request.method} ${path}`) {
      case 'POST /oauth2/device':
        return this.#device(new URLSearchParams(request.body));
      case 'POST /oauth2/token':
        return this.#token(new URLSearchParams(request.body));
      case 'GET /oauth2/validate':
        return this.#validate(request);
      case 'POST /helix/extensions/pubsub':
        return this.#broadcast(request);
      case 'PUT /helix/extensions/configurations':
        return this.#configure(request);
      case 'GET /helix/extensions/configurations':
        return this.#configuration(request, new URLSearchParams(query));
      default:
        return refusal(404, 'Not Found');
    }
  };

  /** A token as the grant would issue it. */
  tokenFor(userId: string, clientId = OAUTH_CLIENT): string {
    const token = randomUUID().replaceAll('-', '');
    this.tokens.set(token, { userId, clientId });
    return token;
  }

  /** Confirms every pending code as this user. */
  agree(userId: string): void {
    for (const device of this.#devices.values()) {
      if (device.answer === 'pending') {
        device.answer = this.tokenFor(userId);
      }
    }
  }

  /** Expires every code. */
  refuse(): void {
    this.#devices.clear();
  }

  onBroadcast(listener: (broadcast: ReceivedBroadcast) => void): void {
    this.#listeners.add(listener);
  }

  of(channel: string): ReceivedBroadcast[] {
    return this.broadcasts.filter((broadcast) => broadcast.channel === channel);
  }

  #device(form: URLSearchParams): PeerAnswer {
    if (form.get('client_id') !== OAUTH_CLIENT) {
      return refusal(400, 'invalid client');
    }
    if (!form.has('scopes')) {
      return refusal(400, 'missing scopes');
    }
    const deviceCode = randomUUID();
    this.#devices.set(deviceCode, { answer: 'pending' });
    return {
      json: {
        device_code: deviceCode,
        expires_in: this.expiresIn,
        interval: this.interval,
        user_code: 'ABCDEFGH',
        verification_uri: 'https://www.twitch.tv/activate?public=true&device-code=ABCDEFGH',
      },
    };
  }

  #token(form: URLSearchParams): PeerAnswer {
    this.polls += 1;
    const device = this.#devices.get(form.get('device_code') ?? '');
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:device_code') {
      return refusal(400, 'invalid grant type');
    }
    if (device === undefined || device.answer === 'used') {
      return refusal(400, 'invalid device code');
    }
    if (device.answer === 'pending') {
      return refusal(400, 'authorization_pending');
    }
    const token = device.answer;
    device.answer = 'used';
    return {
      json: {
        access_token: token,
        expires_in: 14_124,
        refresh_token: `refresh-${token}`,
        scope: [],
        token_type: 'bearer',
      },
    };
  }

  #validate({ headers }: Received): PeerAnswer {
    const token = headers.authorization?.replace(/^OAuth /, '') ?? '';
    const owner = this.tokens.get(token);
    return owner === undefined
      ? refusal(401, 'invalid access token')
      : {
          json: {
            client_id: owner.clientId,
            login: `dj${owner.userId}`,
            scopes: [],
            user_id: owner.userId,
            expires_in: 14_000,
          },
        };
  }

  #broadcast(request: Received): PeerAnswer | 'hang' | 'reset' {
    const body = JSON.parse(request.body);
    const channel = String(body.broadcaster_id);
    const fault = this.fault(channel);
    if (fault !== undefined) {
      return fault;
    }
    const claims = this.#claimsOf(request);
    const wrong =
      typeof claims === 'string'
        ? claims
        : claims.channel_id !== channel
          ? 'JWT is for another channel'
          : JSON.stringify(claims.pubsub_perms) !== '{"send":["broadcast"]}'
            ? 'no permission to send'
            : undefined;
    if (wrong !== undefined) {
      return this.#complain(401, wrong);
    }
    if (JSON.stringify(body.target) !== '["broadcast"]' || typeof body.message !== 'string') {
      return this.#complain(400, 'malformed body');
    }
    if (Buffer.byteLength(body.message) > MAX_MESSAGE_BYTES) {
      return this.#complain(422, 'Message Too Large');
    }
    if (!this.#takes(`broadcast ${channel}`, BROADCASTS)) {
      return this.#complain(429, 'Too Many Requests');
    }
    const broadcast = { channel, message: body.message, at: performance.now() };
    this.broadcasts.push(broadcast);
    for (const listener of this.#listeners) {
      listener(broadcast);
    }
    return { status: 204 };
  }

  #configure(request: Received): PeerAnswer {
    const { segment, broadcaster_id, extension_id, version, content } = JSON.parse(request.body);
    const channel = String(broadcaster_id);
    const fault = this.configurationFault(channel);
    if (fault !== undefined) {
      return fault;
    }
    const claims = this.#claimsOf(request);
    if (typeof claims === 'string') {
      return this.#complain(401, claims);
    }
    if (
      segment !== 'developer' ||
      broadcaster_id === undefined ||
      extension_id !== EXTENSION.clientId ||
      typeof version !== 'string' ||
      typeof content !== 'string'
    ) {
      return this.#complain(400, 'malformed configuration');
    }
    if (Buffer.byteLength(content) > MAX_MESSAGE_BYTES) {
      return this.#complain(400, 'configuration too large');
    }
    if (!this.#takes(`configuration ${channel}`, CONFIGURATIONS)) {
      return this.#complain(429, 'Too Many Requests');
    }
    this.configurations.set(channel, { version, content });
    return { status: 204 };
  }

  #configuration(request: Received, query: URLSearchParams): PeerAnswer {
    const claims = this.#claimsOf(request);
    if (typeof claims === 'string') {
      return this.#complain(401, claims);
    }
    const channel = query.get('broadcaster_id') ?? '';
    const kept = this.configurations.get(channel);
    const data = kept === undefined ? [] : [{ segment: 'developer', broadcaster_id: channel, ...kept }];
    return { json: { data } };
  }

  /** Returns the token's claims, or why it is rejected. */
  #claimsOf({ headers }: Received): Record<string, unknown> | string {
    const claims = claimsOf(headers.authorization ?? '', EXTENSION.secret);
    if (claims === undefined) {
      return 'JWT verification failed';
    }
    if (headers['client-id'] !== EXTENSION.clientId) {
      return 'wrong Client-Id';
    }
    return claims.role === 'external' && claims.user_id === EXTENSION.ownerId ? claims : 'wrong role or user';
  }

  #complain(status: number, message: string): PeerAnswer {
    this.complaints.push(message);
    return refusal(status, message);
  }

  #takes(name: string, { size, perSecond }: typeof BROADCASTS): boolean {
    const now = performance.now();
    const bucket = this.#buckets.get(name) ?? { tokens: size, at: now };
    bucket.tokens = Math.min(size, bucket.tokens + ((now - bucket.at) / 1000) * perSecond) - 1;
    bucket.at = now;
    this.#buckets.set(name, bucket);
    return bucket.tokens >= 0;
  }
}

function refusal(status: number, message: string): PeerAnswer {
  return { status, json: { status, message } };
}

/** Returns the claims of a valid HS256 token. */
function claimsOf(authorization: string, secret: string): Record<string, unknown> | undefined {
  const [header = '', claims = '', signature] = authorization.replace(/^Bearer /, '').split('.');
  const key = Buffer.from(secret, 'base64');
  if (createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url') !== signature) {
    return undefined;
  }
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  return read.exp > Date.now() / 1000 && read.exp < Date.now() / 1000 + 3600 ? read : undefined;
}
