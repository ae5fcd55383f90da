/**
 * EventSub over WebSocket; subscriptions go over HTTP.
 * https://dev.twitch.tv/docs/eventsub/handling-websocket-events/
 */

import * as v from 'valibot';
import { type RawData, WebSocket } from 'ws';
import { UpstreamError } from '../../core/errors.ts';
import { evictOldest } from '../../core/evict.ts';
import { jsonIn } from '../../core/json.ts';
import { say } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { Timer } from '../../core/waiting.ts';
import { TIME_LIMIT_MS, whyNotReached } from '../http.ts';
import { SCOPE, TWITCH, type TwitchAccount, type TwitchIdentity } from './account.ts';

export interface ChatMessage {
  readonly id: string;
  readonly text: string;
}

export interface ChatReaderOptions {
  readonly account: Pick<TwitchAccount, 'identify' | 'call'>;
  /** Replaces the service's base address. */
  readonly url: string | undefined;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly onReading: () => void;
  readonly onMessage: (message: ChatMessage) => void;
}

const ADDRESS = 'wss://eventsub.wss.twitch.tv/ws';
/** Multiple of the announced interval after which silence means a dead connection. */
const PATIENCE = 1.2;
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Twitch sends some messages twice. */
const REMEMBERED_MESSAGES = 200;
/** Twitch may repeat old messages. */
const OLDEST_MS = 10 * 60_000;

const Envelope = v.object({
  metadata: v.object({
    message_id: v.string(),
    message_type: v.string(),
    message_timestamp: v.optional(v.string(), ''),
  }),
  payload: v.unknown(),
});
const Session = v.object({
  session: v.object({
    id: v.string(),
    keepalive_timeout_seconds: v.nullish(v.number()),
    reconnect_url: v.nullish(v.string()),
  }),
});
const Revocation = v.object({ subscription: v.object({ status: v.string() }) });
const Chat = v.object({
  event: v.object({
    broadcaster_user_id: v.string(),
    message_id: v.string(),
    message: v.object({ text: v.string() }),
    // Set for another channel's message in a shared chat.
    source_broadcaster_user_id: v.nullish(v.string()),
  }),
});

/** Rejects with an UpstreamError when the connection ends: `stop` if the right to read was withdrawn. */
export function readChat(options: ChatReaderOptions, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new Reader(options, signal, (error) => {
      signal.removeEventListener('abort', end);
      reject(error);
    });
    const end = (): void => {
      reader.close();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) {
      end();
    } else {
      reader.open(addressOf(options.url));
    }
  });
}

class Reader {
  readonly #options: ChatReaderOptions;
  readonly #signal: AbortSignal;
  readonly #failed: (error: unknown) => void;
  readonly #silence: Timer;
  readonly #seen = new Set<string>();
  /** Two while Twitch moves us to another server. */
  readonly #sockets = new Set<WebSocket>();
  #current: WebSocket | undefined;
  #silentMs = TIME_LIMIT_MS;
  #isOver = false;
  #identity: TwitchIdentity | undefined;

  constructor(options: ChatReaderOptions, signal: AbortSignal, failed: (error: unknown) => void) {
    this.#options = options;
    this.#signal = signal;
    this.#failed = failed;
    this.#silence = new Timer(options.clock);
  }

  open(url: string): void {
    const socket = new WebSocket(url, {
      handshakeTimeout: TIME_LIMIT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      headers: { 'user-agent': this.#options.userAgent },
    });
    this.#sockets.add(socket);
    this.#expectMore();
    let failure: unknown;
    let wasOpen = false;
    socket.on('open', () => {
      wasOpen = true;
    });
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('close', (code) => {
      this.#sockets.delete(socket);
      // The connection that we left may close.
      if (this.#current === undefined || this.#current === socket || this.#sockets.size === 0) {
        const why = wasOpen
          ? say('twitch.twitch-closed-connection', { code })
          : say('service.cannot-reached', { service: TWITCH, reason: whyNotReached(failure) });
        this.#fail(new UpstreamError(why, 'retry'));
      }
    });
    socket.on('message', (data) => this.#receive(socket, data));
  }

  close(): void {
    this.#isOver = true;
    this.#silence.cancel();
    for (const socket of this.#sockets) {
      socket.terminate();
    }
  }

  #expectMore(): void {
    this.#silence.set(this.#silentMs, () =>
      this.#fail(new UpstreamError(say('twitch.twitch-stopped-responding'), 'retry')),
    );
  }

