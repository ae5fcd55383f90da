/**
 * Exchanges one track for the next: words fade out and in, covers dissolve, and each `data-plate` (as wide as its
 * words) changes its width smoothly. A theme's style overrides this one.
 */
const STYLE = `
  @keyframes deckcast-words-out { to { opacity: 0; translate: 0 -0.15em } }
  @keyframes deckcast-words-in { from { opacity: 0; translate: 0 0.25em } }
  :where([data-words] [data-plate]) { overflow: hidden }
  :where([data-words="out"]) :where([data-fit] > span, [data-bind]:not([data-fit] *, [data-fit])) {
    animation: deckcast-words-out var(--words-out) ease-in both;
  }
  :where([data-words="in"]) :where([data-fit] > span, [data-bind]:not([data-fit] *, [data-fit])) {
    animation: deckcast-words-in calc(var(--words-in) * 0.75) calc(var(--words-in) * 0.25) ease-out both;
  }
  html[data-words="in"] { transition: --opt-accent var(--words-in) }
  [data-leaving] { position: absolute }`;
const EASING = 'cubic-bezier(0.4, 0, 0.1, 1)';

export function exchangeSheet() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  return sheet;
}

/** Only registered properties can be animated. */
export function registerAccent() {
  try {
    CSS.registerProperty({
      name: '--opt-accent',
      syntax: '<color>',
      inherits: true,
      initialValue: 'transparent',
    });
  } catch {
    // Registered already.
  }
}

/** Page before the words change. */
export class Exchange {
  /** @type {readonly { plate: HTMLElement, width: string }[]} */
  #plates;
  /** @type {readonly { image: HTMLImageElement, src: string, place: DOMRect }[]} */
  #pictures;
  /** @type {Animation[]} */
  #moves = [];

  /** @param {Document} page */
  constructor(page) {
    this.#plates = [...page.querySelectorAll('[data-plate]')]
      .filter((element) => element instanceof HTMLElement)
      .map((plate) => ({ plate, width: getComputedStyle(plate).width }));
    this.#pictures = [...page.querySelectorAll('img[data-bind-src][src]')]
      .filter((element) => element instanceof HTMLImageElement)
      .map((image) => ({ image, src: image.src, place: placeOf(image) }));
  }

  /**
   * Dissolves pictures and moves plates to their new widths, once the new words are in the page.
   * @param {number} ms
   */
  begin(ms) {
    for (const { plate, width } of this.#plates) {
      const after = getComputedStyle(plate).width;
      if (after !== width && after !== 'auto') {
        this.#moves.push(
          plate.animate([{ width }, { width: after }], { duration: ms * 0.7, easing: EASING }),
        );
      }
    }
    for (const { image, src, place } of this.#pictures) {
      if (src !== image.src) {
        this.#dissolve(image, src, place, ms);
      }
    }
  }

  end() {
    for (const move of this.#moves) {
      move.cancel();
    }
    this.#moves = [];
    for (const { image } of this.#pictures) {
      image.parentElement?.querySelector('[data-leaving]')?.remove();
    }
  }

  /**
   * @param {HTMLImageElement} image
   * @param {string} src  previous picture
   * @param {DOMRect} place
   * @param {number} ms
   */
  #dissolve(image, src, place, ms) {
    const old = document.createElement('img');
    old.alt = '';
    old.src = src;
    old.dataset.leaving = '';
    old.className = image.className;
    for (const edge of /** @type {const} */ (['left', 'top', 'width', 'height'])) {
      old.style[edge] = `${place[edge]}px`;
    }
    image.after(old);
    const fade = old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms, easing: 'ease-in-out' });
    fade.onfinish = () => old.remove();
    this.#moves.push(fade);
  }
}

/** Position for an absolutely placed neighbor. @param {HTMLElement} element */
function placeOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) {
  return new DOMRect(offsetLeft, offsetTop, offsetWidth, offsetHeight);
}
