import type { DeckState, SourceListener } from '../../../src/core/contracts.ts';
import { untilAborted } from '../../../src/core/waiting.ts';
import { type DeckEvent, DeckTable } from '../../../src/decks/index.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import type { ChaosListener, ListenTools } from './index.ts';

/** Hands events to the table. */
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
    this.#disconnect ??= this.#options.connect(this.#apply);
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