  #fail(error: unknown): void {
    if (!this.#isOver) {
      this.close();
      this.#failed(error);
    }
  }

  #receive(socket: WebSocket, data: RawData): void {
    const received = jsonIn(data.toString(), Envelope);
    if (received === undefined || this.#isOver) {
      return;
    }
    if (this.#current !== undefined) {
      this.#expectMore();
    }
    const { metadata, payload } = received;
    switch (metadata.message_type) {
      case 'session_welcome':
        this.#welcome(socket, payload);
        break;
      case 'session_reconnect':
        this.#move(payload);
        break;
      case 'revocation':
        this.#fail(revoked(payload));
        break;
      case 'notification':
        this.#notify(metadata.message_id, metadata.message_timestamp, payload);
        break;
    }
  }

  #welcome(socket: WebSocket, payload: unknown): void {
    const read = v.safeParse(Session, payload);
    if (!read.success) {
      return;
    }
    const before = this.#current;
    this.#current = socket;
    this.#silentMs = (read.output.session.keepalive_timeout_seconds ?? 10) * 1_000 * PATIENCE;
    this.#expectMore();
    if (before === undefined) {
      this.#subscribe(read.output.session.id).catch((error: unknown) => this.#fail(error));
    } else {
      // The subscriptions moved along.
      before.close();
    }
  }

  #move(payload: unknown): void {
    const read = v.safeParse(Session, payload);
    const url = read.success ? read.output.session.reconnect_url : undefined;
    if (typeof url === 'string' && /^wss?:\/\//.test(url) && URL.canParse(url)) {
      this.open(url);
    }
  }

  async #subscribe(session: string): Promise<void> {
    const { account, onReading } = this.#options;
    const { userId, broadcasterId } = await account.identify(SCOPE.read, this.#signal);
    this.#identity = { userId, broadcasterId };
    const json = {
      type: 'channel.chat.message',
      version: '1',
      condition: { broadcaster_user_id: broadcasterId, user_id: userId },
      transport: { method: 'websocket', session_id: session },
    };
    await account.call('/helix/eventsub/subscriptions', { json }, this.#signal);
    if (!this.#isOver) {
      onReading();
    }
  }

  #notify(id: string, timestamp: string, payload: unknown): void {
    const isOld = this.#options.clock.now() - Date.parse(timestamp) > OLDEST_MS;
    const read = v.safeParse(Chat, payload);
    if (isOld || this.#seen.has(id) || !read.success) {
      return;
    }
    this.#seen.add(id);
    evictOldest(this.#seen, REMEMBERED_MESSAGES);
    const { message, message_id, broadcaster_user_id, source_broadcaster_user_id } = read.output.event;
    const isElsewhere = (source_broadcaster_user_id ?? broadcaster_user_id) !== this.#identity?.broadcasterId;
    if (!isElsewhere) {
      this.#options.onMessage({ id: message_id, text: message.text });
    }
  }
}

/** `http://127.0.0.1:8080` becomes `ws://127.0.0.1:8080/ws`. */
function addressOf(url: string | undefined): string {
  return url === undefined ? ADDRESS : `${url.replace(/^http/, 'ws')}/ws`;
}

function revoked(payload: unknown): UpstreamError {
  const read = v.safeParse(Revocation, payload);
  const reason = read.success ? read.output.subscription.status : say('service.no-reason');
  return new UpstreamError(say('twitch.twitch-no-longer-lets-us-read', { reason }), 'stop');
}
