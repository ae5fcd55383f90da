import type { WebSocket } from 'ws';
import type { Clock } from '../core/tools.ts';
import { pause, unlessAborted } from '../core/waiting.ts';
import { encode, Hub } from './hub.ts';

const CHECK_EVERY_MS = 250;

export interface FeedOptions<Message extends object> {
  readonly clock: Clock;
  /** The message as it is now. */
  readonly message: () => Message;
  /** What makes a message worth sending; all of it unless given. */
  readonly news?: (message: Message) => unknown;
  /** Milliseconds after which it is sent without news, so that a page knows when it has lost us. */
  readonly speakEveryMs: number;
}

/** The pages that have one message as it changes. It is made only while one of them is open. */
export class Feed<Message extends object> {
  readonly #hub = new Hub();
  readonly #options: FeedOptions<Message>;
  #onPage: () => void = () => undefined;
  /** The news of the last message. */
  #lastSent = '';
  #lastSentAt = 0;

  constructor(options: FeedOptions<Message>) {
    this.#options = options;
  }

  /** Pages that are open. */
  get size(): number {
    return this.#hub.size;
  }

  /** As it is now. */
  message(): Message {
    return this.#options.message();
  }

  add(page: WebSocket, greeting: Message = this.message()): void {
    this.#hub.add(page, encode(greeting));
    this.#onPage();
  }

  /** Sends until the signal fires. Without a page nothing wakes. */
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
    this.#hub.close();
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
