import type { Track } from '../../core/track.ts';
import type { Content, ContentEntry } from './content.ts';

/** Content counts after this long without a change. */
const ACCEPTED_AFTER_MS = { whole: 15, likely: 40, unfinished: 250 } as const;
/** Usually a writer between truncating and writing. */
const EMPTY_ACCEPTED_AFTER_MS = 1000;

export interface FollowerResult {
  /** Oldest first. */
  readonly plays: readonly Track[];
  /** The content has just become stable, with or without a new play. */
  readonly accepted: boolean;
  /** When to read again, even without a file event. */
  readonly readAgainAfterMs?: number;
}

const EMPTY: Content = { format: 'empty', entries: [], state: 'unfinished' };
const NOTHING: FollowerResult = { plays: [], accepted: false };

export class Follower {
  #accepted: Content | undefined;
  #pending: { readonly key: string; readonly since: number } | undefined;
  /** Last announced play, or the file's before the start. */
  #last: Track | undefined;
  #announcedAny = false;
  readonly #goesOn: (track: Track) => boolean;

  /** `goesOn`: whether this track was on air when the source last stopped. */
  constructor(goesOn: (track: Track) => boolean = () => false) {
    this.#goesOn = goesOn;
  }

  /** Next comes a new file, which was empty before. */
  beginFile(): void {
    if (this.#accepted !== undefined) {
      this.#accepted = EMPTY;
      this.#pending = undefined;
      this.#last = undefined;
    }
  }

  /** The first content is from before the start, so it announces only a track that goes on. `now`: monotonic. */
  update(content: Content, now: number): FollowerResult {
    if (this.#accepted === undefined) {
      this.#accepted = content;
      this.#last = content.entries.at(-1)?.track;
      return this.#last !== undefined && this.#goesOn(this.#last)
        ? { plays: [this.#last], accepted: true }
        : NOTHING;
    }
    const key = keyOf(content);
    if (key === keyOf(this.#accepted)) {
      this.#pending = undefined;
      return NOTHING;
    }
    if (this.#pending?.key !== key) {
      this.#pending = { key, since: now };
    }
    const acceptedAfter =
      content.format === 'empty' ? EMPTY_ACCEPTED_AFTER_MS : ACCEPTED_AFTER_MS[content.state];
    const left = this.#pending.since + acceptedAfter - now;
    return left > 0 ? { ...NOTHING, readAgainAfterMs: left } : this.#announce(this.#accepted, content);
  }

  #announce(before: Content, content: Content): FollowerResult {
    this.#accepted = content;
    this.#pending = undefined;
    const plays: Track[] = [];
    if (!this.#announcedAny && grows(before.entries, content.entries)) {
      // An entry added to a list is played now, even if it repeats yesterday's last.
      this.#last = undefined;
    }
    for (const { track } of newEntries(before.entries, content.entries)) {
      if (this.#last === undefined || !isSameTrack(this.#last, track)) {
        plays.push(track);
        this.#last = track;
        this.#announcedAny = true;
      }
    }
    // Once a player emptied the file, yesterday's track counts as new. Announced tracks do not: some players
    // empty the file during a pause.
    if (content.format === 'empty' && !this.#announcedAny) {
      this.#last = undefined;
    }
    return { plays, accepted: true };
  }
}

/** New entries of a growing list; otherwise the last. */
function newEntries(
  before: readonly ContentEntry[],
  after: readonly ContentEntry[],
): readonly ContentEntry[] {
  return grows(before, after) ? after.slice(before.length) : after.slice(-1);
}

function grows(before: readonly ContentEntry[], after: readonly ContentEntry[]): boolean {
  return before.length > 0 && before.every((entry, index) => entry.mark === after[index]?.mark);
}

/** Changes with the plays, but not when a player counts seconds. */
function keyOf(content: Content): string {
  const last = content.entries.at(-1)?.track;
  return last === undefined
    ? content.format
    : JSON.stringify([content.entries.length, last.artist, last.title]);
}

function isSameTrack(one: Track, other: Track): boolean {
  return one.artist === other.artist && one.title === other.title;
}
