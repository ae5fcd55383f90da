/**
 * @import { BeatMessage, WireBeat } from '../../../src/web/wire/beat.ts'
 */
import { connect } from './connection.js';

/**
 * Shows the beat: `data-beat` (1 to 4) and the variables `--beat` and `--bpm` of the root, and the document's event
 * `beat`. None while no beat is heard.
 */
export class Beat {
  #root = document.documentElement;

  /**
   * @param {string} url
   * @param {() => number} delayMs  of the page
   */
  follow(url, delayMs) {
    connect(url, {
      connected: (yes) => {
        if (!yes) {
          this.#show(null);
        }
      },
      message: (/** @type {BeatMessage} */ { beat }) => {
        const delay = delayMs();
        if (delay > 0) {
          setTimeout(() => this.#show(beat), delay);
        } else {
          this.#show(beat);
        }
      },
    });
  }

  /**
   * Beat for pages without a server.
   * @param {number} bpm nothing beats unless positive
   */
  sample(bpm) {
    if (!(bpm > 0)) {
      return;
    }
    let count = 0;
    setInterval(() => {
      this.#show({ beat: (count % 4) + 1, bar: Math.floor(count / 4) + 1, bpm });
      count += 1;
    }, 60_000 / bpm);
  }

  /** @param {WireBeat | null} beat */
  #show(beat) {
    if (beat === null) {
      this.#root.removeAttribute('data-beat');
      this.#root.style.removeProperty('--beat');
      this.#root.style.removeProperty('--bpm');
      return;
    }
    this.#root.dataset.beat = String(beat.beat);
    this.#root.style.setProperty('--beat', String(beat.beat));
    this.#root.style.setProperty('--bpm', String(beat.bpm));
    document.dispatchEvent(new CustomEvent('beat', { detail: beat }));
  }
}
