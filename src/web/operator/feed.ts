import type { WebSocket } from 'ws';
import type { DeckView, HeldTrack } from '../../core/contracts/deck.ts';
import type { Control } from '../../core/contracts/operator.ts';
import { spoken } from '../../core/message.ts';
import type { Clock, LoggedLine } from '../../core/tools.ts';
import { Feed } from '../feed.ts';
import { WIRE_VERSION } from '../wire/events.ts';
import type { HealthMessage } from '../wire/health.ts';
import type { OperatorMessage, WireDeck, WireHeld } from '../wire/operator.ts';
import type { PhoneAccess } from './phone.ts';

const SPEAK_EVERY_MS = 500;

export class OperatorFeed {
  readonly #feed: Feed<OperatorMessage>;
  readonly #clock: Clock;
  readonly #control: Control;
  readonly #health: () => HealthMessage;
  readonly #phones: PhoneAccess;
  #logged = 0;
  /** Lines that name tracks, as pages have them: a hide removes the names. */
  #named = new Map<number, string>();

  constructor(clock: Clock, control: Control, health: () => HealthMessage, phones: PhoneAccess) {
    this.#clock = clock;
    this.#control = control;
    this.#health = health;
    this.#phones = phones;
    this.#feed = new Feed<OperatorMessage>({
      clock,
      message: () => this.#next(),
      news: (message) => ({ ...message, at: 0, health: { ...message.health, uptimeMs: 0 } }),
      speakEveryMs: SPEAK_EVERY_MS,
    });
  }

  add(page: WebSocket): void {
    if (this.#feed.size === 0) {
      const kept = this.#control.logged();
      this.#logged = kept.at(-1)?.seq ?? 0;
      this.#named = new Map();
      this.#changed(kept);
    }
    // The other pages lack the later lines, which follow for all.
    const lines = this.#control.logged().filter(({ seq }) => seq <= this.#logged);
    this.#feed.add(page, this.#message(lines));
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#feed.run(signal);
  }

  #next(): OperatorMessage {
    const kept = this.#control.logged();
    const changed = this.#changed(kept);
    const lines = kept.filter((line) => line.seq > this.#logged || changed.has(line));
    this.#logged = kept.at(-1)?.seq ?? this.#logged;
    return this.#message(lines);
  }

  /** Lines about tracks that changed since pages received them. */
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
      listed: this.#control.isListed(),
      waiting: this.#control.isWaiting(),
      endedAt: this.#control.endedAt() ?? null,
      silence: this.#control.silence() ?? null,
      silentMs: this.#control.silentMs() ?? 0,
      decks: this.#control.decks().map(wireDeck),
      canPutOnAir: this.#control.onAir !== undefined,
      health: this.#health(),
      hasToken: !this.#phones.token.isEmpty,
      codeIssuer: this.#phones.codes.issuer,
      signedIn: this.#phones.codes.signedIn,
      log,
    };
  }
}

export function wireHeld(held: HeldTrack | undefined): WireHeld | null {
  if (held === undefined) {
    return null;
  }
  const { track, deck, hiddenBy, ...rest } = held;
  const { artist, title } = track;
  return { ...rest, artist, title, deck: deck ?? null, hiddenBy: hiddenBy ?? null };
}

export function wireDeck({ play, track, level, hiddenBy, ...rest }: DeckView): WireDeck {
  return spoken<WireDeck>({
    ...rest,
    play: play ?? null,
    hiddenBy: hiddenBy ?? null,
    artist: track.artist,
    title: track.title,
    // Rounded: a trembling fader sends no messages.
    level: level === undefined ? null : Math.round(level * 100) / 100,
  });
}
