import type { WebSocket } from 'ws';
import type { LoggedLine } from '../../core/logged-line.ts';
import type { Clock } from '../../core/tools.ts';
import { Hub } from '../hub.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';
import type { OperatorMessage } from '../wire/operator.ts';
import { type Control, wireDeck, wireHeld } from './control.ts';

const CHECK_EVERY_MS = 250;
/** So that a page knows soon when it has lost us. */
const SPEAK_EVERY_MS = 500;

/** The feed of the operator's pages; collected only while one of them is open. */
export class OperatorFeed {
  readonly #hub = new Hub();
  readonly #clock: Clock;
  readonly #control: Control;
  readonly #health: () => HealthMessage;
  /** The last line that every page has. */
  #logged = 0;
  /** The lines with names as every page has them, by number: a hide takes the names out. */
  #named = new Map<number, string>();
  /** The last message, without the fields that always change. */
  #lastSent = '';
  #lastSentAt = 0;

  constructor(clock: Clock, control: Control, health: () => HealthMessage) {
    this.#clock = clock;
    this.#control = control;
    this.#health = health;
  }

  add(page: WebSocket): void {
    if (this.#hub.size === 0) {
      const kept = this.#control.logAfter(0);
      this.#logged = kept.at(-1)?.seq ?? 0;
      this.#named = new Map();
      this.#changed(kept);
    }
    // Up to the last line that the other pages have; the rest follows for all.
    const lines = this.#control.logAfter(0).filter(({ seq }) => seq <= this.#logged);
    this.#hub.add(page, encode(this.#message(lines)));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#hub.checkWhileOpen(this.#clock, CHECK_EVERY_MS, () => this.#send(), signal);
    this.#hub.close();
  }

  #send(): void {
    const kept = this.#control.logAfter(0);
    const changed = this.#changed(kept);
    const lines = kept.filter((line) => line.seq > this.#logged || changed.has(line));
    this.#logged = kept.at(-1)?.seq ?? this.#logged;
    const message = this.#message(lines);
    const news = JSON.stringify({ ...message, at: 0, health: { ...message.health, uptimeMs: 0 } });
    const now = this.#clock.monotonic();
    if (news !== this.#lastSent || now - this.#lastSentAt >= SPEAK_EVERY_MS) {
      this.#lastSent = news;
      this.#lastSentAt = now;
      this.#hub.send(encode(message));
    }
  }

  /** The lines about tracks that no page has as they are now. */
  #changed(kept: readonly LoggedLine[]): ReadonlySet<LoggedLine> {
    const now = new Map(
      kept
        .filter(({ fields }) => fields.position !== undefined)
        .map((line) => [line.seq, { line, text: JSON.stringify(line.fields) }]),
    );
    const changed = [...now.values()].filter(({ line, text }) => this.#named.get(line.seq) !== text);
    this.#named = new Map([...now].map(([seq, { text }]) => [seq, text]));
    return new Set(changed.map(({ line }) => line));
  }

  #message(log: readonly LoggedLine[]): OperatorMessage {
    return {
      v: WIRE_VERSION,
      type: 'operator',
      at: this.#clock.now(),
      held: wireHeld(this.#control.held()),
      hiddenBy: this.#control.hiddenBy() ?? null,
      waiting: this.#control.isWaiting(),
      decks: this.#control.decks().map(wireDeck),
      canPutOnAir: this.#control.onAir !== undefined,
      health: this.#health(),
      log,
    };
  }
}

function encode(message: OperatorMessage): Buffer {
  return Buffer.from(JSON.stringify(message));
}
