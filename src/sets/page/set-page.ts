import { randomBytes } from 'node:crypto';
import type { EarlierSet } from '../../core/contracts/set.ts';
import { evictOldest } from '../../core/evict.ts';
import { entryOf } from '../../core/record.ts';
import { type Picture, type Publication, type SetEntry, withoutRemoved } from '../../core/track.ts';
import { keepsCover, MAX_COVER_BYTES } from '../covers.ts';

const MAX_ENTRIES = 1_000;

interface Kept {
  entry: SetEntry;
  /** Monotonic ms when the room first heard it; undefined from an earlier run. */
  readonly since: number | undefined;
  /** A source of this run reported it. */
  isReported: boolean;
  art: PagePicture | undefined;
}

interface PagePicture {
  /** Random; never reused for another picture. */
  readonly name: string;
  readonly picture: Picture;
}

export interface PageView {
  /** Unique per content. */
  readonly version: string;
  /** Oldest first, masked as of now. */
  readonly entries: readonly SetEntry[];
  /** Reported in this run, usually the last entry. */
  readonly onAir: SetEntry | undefined;
  /** Keyed by the entry's position. */
  readonly covers: ReadonlyMap<number, string>;
  /** Cover's color. */
  readonly light: string | undefined;
  /** PNGs by name. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Set as readers see it, each track `delayMs` later than the room. Hides apply at once. */
export class SetPage {
  readonly #delayMs: () => number;
  readonly #run = randomBytes(6).toString('hex');
  readonly #set = new Map<number, Kept>();
  /** `Publication.set`, or 0; undefined before the first publication, which continues an earlier set. */
  #number: number | undefined;
  #hasBegun = false;
  #revision = 0;
  /** Position on air unless the newest; 0 if nothing is. */
  #back: number | undefined;

  constructor(delayMs: () => number) {
    this.#delayMs = delayMs;
  }

  /** Whether a set is known, perhaps a new one without tracks. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Readers see the play on air only after the whole delay: its beginning is unknown. `now`: monotonic. */
  addEarlierSet(
    { entries, covers, onAir }: Pick<EarlierSet, 'entries' | 'covers' | 'onAir'>,
    now?: number,
  ): void {
    this.#hasBegun ||= withoutRemoved(entries).length > 0;
    for (const entry of entries) {
      const isReported = entry.position === onAir;
      const since = isReported ? now : undefined;
      const art = covers?.get(entry.position);
      this.#set.set(entry.position, { entry, since, isReported, art: art && named(art) });
    }
    if (onAir !== undefined && onAir !== entries.at(-1)?.position) {
      this.#back = onAir;
    }
  }

  /** Keyed by position. */
  get covers(): ReadonlyMap<number, Picture> {
    return new Map(
      [...this.#set].flatMap(([position, { art }]) => (art === undefined ? [] : [[position, art.picture]])),
    );
  }

  /** `now`: monotonic. */
  record(publication: Publication, now: number): void {
    this.#beginWith(publication);
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
    const kept = this.#update(publication);
    if (kept !== undefined) {
      kept.isReported = true;
    } else {
      const art = publication.art && named(publication.art);
      const entry = entryOf(publication);
      this.#set.set(publication.position, { entry, since: now, isReported: true, art });
      evictOldest(this.#set, MAX_ENTRIES);
      this.#revision += 1;
    }
    this.#limitCovers();
  }

  change(publication: Publication): void {
    this.#beginWith(publication);
    if (publication.kind !== 'retract' || publication.removed) {
      this.#update(publication);
    } else if (this.#set.delete(publication.position)) {
      this.#revision += 1;
    }
  }

  /** Keeps the play that moves to a new set, which readers may not see yet. */
  #beginWith({ set = 0, movedFrom = 0 }: Publication): void {
    this.#hasBegun = true;
    const isNew = this.#number !== undefined && set !== this.#number;
    this.#number = set;
    if (isNew) {
      const moved = this.#set.get(movedFrom);
      this.#set.clear();
      if (moved !== undefined) {
        this.#set.set(1, moved);
      }
      this.#back = moved === undefined ? 0 : undefined;
      this.#revision += 1;
    }
  }

  view(now: number): PageView {
    const shown = this.#shown(now);
    const last =
      this.#back === undefined ? shown.at(-1) : shown.find(({ entry }) => entry.position === this.#back);
    const onAir = last?.isReported ? last : undefined;
    const covers = shown.flatMap(({ entry, art }) => (art === undefined ? [] : { entry, art }));
    return {
      version: `${this.#run}-${this.#revision}-${shown.length}`,
      entries: shown.map(({ entry }) => entry),
      onAir: onAir?.entry,
      covers: new Map(covers.map(({ entry, art }) => [entry.position, art.name])),
      light: onAir?.art?.picture.accent,
      pictures: new Map(covers.map(({ art }) => [art.name, art.picture.png])),
    };
  }

  /** Milliseconds until the next track may be shown. */
  dueIn(now: number): number | undefined {
    const waiting = [...this.#set.values()].find(({ since }) => !this.#isDue(since, now));
    return waiting?.since === undefined ? undefined : waiting.since + this.#delayMs() - now;
  }

  #update(publication: Publication): Kept | undefined {
    const kept = this.#set.get(publication.position);
    if (kept === undefined) {
      return undefined;
    }
    kept.entry = entryOf(publication);
    if (kept.art?.picture !== publication.art && !keepsCover(publication)) {
      kept.art = publication.art && named(publication.art);
    }
    this.#revision += 1;
    return kept;
  }

  #limitCovers(): void {
    let bytes = 0;
    for (const kept of [...this.#set.values()].reverse()) {
      bytes += kept.art?.picture.png.length ?? 0;
      if (bytes > MAX_COVER_BYTES) {
        kept.art = undefined;
      }
    }
  }

  #shown(now: number): readonly Kept[] {
    return [...this.#set.values()].filter(({ since, entry }) => !entry.removed && this.#isDue(since, now));
  }

  #isDue(since: number | undefined, now: number): boolean {
    return since === undefined || since + this.#delayMs() <= now;
  }
}

function named(picture: Picture): PagePicture {
  return { name: randomBytes(9).toString('hex'), picture };
}
