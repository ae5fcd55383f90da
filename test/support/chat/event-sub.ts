/**
 * Twitch stand-in with a readable chat: EventSub over WebSocket, its API calls, and the sign-in. It enforces the real
 * rules: a client must subscribe in time and never send anything; tokens have scopes and expire.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen } from '../../../src/core/listening.ts';

export const CLIENT = 'client';
/** Account that chats, and the channel's. */
export const BOT = { id: '7', login: 'ada_bot' };
export const CHANNEL = { id: '99', login: 'ada' };

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
}

export interface Sent {
  readonly text: string;
  /** Message that it answers. */
  readonly to: string | undefined;
}

export class EventSubStandIn {
  url = '';
  readonly sent: Sent[] = [];
  readonly markers: string[] = [];
  /** The channel is live, and its stream is recorded. */
  isLive = true;
  /** Accounts that may set markers, besides the channel's own. */
  editors: readonly string[] = [BOT.id];
  /** Violations of the rules by a client. */
  readonly complaints: string[] = [];
  scopes: readonly string[] = ['user:write:chat', 'user:read:chat', 'channel:manage:broadcast'];
  /** Valid access and refresh tokens. Each use of the refresh token replaces both. */
  token = 'token-1';
  refreshToken = 'refresh-1';
  refreshes = 0;
  subscriptions = 0;
  /** Last one that a client subscribed to. */
  channel = '';
  /** Reconnections that followed `move`. */
  moved = 0;
  /** Long, because simulated time runs fast. */
  keepaliveSeconds = 600;
  /** Answers instead of the API if it returns an answer. */
  fault: (path: string) => Answer | Promise<Answer | undefined> | undefined = () => undefined;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const [path = '', query] = (request.url ?? '').replace(/^\/mock|^\/auth(?=\/validate)/, '').split('?');
      const known = request.headers.authorization?.replace(/^(Bearer|OAuth) /, '') === this.token;
      const body = Buffer.concat(chunks).toString();
      const parameters = new URLSearchParams(query);
      const answer = (await this.fault(path)) ?? this.#answer(path, parameters, known, body);
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.json === undefined ? '' : JSON.stringify(answer.json));
    });
  });
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #sessions = new Map<string, { readonly socket: WebSocket; subscribed: boolean }>();

  static async open(): Promise<EventSubStandIn> {
    const twitch = new EventSubStandIn();
    twitch.#server.on('upgrade', (request, socket, head) => {
      twitch.#sockets.handleUpgrade(request, socket, head, (page) => twitch.#greet(page, request.url ?? ''));
    });
    const port = await listen(twitch.#server, { host: '127.0.0.1', port: 0 });
    twitch.url = `http://127.0.0.1:${port}`;
    return twitch;
  }

  close(): void {
    this.drop();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get connections(): number {
    return this.#sessions.size;
  }

  get isRead(): boolean {
    return [...this.#sessions.values()].some(({ subscribed }) => subscribed);
  }

  /** Posts a chat message. `change` overrides fields of the event, `id` is of the notification. */
  postMessage(text: string, change: object = {}, id: string = randomUUID(), at = new Date()): void {
    const event = {
      broadcaster_user_id: CHANNEL.id,
      broadcaster_user_login: CHANNEL.login,
      broadcaster_user_name: CHANNEL.login,
      chatter_user_id: '1234',
      chatter_user_login: 'viewer',
      chatter_user_name: 'Viewer',
      message_id: `message ${randomUUID()}`,
      message: { text, fragments: [{ type: 'text', text }] },
      message_type: 'text',
      badges: [],
      color: '',
      reply: null,
      cheer: null,
      source_broadcaster_user_id: null,
      ...change,
    };
    this.#send('notification', { subscription: this.#subscription('enabled'), event }, id, at);
  }

  keepAlive(): void {
    this.#send('session_keepalive', {});
  }

  /** Asks all clients to reconnect to another server. */
  move(): void {
    for (const [id, { socket }] of this.#sessions) {
      const reconnect_url = `${this.url.replace('http', 'ws')}/ws?from=${id}`;
      socket.send(envelope('session_reconnect', { session: { id, status: 'reconnecting', reconnect_url } }));
    }
  }

  revoke(): void {
    this.#send('revocation', { subscription: this.#subscription('authorization_revoked') });
  }

  drop(): void {
    for (const { socket } of this.#sessions.values()) {
      socket.terminate();
    }
  }

  expire(): void {
    this.token = `expired ${this.token}`;
  }

  #greet(socket: WebSocket, url: string): void {
    const id = randomUUID();
    const from = this.#sessions.get(new URL(url, this.url).searchParams.get('from') ?? '');
    this.#sessions.set(id, { socket, subscribed: from?.subscribed ?? false });
    if (from !== undefined) {
      this.moved += 1;
      from.subscribed = false;
    }
    socket.on('close', () => this.#sessions.delete(id));
    socket.on('message', () => {
      this.complaints.push('a client sends nothing');
      socket.close(4001);
    });
    const session = {
      id,
      status: 'connected',
      connected_at: new Date().toISOString(),
      keepalive_timeout_seconds: this.keepaliveSeconds,
      reconnect_url: null,
    };
    socket.send(envelope('session_welcome', { session }));
  }

  #send(type: string, payload: object, id?: string, at?: Date): void {
    for (const { socket, subscribed } of this.#sessions.values()) {
      if (subscribed) {
        socket.send(envelope(type, payload, id, at));
      }
    }
  }

  #subscription(status: string) {
    return {
      id: 'subscription',
      status,
      type: 'channel.chat.message',
      version: '1',
      cost: 0,
      condition: { broadcaster_user_id: CHANNEL.id, user_id: BOT.id },
      transport: { method: 'websocket', session_id: '' },
      created_at: new Date(0).toISOString(),
    };
  }

  #answer(path: string, query: URLSearchParams, known: boolean, body: string): Answer {
    if (path === '/oauth2/token') {
      return this.#refresh(new URLSearchParams(body));
    }
    if (!known) {
      return refusal(401, 'invalid access token');
    }
    switch (path.replace(/^\/(helix|oauth2)(?=\/)/, '')) {
      case '/validate':
        return {
          json: {
            client_id: CLIENT,
            login: BOT.login,
            user_id: BOT.id,
            scopes: this.scopes,
            expires_in: 14_000,
          },
        };
      case '/users':
        return { json: { data: query.get('login') === CHANNEL.login ? [CHANNEL] : [] } };
      case '/eventsub/subscriptions':
        return this.#subscribe(JSON.parse(body));
      case '/chat/messages':
        return this.#post({ ...Object.fromEntries(query), ...JSON.parse(body) });
      case '/streams/markers':
        return this.#mark(JSON.parse(body));
      default:
        return { status: 404 };
    }
  }

  #mark({ user_id, description = '' }: { readonly user_id: string; readonly description?: string }): Answer {
    if (!this.scopes.includes('channel:manage:broadcast')) {
      return refusal(401, 'Missing scope: channel:manage:broadcast');
    }
    if (![...this.editors, CHANNEL.id].includes(BOT.id)) {
      return refusal(403, 'not an editor of the channel');
    }
    if (user_id !== CHANNEL.id || [...description].length > 140) {
      return refusal(400);
    }
    if (!this.isLive) {
      return refusal(404, 'the broadcaster is not live');
    }
    this.markers.push(description);
    const created_at = new Date().toISOString();
    return { json: { data: [{ id: randomUUID(), created_at, position_seconds: 99, description }] } };
  }

  #refresh(form: URLSearchParams): Answer {
    if (form.get('refresh_token') !== this.refreshToken || form.get('client_id') !== CLIENT) {
      return refusal(400, 'Invalid refresh token');
    }
    this.refreshes += 1;
    this.token = `token-${this.refreshes + 1}`;
    this.refreshToken = `refresh-${this.refreshes + 1}`;
    const { token: access_token, refreshToken: refresh_token, scopes: scope } = this;
    return { json: { access_token, refresh_token, expires_in: 14_000, scope, token_type: 'bearer' } };
  }

  #subscribe(body: {
    readonly type: string;
    readonly condition: { readonly broadcaster_user_id: string; readonly user_id: string };
    readonly transport: { readonly session_id: string };
  }): Answer {
    const session = this.#sessions.get(body.transport.session_id);
    if (!this.scopes.includes('user:read:chat')) {
      return refusal(403, 'subscription missing proper authorization');
    }
    if (session === undefined || body.type !== 'channel.chat.message') {
      return refusal(400);
    }
    const { broadcaster_user_id: channel, user_id } = body.condition;
    if (![CHANNEL.id, BOT.id].includes(channel) || user_id !== BOT.id) {
      return refusal(403);
    }
    session.subscribed = true;
    this.channel = channel;
    this.subscriptions += 1;
    const data = [this.#subscription('enabled')];
    return { status: 202, json: { data, total: 1, max_total_cost: 10, total_cost: 0 } };
  }

  #post(body: Readonly<Record<string, string>>): Answer {
    const { broadcaster_id, sender_id, message = '', reply_parent_message_id: to } = body;
    if (broadcaster_id !== CHANNEL.id || sender_id !== BOT.id || message.length > 500) {
      return refusal(400);
    }
    this.sent.push({ text: message, to });
    return { json: { data: [{ message_id: randomUUID(), is_sent: true, drop_reason: null }] } };
  }
}

function refusal(status: number, message = ''): Answer {
  return { status, json: { status, message } };
}

function envelope(type: string, payload: object, id: string = randomUUID(), at = new Date()): string {
  const subscription =
    type === 'notification' ? { subscription_type: 'channel.chat.message', subscription_version: '1' } : {};
  return JSON.stringify({
    metadata: { message_id: id, message_type: type, message_timestamp: at.toISOString(), ...subscription },
    payload,
  });
}
