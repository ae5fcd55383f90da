/**
 * Audible decks, with the page's delay and without hidden tracks.
 * @import { DecksMessage, WireAudibleDeck } from '../../../src/web/wire/decks.ts'
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
    // Hidden tracks must not appear later through the delay.
    this.#entries = this.#entries.map((entry) => ({
      ...entry,
      decks: entry.decks.filter(({ deck }) => !hidden.has(deck)),
    }));
    this.#entries.push({ at: now, decks: decks.filter((deck) => !deck.hidden && deck.title !== '') });
  }

  /**
   * Keeps only still audible decks in delayed entries: others may have been hidden unnoticed, after they ended or while
   * the page was disconnected.
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

  /** Call it when the current track is hidden. */
  clear() {
    this.#entries = [];
  }

  /**
   * @param {number} now milliseconds, this page's clock
   * @param {number} delayMs
   * @returns {{ decks: Decks, next: number }} decks to show, and the time of the next change
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
