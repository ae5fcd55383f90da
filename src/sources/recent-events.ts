/** What a source received in the last minutes, for a bug report that somebody writes after something went wrong. */
import {
  type RecordedEvent,
  type RecordedSource,
  type RecordingLine,
  type Untimed,
  writeRecordingLine,
} from '@deckcast/recording';
import { evictOldest } from '../core/evict.ts';
import type { Clock } from '../core/tools.ts';

const KEPT_MS = 5 * 60_000;
/** Characters of all lines: busy networks have fewer minutes. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
/** States that are older than what is kept, but still true. More than four decks of every device have. */
const MOST_STANDING = 10_000;
/** Events that are gone stay in the list until there are so many of them. */
const COMPACT_AT = 1_000;

/** Another event in which nothing names a track, a computer or an address; undefined for one that is left out. */
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
  /** Index of the first one that is kept. */
  #first = 0;
  #characters = 0;
  /** What came earlier and still stands, by what it is about. */
  readonly #standing = new Map<string, RecordedEvent>();

  constructor(source: RecordedSource, clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#source = source;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  write(event: Untimed<RecordedEvent>): void {
    // One of the events again, now that it has its time.
    const timed = { t: this.#now(), ...event } as RecordedEvent;
    const characters = writeRecordingLine(timed).length;
    this.#events.push({ event: timed, characters });
    this.#characters += characters;
    this.#forget();
  }

  /** A recording that can be played; undefined while nothing was received. */
  recording(mask: Mask): string | undefined {
    this.#forget();
    const recent = this.#events.slice(this.#first).map(({ event }) => event);
    if (recent.length === 0 && this.#standing.size === 0) {
      return undefined;
    }
    const begins = recent[0]?.t ?? this.#now();
    const at = new Date(this.#clock.now() - (this.#now() - begins)).toISOString();
    const lines: RecordingLine[] = [{ t: 0, event: 'start', version: 1, source: this.#source, at }];
    for (const event of [...this.#standing.values(), ...recent]) {
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
      if (oldest === undefined || (oldest.event.t >= since && this.#characters <= MOST_CHARACTERS)) {
        break;
      }
      this.#first += 1;
      this.#characters -= oldest.characters;
      this.#stand(oldest.event);
    }
    if (this.#first >= COMPACT_AT) {
      this.#events.splice(0, this.#first);
      this.#first = 0;
    }
  }

  /** What players of PRO DJ LINK say they repeat; a device of the other make says it once. */
  #stand(event: RecordedEvent): void {
    if (event.event === 'datagram') {
      return;
    }
    if (event.event === 'lost' || event.event === 'gone') {
      for (const [key, { event: what }] of this.#standing) {
        if (key.startsWith(event.device) && (event.event === 'gone' || what !== 'found')) {
          this.#standing.delete(key);
        }
      }
      return;
    }
    const key = `${event.device} ${event.event} ${event.event === 'state' ? event.path : ''}`;
    // Behind what it follows from: a state comes after its connection.
    this.#standing.delete(key);
    this.#standing.set(key, event);
    evictOldest(this.#standing, MOST_STANDING);
  }
}

/** Stands for each different text by a number of its own, so that what was equal stays equal. */
export function numbered(write: (number: number) => string): (text: string) => string {
  const numbers = new Map<string, number>();
  return (text) => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return write(number);
  };
}

/** Addresses of a network that is for measurements alone, so that nobody has them. */
export const maskedAddresses = (): ((address: string) => string) =>
  numbered((number) => `198.18.${Math.floor(number / 250)}.${(number % 250) + 1}`);
