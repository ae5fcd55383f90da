/** Events of the last minutes, for bug reports. */
import {
  type RecordedEvent,
  type RecordedSource,
  type RecordingLine,
  type Untimed,
  writeRecordingLine,
} from '@deckcast/wire-kit/recording';
import { evictOldest } from '../../core/evict.ts';
import type { Clock } from '../../core/tools.ts';

const KEPT_MS = 5 * 60_000;
/** Shortens the time on busy networks. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
/** Four decks of every device have fewer. */
const MAX_EARLIER_STATES = 10_000;
/** Dropped events leave in batches. */
const COMPACT_AT = 1_000;

/** Masks names of tracks, computers and addresses; undefined leaves the event out. */
export type Mask = (event: RecordedEvent) => RecordedEvent | undefined;

interface Kept {
  readonly event: RecordedEvent;
  readonly characters: number;
}

export class RecentEvents {
  readonly #source: RecordedSource;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #startedAt: number;
  readonly #events: Kept[] = [];
  #first = 0;
  #characters = 0;
  /** States that still hold, by device, event and path. */
  readonly #earlierStates = new Map<string, RecordedEvent>();

  constructor(source: RecordedSource, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#source = source;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  write(event: Untimed<RecordedEvent>): void {
    // TypeScript loses the union.
    const timed = { t: this.#now(), ...event } as RecordedEvent;
    const characters = writeRecordingLine(timed).length;
    this.#events.push({ event: timed, characters });
    this.#characters += characters;
    this.#forget();
  }

  recording(mask: Mask): string | undefined {
    this.#forget();
    const recent = this.#events.slice(this.#first).map(({ event }) => event);
    if (recent.length === 0 && this.#earlierStates.size === 0) {
      return undefined;
    }
    const begins = recent[0]?.t ?? this.#now();
    const at = new Date(this.#clock.now() - (this.#now() - begins)).toISOString();
    const lines: RecordingLine[] = [{ t: 0, event: 'start', version: 1, source: this.#source, at }];
    for (const event of [...this.#earlierStates.values(), ...recent]) {
      const masked = mask({ ...event, t: Math.max(0, event.t - begins) });
      if (masked !== undefined) {
        lines.push(masked);
      }
    }
    return lines.map((line) => `${writeRecordingLine(line)}\n`).join('');
  }

  #now(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  #forget(): void {
    const since = this.#now() - KEPT_MS;
    for (;;) {
      const oldest = this.#events[this.#first];
      if (oldest === undefined || (oldest.event.t >= since && this.#characters <= MAX_CHARACTERS)) {
        break;
      }
      this.#first += 1;
      this.#characters -= oldest.characters;
      this.#keepState(oldest.event);
    }
    if (this.#first >= COMPACT_AT) {
      this.#events.splice(0, this.#first);
      this.#first = 0;
    }
  }

  /** Devices send some states once. PRO DJ LINK datagrams repeat, so they are not kept. */
  #keepState(event: RecordedEvent): void {
    if (event.event === 'datagram') {
      return;
    }
    if (event.event === 'lost' || event.event === 'gone') {
      for (const [key, { event: what }] of this.#earlierStates) {
        if (key.startsWith(event.device) && (event.event === 'gone' || what !== 'found')) {
          this.#earlierStates.delete(key);
        }
      }
      return;
    }
    const key = `${event.device} ${event.event} ${event.event === 'state' ? event.path : ''}`;
    // Keeps a state behind its connection.
    this.#earlierStates.delete(key);
    this.#earlierStates.set(key, event);
    evictOldest(this.#earlierStates, MAX_EARLIER_STATES);
  }
}

/** Equal texts get equal numbers. */
export function numbered(write: (number: number) => string): (text: string) => string {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return write(number);
  };
}

/** 198.18.0.0/15 is reserved for benchmarks. */
export const maskedAddresses = (): ((address: string) => string) =>
  numbered((number) => `198.18.${Math.floor(number / 250)}.${(number % 250) + 1}`);
