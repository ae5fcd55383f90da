import type { Clock } from '../../../src/core/tools.ts';
import { type Behavior, formOf, isPng, type PeerAnswer, type Received } from '../http-peer.ts';
import type { Posted } from './discord.ts';

export interface ChatRules {
  readonly clock: Clock;
  readonly token: string;
  readonly channel: string;
}

type StandIn = Posted & { behavior: Behavior };

/** Rejects more than `count` requests in `ms`. */
function limiter(clock: Clock, count: number, ms: number): () => boolean {
  let times: number[] = [];
  return () => {
    const now = clock.monotonic();
    times = times.filter((time) => now - time < ms);
    if (times.length >= count) {
      return false;
    }
    times.push(now);
    return true;
  };
}

/** Slack: status 200 except for rate limits, and one message per second. */
export function slackStandIn(rules: ChatRules & { readonly scopes?: readonly string[] }): StandIn {
  const messages: string[] = [];
  const complaints: string[] = [];
  const covers: string[] = [];
  const allowed = limiter(rules.clock, 1, 1_000);
  /** Announced length by file id, until the bytes arrived. */
  const files = new Map<string, number | 'uploaded'>();
  const wrong = (error: string, more = {}): PeerAnswer => ({ json: { ok: false, error, ...more } });

  /** Steps of an upload. The file becomes visible with the last one. */
  function behavior(request: Received): PeerAnswer {
    const [, id = ''] = /^\/upload\/v1\/(.*)$/.exec(request.path) ?? [];
    if (id !== '') {
      if (request.headers.authorization !== undefined) {
        complaints.push('the token went to the file service');
      }
      const isWhole = files.get(id) === request.bytes.length;
      files.set(id, isWhole ? 'uploaded' : 0);
      return { status: isWhole ? 200 : 400, body: isWhole ? `OK - ${request.bytes.length}` : '' };
    }
    if (!/^\/api\/files\.(getUploadURL|completeUpload)External$/.test(request.path)) {
      return post(request);
    }
    if (request.headers.authorization !== `Bearer ${rules.token}`) {
      return wrong('invalid_auth');
    }
    if (!(rules.scopes ?? ['files:write']).includes('files:write')) {
      return wrong('missing_scope', { needed: 'files:write', provided: 'chat:write' });
    }
    return request.path.endsWith('getUploadURLExternal')
      ? announce(request)
      : share(JSON.parse(request.body));
  }

  function announce(request: Received): PeerAnswer {
    const form = new URLSearchParams(request.body);
    const length = Number(form.get('length'));
    if (!/urlencoded/.test(request.headers['content-type'] ?? '') || !(length > 0) || !form.get('filename')) {
      return wrong('invalid_arguments');
    }
    const file_id = `F${files.size + 1}`;
    files.set(file_id, length);
    return { json: { ok: true, file_id, upload_url: `http://${request.headers.host}/upload/v1/${file_id}` } };
  }

  function share(body: SlackShare): PeerAnswer {
    const [{ id }] = body.files;
    const [block] = body.blocks;
    const text = block.elements[0].elements[0];
    if (body.channel_id !== rules.channel) {
      return wrong('channel_not_found');
    }
    const isText = block.type === 'rich_text' && text.type === 'text' && text.text !== '';
    if (files.get(id) !== 'uploaded' || !isText) {
      return wrong('invalid_arguments');
    }
    if (!allowed()) {
      complaints.push('rate limit');
      return { status: 429, headers: { 'retry-after': '1' }, ...wrong('ratelimited') };
    }
    messages.push(text.text);
    covers.push(text.text);
    return { json: { ok: true, files: body.files } };
  }

  function post(request: Received): PeerAnswer {
    if (request.path === '/api/auth.test') {
      const known = request.headers.authorization === `Bearer ${rules.token}`;
      return known ? { json: { ok: true, user_id: 'U1' } } : wrong('invalid_auth');
    }
    if (request.method !== 'POST' || request.path !== '/api/chat.postMessage') {
      return wrong('unknown_method');
    }
    if (!/^application\/json; charset=utf-8$/.test(request.headers['content-type'] ?? '')) {
      complaints.push('charset');
    }
    if (request.headers.authorization !== `Bearer ${rules.token}`) {
      return wrong('invalid_auth');
    }
    const body = JSON.parse(request.body);
    if (body.channel !== rules.channel) {
      return wrong('channel_not_found');
    }
    if (!allowed()) {
      complaints.push('rate limit');
      return { status: 429, headers: { 'retry-after': '1' }, ...wrong('ratelimited') };
    }
    if (body.text === '' || body.text.length > 40_000) {
      return wrong(body.text === '' ? 'no_text' : 'msg_too_long');
    }
    messages.push(body.text);
    return { json: { ok: true, ts: '1.1' } };
  }

  return { messages, complaints, covers, behavior };
}

interface SlackShare {
  readonly channel_id: string;
  readonly files: readonly [{ readonly id: string }];
  readonly blocks: readonly [{ readonly type: string; readonly elements: readonly [SlackText] }];
}

