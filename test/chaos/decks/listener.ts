import type { DeckState } from '../../../src/core/contracts/deck.ts';
import type { SourceListener } from '../../../src/core/contracts/source.ts';
import { Timer, untilAborted } from '../../../src/core/waiting.ts';
import { type DeckEvent, DeckTable } from '../../../src/decks/index.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import type { ChaosListener, ListenTools } from './index.ts';

/** Passes events to the deck table. */
export type Apply = (...events: readonly DeckEvent[]) => void;

export interface TableListenerOptions {
  /** Name as in `--source`. */
  readonly source: string;
  readonly settings: DeckSettings;
  readonly tools: ListenTools;
  /** Begins to send events to the table. Returns a function that stops. */
  readonly connect: (apply: Apply) => () => void;
  /** Reports to the table that the connections broke. */
  readonly lose: (apply: Apply) => void;
}

/** A deck source with the real deck table. */
export class TableListener implements ChaosListener {
  readonly #options: TableListenerOptions;
  #table: DeckTable | undefined;
  #disconnect: (() => void) | undefined;

  constructor(options: TableListenerOptions) {
    this.#options = options;
  }

  readonly #apply: Apply = (...events) => this.#options.tools.arrive(() => this.#table?.apply(...events));

  async run(listener: SourceListener, signal: AbortSignal): Promise<void> {
    this.#table = new DeckTable({ ...this.#options, listener });
    this.find();
    await untilAborted(signal);
    this.#disconnect?.();
    this.#table.stop();
  }

  lose(): void {
    this.#disconnect?.();
    this.#disconnect = undefined;
    this.#options.lose(this.#apply);
  }

  find(): void {
    // A starting program does not listen yet: `run` connects it.
    if (this.#table !== undefined) {
      this.#disconnect ??= this.#options.connect(this.#apply);
    }
  }

  health() {
    return { watching: 'chaos' };
  }

  decks(): readonly DeckState[] {
    return this.#table?.views() ?? [];
  }

  putOnAir(deck: string): boolean {
    return this.#table?.putOnAir(deck) ?? false;
  }
}

/** Runs a source's reader without server or socket, and polls it when it asks to. */
export class Reader {
  apply: Apply = () => undefined;
  readonly #tools: ListenTools;
  readonly #nextAt: () => number | undefined;
  readonly #advance: (now: number) => readonly DeckEvent[];
  readonly #next: Timer;

  constructor(
    tools: ListenTools,
    nextAt: () => number | undefined,
    advance: (now: number) => readonly DeckEvent[],
  ) {
    this.#tools = tools;
    this.#nextAt = nextAt;
    this.#advance = advance;
    this.#next = new Timer(tools.clock);
  }

  receive(read: (now: number) => readonly DeckEvent[]): void {
    this.#tools.arrive(() => this.#read(read));
  }

  #read(read: (now: number) => readonly DeckEvent[]): void {
    const { clock } = this.#tools;
    this.apply(...read(clock.monotonic()));
    const at = this.#nextAt();
    if (at === undefined) {
      this.#next.cancel();
    } else {
      this.#next.set(at - clock.monotonic(), () => this.#read(this.#advance));
    }
  }
}
