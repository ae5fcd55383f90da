import type { WebSocket } from 'ws';
import type { Clock } from '../core/tools.ts';
import { pause, unlessAborted } from '../core/waiting.ts';
import { encode, Hub } from './hub.ts';

const CHECK_EVERY_MS = 250;

export interface FeedOptions<Message extends object> {
  readonly clock: Clock;
  readonly message: () => Message;
  /** Part whose change triggers a message; everything by default. */
  readonly news?: (message: Message) => unknown;
  /** Interval of repeated messages, by which a page notices a lost connection. */
  readonly speakEveryMs: number;
}

/** Changing message, built only while a page is connected. */
export class Feed<Message extends object> {
  readonly #hub = new Hub();
  readonly #options: FeedOptions<Message>;
  #onPage: () => void = () => undefined;
  #lastSent = '';
  #lastSentAt = 0;

  constructor(options: FeedOptions<Message>) {
    this.#options = options;
  }

  get size(): number {
    return this.#hub.size;
  }

  message(): Message {
    return this.#options.message();
  }

  add(page: WebSocket, greeting: Message = this.message()): void {
    this.#hub.add(page, encode(greeting));
    this.#onPage();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.size === 0) {
        const page = new Promise<void>((resolve) => {
          this.#onPage = resolve;
        });
        await unlessAborted(page, signal);
      }
      await pause(this.#options.clock, CHECK_EVERY_MS, signal);
      if (this.size > 0) {
        this.#send();
      }
    }
  }

  #send(): void {
    const { clock, news: newsOf = (all) => all, speakEveryMs } = this.#options;
    const message = this.message();
    const news = JSON.stringify(newsOf(message));
    const now = clock.monotonic();
    if (news !== this.#lastSent || now - this.#lastSentAt >= speakEveryMs) {
      this.#lastSent = news;
      this.#lastSentAt = now;
      this.#hub.send(encode(message));
    }
  }
}
