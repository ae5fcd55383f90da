/**
 * Which track the page should show at a moment: what the server sent, delayed by `delay`, ended after `show`.
 *
 * @import { EventMessage, SnapshotEvent, WireHistoryEntry, WireTrack } from '../../../src/web/wire/events.ts'
 *
 * @typedef {WireTrack & { readonly previous: readonly WireHistoryEntry[] }} SceneTrack  with those before it, newest first
 * @typedef {{ track: SceneTrack | null, shownAt: number }} Entry
 * @typedef {{ track: SceneTrack | null, next: number }} Scene  what to show, and when that may change
 */

export class Timeline {
  /** Oldest first; the last one is the server's newest. @type {Entry[]} */
  #entries = [];
  #clockOffset = 0;

  /** What to add to this page's clock for the server's, milliseconds. */
  get serverAhead() {
    return -this.#clockOffset;
  }

  /**
   * @param {EventMessage} event
   * @param {number} now milliseconds, this page's clock
   */
  apply(event, now) {
    // By the server's clock, so that several pages show and hide a track together.
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
        if (event.reason === 'correction') {
          // Wrong names are replaced in every entry, without a new entrance.
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
        // A hidden track must leave at once, whatever the delay; earlier entries that are still due may not follow it.
        this.#entries = [{ track: null, shownAt: Number.NEGATIVE_INFINITY }];
        break;
      case 'previous':
        this.#learnPrevious(event);
        break;
      case 'recall': {
        const last = this.#entries[this.#entries.length - 1];
        if (last !== undefined) {
          this.#entries.push({ track: last.track, shownAt: this.#local(event.at) });
        }
        break;
      }
    }
  }

  /**
   * @param {number} now milliseconds, this page's clock
   * @param {{ delayMs: number, showMs: number }} times `showMs` 0: as long as the track is on air
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
   * A track that is over may be shown here still, because the stream is behind, but not once it was hidden.
   *
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
 * Whether a track from before the connection was lost may stay until the next one is due, because the stream is still
 * behind. Not when something was hidden meanwhile, nor with names that were corrected.
 *
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
