import { randomBytes } from 'node:crypto';
import type { EarlierSet } from '../../core/contracts.ts';
import { evictOldest } from '../../core/evict.ts';
import { entryOf } from '../../core/record.ts';
import type { Picture, Publication, SetEntry } from '../../core/track.ts';

/** A day of short tracks. */
const MAX_ENTRIES = 1_000;

interface Kept {
  entry: SetEntry;
  /** When the room heard it first, on the monotonic clock; undefined where that was in an earlier run. */
  readonly since: number | undefined;
  art: PagePicture | undefined;
}

interface PagePicture {
  /** Cannot be guessed, and never means another picture. */
  readonly name: string;
  readonly picture: Picture;
}

/** What the page says at one moment. */
export interface PageView {
  /** Differs from that of any other content. */
  readonly version: string;
  /** Oldest first, each as it may be shown now. */
  readonly entries: readonly SetEntry[];
  /** One that this run featured, mostly the last; the others are over. */
  readonly onAir: SetEntry | undefined;
  /** Of what is on air. */
  readonly art: string | undefined;
  /** PNG, by name: of what is on air, and of the track before, which caches may still name. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/**
 * The set for its readers, who see each track `delayMs` later than the room heard it. What is hidden is hidden at once,
 * whenever it was on.
 */
export class SetPage {
  readonly #delayMs: () => number;
  readonly #run = randomBytes(6).toString('hex');
  /** By position, oldest first. */
  readonly #set = new Map<number, Kept>();
  #revision = 0;
  /** Position of the play on air where that is not the newest; 0 while nothing is on air. */
  #back: number | undefined;

  /** `delayMs` is read at each use. */
  constructor(delayMs: () => number) {
    this.#delayMs = delayMs;
  }

  /** Nothing was recorded yet. */
  get isEmpty(): boolean {
    return this.#set.size === 0;
  }

  /** Adds the tracks of the set that this run continues; none of them is on air. */
  addEarlierSet({ entries }: Pick<EarlierSet, 'entries'>): void {
    for (const entry of entries) {
      this.#set.set(entry.position, { entry, since: undefined, art: undefined });
    }
  }

  /** Records a publication that goes out at `now`, on the monotonic clock. */
  record(publication: Publication, now: number): void {
    if (publication.kind === 'off air') {
      this.#back = 0;
      this.#revision += 1;
      return;
    }
    const newest = [...this.#set.keys()].at(-1);
    this.#back =
      this.#set.has(publication.position) && publication.position !== newest
        ? publication.position
        : undefined;
    if (!this.#update(publication)) {
      const art = publication.art && named(publication.art);
      this.#set.set(publication.position, { entry: entryOf(publication), since: now, art });
      evictOldest(this.#set, MAX_ENTRIES);
      this.#revision += 1;
    }
    const shown = this.#shown(now);
    for (const kept of shown.slice(0, -2)) {
      kept.art = undefined;
    }
  }

  /** A play that is over was hidden, may be shown again, or was a mistake. */
  change(publication: Publication): void {
    if (publication.kind !== 'retract') {
      this.#update(publication);
    } else if (this.#set.delete(publication.position)) {
      this.#revision += 1;
    }
  }

  view(now: number): PageView {
    const shown = this.#shown(now);
    const last =
      this.#back === undefined ? shown.at(-1) : shown.find(({ entry }) => entry.position === this.#back);
    const onAir = last?.since === undefined ? undefined : last;
    const pictures = shown.slice(-2).flatMap(({ art }) => art ?? []);
    return {
      version: `${this.#run}-${this.#revision}-${shown.length}`,
      entries: shown.map(({ entry }) => entry),
      onAir: onAir?.entry,
      art: onAir?.art?.name,
      pictures: new Map(pictures.map(({ name, picture }) => [name, picture.png])),
    };
  }

  /** Milliseconds until the next track may be shown; undefined when none waits. */
  dueIn(now: number): number | undefined {
    const waiting = [...this.#set.values()].find(({ since }) => !this.#isDue(since, now));
    return waiting?.since === undefined ? undefined : waiting.since + this.#delayMs() - now;
  }

  #update(publication: Publication): boolean {
    const kept = this.#set.get(publication.position);
    if (kept === undefined) {
      return false;
    }
    kept.entry = entryOf(publication);
    if (kept.art?.picture !== publication.art) {
      kept.art = publication.art && named(publication.art);
    }
    this.#revision += 1;
    return true;
  }

  #shown(now: number): readonly Kept[] {
    return [...this.#set.values()].filter(({ since }) => this.#isDue(since, now));
  }

  #isDue(since: number | undefined, now: number): boolean {
    return since === undefined || since + this.#delayMs() <= now;
  }
}

function named(picture: Picture): PagePicture {
  return { name: randomBytes(9).toString('hex'), picture };
}
