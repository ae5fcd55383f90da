import type { DeckBeats } from '../../../src/core/contracts/beat.ts';
import type { DeckState } from '../../../src/core/contracts/deck.ts';
import type { SourceListener } from '../../../src/core/contracts/source.ts';
import type { PlayId } from '../../../src/core/track.ts';
import { Timer, untilAborted } from '../../../src/core/waiting.ts';
import { type BeatBoard, type DeckEvent, DeckTable } from '../../../src/decks/index.ts';
import type { DeckSettings } from '../../../src/decks/options.ts';
import type { ChaosListener, ListenTools } from './index.ts';

export type Apply = (...events: readonly DeckEvent[]) => void;

export interface TableListenerOptions {
  readonly source: string;
  readonly settings: DeckSettings;
  readonly tools: ListenTools;
  /** Sends events until the returned function is called. */
  readonly connect: (apply: Apply) => () => void;
  readonly lose: (apply: Apply) => void;
  /** Receives the beats of a source that reports them. */
  readonly board?: BeatBoard;
}

export class TableListener implements ChaosListener {
  readonly #options: TableListenerOptions;
  readonly beats?: DeckBeats;
  #table: DeckTable | undefined;
  #disconnect: (() => void) | undefined;

  constructor(options: TableListenerOptions) {
    this.#options = options;
    const { board } = options;
    if (board !== undefined) {
      this.beats = {
        follow: (changed) => board.follow(changed),
        at: (time) => this.#table?.beatsAt(time) ?? [],
      };
    }
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

  leaveAir(isLeaving: (play: PlayId) => boolean): void {
    this.#table?.leaveAir(isLeaving);
  }
}

/** Polls a reader when it asks to, without server or socket. */
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
