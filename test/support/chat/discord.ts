import type { Clock } from '../../../src/core/tools.ts';
import { type Behavior, formOf, isPng, type PeerAnswer, type Received } from '../http-peer.ts';

export interface Posted {
  /** Messages in the channel, in order. */
  readonly messages: string[];
  /** Violations that a real service would complain about. */
  readonly complaints: string[];
  /** Messages with a picture. */
  readonly covers: string[];
}

export interface DiscordRules {
  readonly clock: Clock;
  readonly token: string;
  readonly channel: string;
  /** The bot may not write there. */
  readonly forbidden?: boolean;
  /** The bot may write, but not embed. */
  readonly embedsNothing?: boolean;
}

const BUCKET = 5;
const BUCKET_MS = 5_000;
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const SUPPRESS_EMBEDS = 4;

/** Follows Discord's documentation: five messages in five seconds, one message per nonce, mentions only if allowed. */
export function discordStandIn(rules: DiscordRules): Posted & { behavior: Behavior } {
  const messages: string[] = [];
  const complaints: string[] = [];
  const covers: string[] = [];
  const nonces = new Set<string>();
  let bucket = { left: BUCKET, resetsAt: 0 };

  async function behavior(request: Received): Promise<PeerAnswer> {
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
    return { ...(await post(request)), headers: limits(bucket.left, seconds) };
  }

  async function post(request: Received): Promise<PeerAnswer> {
    const isForm = (request.headers['content-type'] ?? '').startsWith('multipart/form-data; boundary=');
    const form = isForm ? await formOf(request) : undefined;
    const body = JSON.parse(String(form?.get('payload_json') ?? request.body));
    const [embed] = body.embeds ?? [];
    const text = String(body.content ?? embed?.description ?? '');
    const length = [...text].length;
    const isGood = form === undefined || (await isCover(form, body));
    if (length === 0 || length > 2_000 || String(body.nonce).length > 25 || !isGood) {
      return { status: 400, json: { message: 'Invalid Form Body', code: 50035 } };
    }
    if (JSON.stringify(body.allowed_mentions) !== '{"parse":[]}') {
      complaints.push('mentions can ping');
    }
    if (!(body.enforce_nonce === true && nonces.has(body.nonce))) {
      nonces.add(body.nonce);
      messages.push(text);
      if (form !== undefined) {
        covers.push(text);
      }
    }
    const embeds = rules.embedsNothing === true || embed === undefined ? [] : [{ type: 'rich', ...embed }];
    return { json: { id: '1', content: body.content ?? '', embeds } };
  }

  /** Returns whether the embed shows an attached file and is allowed to. */
  async function isCover(form: FormData, body: DiscordForm): Promise<boolean> {
    const file = form.get('files[0]');
    const [attachment] = body.attachments;
    const [{ thumbnail, color }] = body.embeds;
    return (
      (await isPng(file, MAX_FILE_BYTES)) &&
      attachment.id === 0 &&
      file instanceof File &&
      file.name === attachment.filename &&
      /^[\w.-]+$/.test(file.name) &&
      thumbnail.url === `attachment://${file.name}` &&
      (color === undefined || (Number.isInteger(color) && color <= 0xffffff)) &&
      ((body.flags ?? 0) & SUPPRESS_EMBEDS) === 0
    );
  }

  return { messages, complaints, covers, behavior };
}

interface DiscordForm {
  readonly attachments: readonly [{ readonly id: number; readonly filename: string }];
  readonly embeds: readonly [{ readonly thumbnail: { readonly url: string }; readonly color?: number }];
  readonly flags?: number;
}

function limits(left: number, seconds: number): Record<string, string> {
  return {
    'x-ratelimit-limit': String(BUCKET),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset-after': seconds.toFixed(3),
    'x-ratelimit-bucket': 'b',
  };
}
