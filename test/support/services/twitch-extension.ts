/**
 * A stand-in for what Twitch does for an extension: the device-code grant, the validation of tokens, and the
 * broadcast to the extension's viewers. It answers as the documentation of the real ones says, refusals included.
 */
import { createHmac, randomUUID } from 'node:crypto';
import type { Behavior, PeerAnswer, Received } from '../http-peer.ts';

export const OAUTH_CLIENT = 'public-client-of-live-setup';

/** What the extension's registration gives; the secret is in base64, as the console shows it. */
export const EXTENSION = {
  clientId: 'extension-client-id',
  ownerId: '9000',
  secret: Buffer.from('the extension secret, 256 bits ..').toString('base64'),
};

const MAX_MESSAGE_BYTES = 5 * 1024;
/** A bucket of this size for each channel, refilled with one a second. */
const BUCKET = 100;

export interface ReceivedBroadcast {
  readonly channel: string;
  readonly message: string;
  /** Milliseconds on this process's own monotonic clock. */
  readonly at: number;
}

export class TwitchExtension {
  readonly broadcasts: ReceivedBroadcast[] = [];
  /** What a caller did against the documentation. */
  readonly complaints: string[] = [];
  readonly tokens = new Map<string, { readonly userId: string; readonly clientId: string }>();
  /** Answers before the broadcast endpoint does, when it gives something. */
  fault: (channel: string) => PeerAnswer | 'hang' | 'reset' | undefined = () => undefined;
  /** Seconds between two questions for a token. */
  interval = 1;
  expiresIn = 1800;
  polls = 0;
  readonly #devices = new Map<string, { answer: 'pending' | 'used' | string }>();
  readonly #buckets = new Map<string, { tokens: number; at: number }>();
  readonly #listeners = new Set<(broadcast: ReceivedBroadcast) => void>();

  readonly behavior: Behavior = (request) => {
    const [path = ''] = request.path.split('?');
    switch (`${request.method} ${path}`) {
      case 'POST /oauth2/device':
        return this.#device(new URLSearchParams(request.body));
      case 'POST /oauth2/token':
        return this.#token(new URLSearchParams(request.body));
      case 'GET /oauth2/validate':
        return this.#validate(request);
      case 'POST /helix/extensions/pubsub':
        return this.#broadcast(request);
      default:
        return refusal(404, 'Not Found');
    }
  };

  /** A token as the grant would give it. */
  tokenFor(userId: string, clientId = OAUTH_CLIENT): string {
    const token = randomUUID().replaceAll('-', '');
    this.tokens.set(token, { userId, clientId });
    return token;
  }

  /** The user with this number enters every code that waits. */
  agree(userId: string): void {
    for (const device of this.#devices.values()) {
      if (device.answer === 'pending') {
        device.answer = this.tokenFor(userId);
      }
    }
  }

  /** Every code is dead. */
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
    const claims = claimsOf(request.headers.authorization ?? '', EXTENSION.secret);
    const wrong =
      claims === undefined
        ? 'JWT verification failed'
        : request.headers['client-id'] !== EXTENSION.clientId
          ? 'wrong Client-Id'
          : claims.role !== 'external' || claims.user_id !== EXTENSION.ownerId
            ? 'wrong role or user'
            : claims.channel_id !== channel
              ? 'JWT is for another channel'
              : JSON.stringify(claims.pubsub_perms) !== '{"send":["broadcast"]}'
                ? 'no permission to send'
                : undefined;
    if (wrong !== undefined) {
      this.complaints.push(wrong);
      return refusal(401, wrong);
    }
    if (JSON.stringify(body.target) !== '["broadcast"]' || typeof body.message !== 'string') {
      this.complaints.push('malformed body');
      return refusal(400, 'malformed body');
    }
    if (Buffer.byteLength(body.message) > MAX_MESSAGE_BYTES) {
      this.complaints.push('message too large');
      return refusal(422, 'Message Too Large');
    }
    const now = performance.now();
    const bucket = this.#buckets.get(channel) ?? { tokens: BUCKET, at: now };
    bucket.tokens = Math.min(BUCKET, bucket.tokens + (now - bucket.at) / 1000) - 1;
    bucket.at = now;
    this.#buckets.set(channel, bucket);
    if (bucket.tokens < 0) {
      this.complaints.push('too many requests');
      return refusal(429, 'Too Many Requests');
    }
    const broadcast = { channel, message: body.message, at: now };
    this.broadcasts.push(broadcast);
    for (const listener of this.#listeners) {
      listener(broadcast);
    }
    return { status: 204 };
  }
}

function refusal(status: number, message: string): PeerAnswer {
  return { status, json: { status, message } };
}

/** The claims of an HS256 token that is signed with the secret and not expired. */
function claimsOf(authorization: string, secret: string): Record<string, unknown> | undefined {
  const [header = '', claims = '', signature] = authorization.replace(/^Bearer /, '').split('.');
  const key = Buffer.from(secret, 'base64');
  if (createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url') !== signature) {
    return undefined;
  }
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  return read.exp > Date.now() / 1000 && read.exp < Date.now() / 1000 + 3600 ? read : undefined;
}