interface SlackText {
  readonly elements: readonly [{ readonly type: string; readonly text: string }];
}

/** Telegram: the token is in the address, and a chat takes one message per second. */
export function telegramStandIn(rules: ChatRules): StandIn {
  const messages: string[] = [];
  const complaints: string[] = [];
  const covers: string[] = [];
  const allowed = limiter(rules.clock, 1, 1_000);
  const refuse = (status: number, description: string, parameters = {}): PeerAnswer => ({
    status,
    json: { ok: false, error_code: status, description, parameters },
  });

  async function behavior(request: Received): Promise<PeerAnswer> {
    if (request.path === `/bot${rules.token}/getChat`) {
      const known = JSON.parse(request.body).chat_id === rules.channel;
      return known ? { json: { ok: true, result: {} } } : refuse(400, 'Bad Request: chat not found');
    }
    const isPhoto = request.path === `/bot${rules.token}/sendPhoto`;
    if (request.path !== `/bot${rules.token}/sendMessage` && !isPhoto) {
      return refuse(401, 'Unauthorized');
    }
    const form = isPhoto ? await formOf(request) : undefined;
    const body =
      form === undefined
        ? JSON.parse(request.body)
        : { chat_id: form.get('chat_id'), text: form.get('caption') };
    if (form !== undefined && !(await isPng(form.get('photo'), 10_000_000))) {
      return refuse(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS');
    }
    if (body.chat_id !== rules.channel) {
      return refuse(400, 'Bad Request: chat not found');
    }
    if (!allowed()) {
      complaints.push('rate limit');
      return refuse(429, 'Too Many Requests: retry after 1', { retry_after: 1 });
    }
    if (body.text === '' || body.text.length > (isPhoto ? 1_024 : 4_096)) {
      return refuse(400, `Bad Request: message ${isPhoto ? 'caption ' : ''}is too long`);
    }
    messages.push(body.text);
    if (isPhoto) {
      covers.push(body.text);
    }
    return { json: { ok: true, result: { message_id: 1 } } };
  }

  return { messages, complaints, covers, behavior };
}

export interface TwitchRules extends ChatRules {
  /** Name and number of the token's account. */
  readonly login: string;
  readonly userId: string;
  /** Number of the channel called `channel`. */
  readonly channelId: string;
  readonly scopes: readonly string[];
}

/** Twitch: tokens are validated first and then every hour, accounts are numbers, twenty messages in thirty seconds. */
export function twitchStandIn(rules: TwitchRules): StandIn & { readonly validations: number } {
  const messages: string[] = [];
  const complaints: string[] = [];
  const allowed = limiter(rules.clock, 20, 30_000);
  let validations = 0;
  let validatedAt = Number.NEGATIVE_INFINITY;

  function behavior(request: Received): PeerAnswer {
    const [path, query] = request.path.split('?');
    if (path === '/oauth2/validate') {
      if (request.headers.authorization !== `OAuth ${rules.token}`) {
        return { status: 401, json: { status: 401, message: 'invalid access token' } };
      }
      validations += 1;
      validatedAt = rules.clock.monotonic();
      const { login, userId: user_id, scopes } = rules;
      return { json: { client_id: 'client', login, user_id, scopes, expires_in: 5_000 } };
    }
    const { authorization, 'client-id': client } = request.headers;
    if (authorization !== `Bearer ${rules.token}` || client !== 'client') {
      return { status: 401, json: { error: 'Unauthorized', status: 401 } };
    }
    if (path === '/helix/users') {
      const known = new URLSearchParams(query).get('login') === rules.channel;
      return { json: { data: known ? [{ id: rules.channelId, login: rules.channel }] : [] } };
    }
    return path === '/helix/chat/messages' ? post(JSON.parse(request.body)) : { status: 404 };
  }

  function post(body: { broadcaster_id: string; sender_id: string; message: string }): PeerAnswer {
    if (rules.clock.monotonic() - validatedAt > 3_600_000) {
      complaints.push('not validated for an hour');
    }
    if (!allowed()) {
      complaints.push('rate limit');
      const reset = String(Math.ceil(rules.clock.now() / 1_000) + 30);
      return { status: 429, headers: { 'ratelimit-reset': reset }, json: { status: 429 } };
    }
    if (body.broadcaster_id !== rules.channelId || body.sender_id !== rules.userId) {
      return { status: 403, json: { status: 403, message: 'not allowed to send' } };
    }
    if (body.message === '' || body.message.length > 500) {
      return { status: 400, json: { status: 400 } };
    }
    if (body.message.includes('forbidden word')) {
      const drop_reason = { code: 'msg_rejected', message: 'held by AutoMod' };
      return { json: { data: [{ message_id: '', is_sent: false, drop_reason }] } };
    }
    messages.push(body.message);
    return { json: { data: [{ message_id: 'm', is_sent: true, drop_reason: null }] } };
  }

  return {
    messages,
    complaints,
    covers: [],
    behavior,
    get validations() {
      return validations;
    },
  };
}
