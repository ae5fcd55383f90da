import type { PlayId, Publication } from '../../core/track.ts';

export interface QueuedPublication {
  /** News of the play replaces it. */
  publication: Publication;
  /** When it was queued, on the monotonic clock: waiting makes it as stale as retrying. */
  readonly since: number;
  /** It hides what is recorded already: that stays named no longer than it must, whatever else waits. */
  readonly goesFirst: boolean;
}

/** The publications that wait for one sink, in the order in which they are delivered. */
export class Backlog {
  readonly #waiting: QueuedPublication[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  /** The one that is delivered next. */
  get next(): QueuedPublication | undefined {
    return this.#waiting[0];
  }

  add(queued: QueuedPublication): void {
    this.#insert(queued, ({ goesFirst }) => queued.goesFirst && !goesFirst);
  }

  /** One that was to be delivered: ahead of all but those that go first, and of what came later about its own play. */
  putBack(queued: QueuedPublication): void {
    const { playId } = queued.publication;
    this.#insert(queued, ({ goesFirst, publication }) => !goesFirst || publication.playId === playId);
  }

  #insert(queued: QueuedPublication, before: (other: QueuedPublication) => boolean): void {
    const at = this.#waiting.findIndex(before);
    this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, queued);
  }

  shift(): QueuedPublication | undefined {
    return this.#waiting.shift();
  }

  get hasHidden(): boolean {
    return this.#waiting.some(({ publication }) => publication.hidden);
  }

  of(playId: PlayId): readonly QueuedPublication[] {
    return this.#waiting.filter(({ publication }) => publication.playId === playId);
  }

  /** Drops the first of this play. Returns whether there was one. */
  drop(playId: PlayId): boolean {
    const at = this.#waiting.findIndex(({ publication }) => publication.playId === playId);
    return at >= 0 && this.#waiting.splice(at, 1).length > 0;
  }

  /** Drops all but the newest `count`. Returns how many were dropped. */
  keepNewest(count: number): number {
    return this.#waiting.splice(0, this.#waiting.length - count).length;
  }
}
