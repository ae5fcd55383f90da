/**
 * The decks that the audience hears, as late as the page shows everything, and without what must not be shown.
 *
 * @import { DecksMessage, WireAudibleDeck } from '../../../src/web/wire/decks.ts'
 *
 * @typedef {readonly WireAudibleDeck[]} Decks
 */

export class DecksTimeline {
  /** Oldest first. @type {{ readonly at: number, readonly decks: Decks }[]} */
  #entries = [];

  /**
   * @param {DecksMessage} message
   * @param {number} now milliseconds, this page's clock
   */
  apply({ decks }, now) {
    const hidden = new Set(decks.filter((deck) => deck.hidden).map(({ deck }) => deck));
    // What must be hidden now is not shown later either, only because the stream is behind.
    this.#entries = this.#entries.map((entry) => ({
      ...entry,
      decks: entry.decks.filter(({ deck }) => !hidden.has(deck)),
    }));
    this.#entries.push({ at: now, decks: decks.filter((deck) => !deck.hidden && deck.title !== '') });
  }

  /**
   * Something else may be hidden than what a message says: a track that is over, or any while the connection was lost. Of
   * what was heard before, only what is heard still may be shown late.
   */
  forgetOver() {
    /** @type {Decks} */
    const audible = this.#entries[this.#entries.length - 1]?.decks ?? [];
    const isAudible = (/** @type {WireAudibleDeck} */ one) =>
      audible.some(
        ({ deck, artist, title }) => deck === one.deck && artist === one.artist && title === one.title,
      );
    this.#entries = this.#entries.map(({ at, decks }) => ({ at, decks: decks.filter(isAudible) }));
  }

  /** What is on air must be hidden. */
  clear() {
    this.#entries = [];
  }

  /**
   * @param {number} now milliseconds, this page's clock
   * @param {number} delayMs
   * @returns {{ decks: Decks, next: number }} what to show, and when that changes
   */
  decksAt(now, delayMs) {
    const due = this.#entries.filter(({ at }) => at + delayMs <= now);
    const coming = this.#entries[due.length];
    this.#entries.splice(0, due.length - 1);
    return {
      decks: due[due.length - 1]?.decks ?? [],
      next: coming === undefined ? Number.POSITIVE_INFINITY : coming.at + delayMs,
    };
  }
}
