import type { Clock } from '../../../src/core/tools.ts';
import type { Behaviour, PeerAnswer, Received } from '../http-peer.ts';

/** What a stand-in did. */
export interface Posted {
  /** The messages that people in the channel see, in order. */
  readonly messages: string[];
  /** What the service complained of: what a real one would hold against us. */
  readonly complaints: string[];
}

export interface DiscordRules {
  readonly clock: Clock;
  readonly token: string;
  readonly channel: string;
  /** The bot may not write there. */
  readonly forbidden?: boolean;
}

const BUCKET = 5;
const BUCKET_MS = 5_000;

/** Behaves as Discord's documentation says: five messages in five seconds, a nonce once, mentions only if allowed. */
export function discordStandIn(rules: DiscordRules): Posted & { behaviour: Behaviour } {
  const messages: string[] = [];
  const complaints: string[] = [];
  const nonces = new Set<string>();
  let bucket = { left: BUCKET, resetsAt: 0 };

  function behaviour(request: Received): PeerAnswer {
    const now = rules.clock.monotonic();
    if (!/^DiscordBot \([^,]+, [^)]+\)/.test(request.headers['user-agent'] ?? '')) {
      complaints.push('user agent');
    }
    if (request.headers.authorization !== `Bot ${rules.token}`) {
      return { status: 401, json: { message: '401: Unauthorized', code: 0 } };
    }
    if (request.method === 'GET' && request.path === `/api/v10/channels/${rules.channel}`) {
      return rules.forbidden === true
        ? { status: 403, json: { message: 'Missing Access', code: 50001 } }
        : { json: { id: rules.channel, type: 0 } };
    }
    if (request.method !== 'POST' || request.path !== `/api/v10/channels/${rules.channel}/messages`) {
      return { status: 404, json: { message: 'Unknown Channel', code: 10003 } };
    }
    if (rules.forbidden === true) {
      return { status: 403, json: { message: 'Missing Permissions', code: 50013 } };
    }
    if (now >= bucket.resetsAt) {
      bucket = { left: BUCKET, resetsAt: now + BUCKET_MS };
    }
    const seconds = (bucket.resetsAt - now) / 1_000;
    if (bucket.left === 0) {
      complaints.push('rate limit');
      return {
        status: 429,
        headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'user' },
        json: { message: 'You are being rate limited.', retry_after: seconds, global: false },
      };
    }
    bucket.left -= 1;
    return { ...post(request), headers: limits(bucket.left, seconds) };
  }

  function post(request: Received): PeerAnswer {
    const body = JSON.parse(request.body);
    const length = [...String(body.content)].length;
    if (length === 0 || length > 2_000 || String(body.nonce).length > 25) {
      return { status: 400, json: { message: 'Invalid Form Body', code: 50035 } };
    }
    if (JSON.stringify(body.allowed_mentions) !== '{"parse":[]}') {
      complaints.push('mentions can ping');
    }
    if (!(body.enforce_nonce === true && nonces.has(body.nonce))) {
      nonces.add(body.nonce);
      messages.push(body.content);
    }
    return { json: { id: '1', content: body.content } };
  }

  return { messages, complaints, behaviour };
}

function limits(left: number, seconds: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(BUCKET),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset-after': seconds.toFixed(3),
    'x-ratelimit-bucket': 'b',
  };
}
