import type { PlayId, Publication } from '../../core/track.ts';

export interface QueuedPublication {
  publication: Publication;
  /** Monotonic ms. Waiting makes a publication as stale as retrying. */
  readonly since: number;
  /** Hides a recorded name, so it overtakes the queue. */
  readonly goesFirst: boolean;
}

/** May carry out a command whose answer waits for it: a hide, or a new set. */
export function isCommand({ hidden, kind }: Publication): boolean {
  return hidden || kind === 'new set';
}

/**
 * Whether a hide must not overtake a waiting publication: its set may be the new one, or its track was removed, and is
 * back under another id.
 */
export function precedes(waiting: Publication, { set, position }: Publication): boolean {
  const isRemoval = waiting.kind === 'retract' && waiting.set === set && waiting.position === position;
  return waiting.kind === 'new set' || isRemoval;
}

/**
 * Returns a waiting publication with the news of its play. It still adds the play if it would have, and stays in its
 * set if the play has moved to a new one since.
 */
export function updated(
  { kind, set, position, elapsedMs, movedFrom }: Publication,
  { set: newSet, movedFrom: _movedFrom, ...news }: Publication,
): Publication {
  const keepsKind = kind === 'track' || kind === 'new set' || news.kind === 'new set' || news.kind === 'end';
  return {
    ...news,
    ...(keepsKind && { kind }),
    ...(set !== newSet && { position, elapsedMs }),
    ...(set !== undefined && { set }),
    ...(movedFrom !== undefined && { movedFrom }),
  };
}

export class Backlog {
  readonly #waiting: QueuedPublication[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  get next(): QueuedPublication | undefined {
    return this.#waiting[0];
  }

  get all(): readonly QueuedPublication[] {
    return this.#waiting;
  }

  add(queued: QueuedPublication): void {
    this.#insert(queued, ({ goesFirst }) => queued.goesFirst && !goesFirst);
  }

  /** Puts a failed delivery behind those that go first, but ahead of later ones of its play. */
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

  get holdsCommand(): boolean {
    return this.#waiting.some(({ publication }) => isCommand(publication));
  }

  of(playId: PlayId): readonly QueuedPublication[] {
    return this.#waiting.filter(({ publication }) => publication.playId === playId);
  }

  /** Drops the play's first publication. Returns whether one was queued. */
  drop(playId: PlayId): boolean {
    const at = this.#waiting.findIndex(({ publication }) => publication.playId === playId);
    return at >= 0 && this.#waiting.splice(at, 1).length > 0;
  }

  keepNewest(count: number): number {
    return this.#waiting.splice(0, this.#waiting.length - count).length;
  }
}
