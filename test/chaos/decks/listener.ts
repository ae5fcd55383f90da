import type { DeckState, SourceListener } from '../../../src/core/contracts.ts';
import { Timer, untilAborted } from '../../../src/core/waiting.ts';
import { type DeckEvent, DeckTable } from '../../../src/decks/index.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import type { ChaosListener, ListenTools } from './index.ts';

/** ProgramHands events to the table. */
export type Apply = (...events: readonly DeckEvent[]) => void;

export interface TableListenerOptions {
  /** As `--source` would spell it. */
  readonly source: string;
  readonly settings: DeckSettings;
  readonly tools: ListenTools;
  /** Begins to send events to the table; returns a function that stops. */
  readonly connect: (apply: Apply) => () => void;
  /** Reports to the table that the connections broke. */
  readonly lose: (apply: Apply) => void;
}

/** A deck source on the one table of decks. */
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
    // A program that is still starting listens to nothing yet: `run` connects it.
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

/** What a source does with what arrives, without its server or socket: its decks want to be asked again at a time of theirs. */
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
