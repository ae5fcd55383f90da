/**
 * Computes the track for a moment from the server's messages, delayed by `delay` and ended after `show`.
 *
 * @import { EventMessage, SnapshotEvent, WireHistoryEntry, WireTrack } from '../../../src/web/wire/events.ts'
 *
 * @typedef {WireTrack & { readonly previous: readonly WireHistoryEntry[] }} SceneTrack  with earlier tracks, newest first
 * @typedef {{ track: SceneTrack | null, shownAt: number }} Entry
 * @typedef {{ track: SceneTrack | null, next: number }} Scene  track to show, and the time of the next possible change
 */

export class Timeline {
  /** Oldest first, ending in the server's newest. @type {Entry[]} */
  #entries = [];
  #clockOffset = 0;

  get #newest() {
    return this.#entries[this.#entries.length - 1];
  }

  /** Server's clock minus this page's, ms. */
  get serverAhead() {
    return -this.#clockOffset;
  }

  /**
   * @param {EventMessage} event
   * @param {number} now milliseconds, this page's clock
   */
  apply(event, now) {
    // Server's time: several pages show and hide a track together.
    this.#clockOffset = now - Date.parse(event.at);
    switch (event.type) {
      case 'snapshot':
        this.#entries = [
          ...this.#entries.filter(({ track }) => mayStay(track, event)),
          { track: withPrevious(event.track, event), shownAt: this.#local(event.shownAt ?? event.at) },
        ];
        break;
      case 'track':
        this.#learnPrevious(event);
        // The corrected track may also be an earlier one that is on air again, after a mistake or a break.
        if (event.reason === 'correction' && this.#newest?.track?.id === event.track.id) {
          // Replaces wrong names in every entry, without an entrance.
          this.#entries = this.#entries.map((entry) =>
            entry.track?.id === event.track.id
              ? { ...entry, track: withPrevious(event.track, event) }
              : entry,
          );
        } else {
          this.#entries.push({ track: withPrevious(event.track, event), shownAt: this.#local(event.at) });
        }
        break;
      case 'hidden':
        // Hidden tracks leave at once, even delayed ones, without earlier entries after them.
        this.#entries = [{ track: null, shownAt: Number.NEGATIVE_INFINITY }];
        break;
      case 'previous':
        this.#learnPrevious(event);
        break;
      case 'recall': {
        if (this.#newest !== undefined) {
          this.#entries.push({ track: this.#newest.track, shownAt: this.#local(event.at) });
        }
        break;
      }
    }
  }

  /**
   * @param {number} now milliseconds, this page's clock
   * @param {{ delayMs: number, showMs: number }} times `showMs` 0: until the track ends
   * @returns {Scene}
   */
  sceneAt(now, { delayMs, showMs }) {
    const due = this.#entries.filter((entry) => entry.shownAt + delayMs <= now);
    const coming = this.#entries[due.length];
    this.#entries.splice(0, due.length - 1);
    const entry = due[due.length - 1];
    const next = coming === undefined ? Number.POSITIVE_INFINITY : coming.shownAt + delayMs;
    if (entry === undefined || entry.track === null) {
      return { track: null, next };
    }
    if (showMs === 0) {
      return { track: entry.track, next };
    }
    const end = entry.shownAt + delayMs + showMs;
    return end <= now ? { track: null, next } : { track: entry.track, next: Math.min(next, end) };
  }

  /**
   * Removes tracks hidden after their end from delayed entries.
   * @param {{ previous: readonly WireHistoryEntry[] }} event
   */
  #learnPrevious(event) {
    this.#entries = this.#entries.map((entry) =>
      event.previous.some(({ id, hidden }) => hidden && id === entry.track?.id)
        ? { ...entry, track: null }
        : { ...entry, track: withNews(entry.track, event) },
    );
  }

  /** @param {string} serverTime */
  #local(serverTime) {
    return Date.parse(serverTime) + this.#clockOffset;
  }
}

/**
 * @param {WireTrack | null} track
 * @param {{ previous: readonly WireHistoryEntry[] }} event
 * @returns {SceneTrack | null}
 */
function withPrevious(track, { previous }) {
  return track === null ? null : { ...track, previous };
}

/**
 * @param {SceneTrack | null} track
 * @param {{ previous: readonly WireHistoryEntry[] }} event
 * @returns {SceneTrack | null}
 */
function withNews(track, { previous }) {
  const news = new Map(previous.map((entry) => [entry.id, entry]));
  return track === null
    ? null
    : { ...track, previous: track.previous.map((entry) => news.get(entry.id) ?? entry) };
}

/**
 * Whether a track from before a disconnection may stay until the next is due. False if a track was hidden meanwhile, or
 * its names corrected.
 * @param {WireTrack | null} track
 * @param {SnapshotEvent} snapshot
 */
function mayStay(track, { state, previous }) {
  return (
    track !== null &&
    state === 'featured' &&
    previous.some(
      ({ id, artist, title, hidden }) =>
        id === track.id && artist === track.artist && title === track.title && !hidden,
    )
  );
}
