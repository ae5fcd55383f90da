/**
 * `?qr=1`: QR code of the set's page, beside the card or in the opposite corner, with and without a track.
 * @import { OptionValues } from './option-values.js'
 */
import { createRequest } from './request.js';

/** The page's address may change while the overlay is open. */
const QUERY_EVERY_MS = 30_000;

/** Any theme can place it: lowest specificity. */
const STYLE = `
  :where(.qr) {
    position: fixed;
    z-index: 1;
    inset: var(--safe, 5vmin);
    box-sizing: border-box;
    width: var(--qr-size, 18vmin);
    height: var(--qr-size, 18vmin);
    padding: calc(var(--qr-size, 18vmin) * 0.03);
    border-radius: calc(var(--qr-size, 18vmin) * 0.05);
    background: #fff;
  }
  :where([data-qr^="top"] .qr) { bottom: auto }
  :where([data-qr^="bottom"] .qr) { top: auto }
  :where([data-qr$="left"] .qr) { right: auto }
  :where([data-qr$="right"] .qr) { left: auto }
`;

export class PageCode {
  #server;
  #onRoom;
  #root = document.documentElement;
  #picture = document.createElement('img');
  #isWanted = false;
  /** Server's SVG. */
  #code = '';
  #timer = 0;
  #request = createRequest();

  /**
   * @param {string} server origin that serves the page
   * @param {() => void} onRoom  called when the card's room has changed
   */
  constructor(server, onRoom) {
    this.#server = server;
    this.#onRoom = onRoom;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    this.#picture.className = 'qr';
    this.#picture.alt = 'QR code of the tracklist';
  }

  /** @param {OptionValues} values */
  setOptions({ qr, pos }) {
    this.#isWanted = qr === true;
    this.#root.dataset.qr = cornerFor(String(pos));
    clearInterval(this.#timer);
    if (this.#isWanted) {
      this.#timer = setInterval(() => this.#query(), QUERY_EVERY_MS);
    }
    void this.#query();
  }

  async #query() {
    const code = this.#isWanted ? await this.#fetchCode() : '';
    if (code !== this.#code) {
      this.#code = code;
      this.#picture.src = `data:image/svg+xml,${encodeURIComponent(code)}`;
    }
    const isShown = this.#isWanted && code !== '';
    if (isShown === this.#picture.isConnected) {
      return;
    }
    this.#root.toggleAttribute('data-has-qr', isShown);
    if (isShown) {
      document.body.append(this.#picture);
    } else {
      this.#picture.remove();
    }
    this.#onRoom();
  }

  /** Empty if no other computer could open the page. Keeps the old code without the server. */
  async #fetchCode() {
    try {
      const read = (/** @type {Response} */ answer) => (answer.ok ? answer.text() : '');
      return (await this.#request(`${this.#server}/page/qr.svg`, read, { cache: 'no-store' })) ?? this.#code;
    } catch {
      return this.#code;
    }
  }
}

/** Opposite to the card. @param {string} pos */
function cornerFor(pos) {
  const faces = document.querySelector('.stage')?.getAttribute('data-side') ?? 'left';
  const side = pos === 'auto' ? faces : pos;
  return `${pos.startsWith('top') ? 'bottom' : 'top'}-${side.endsWith('right') ? 'left' : 'right'}`;
}
