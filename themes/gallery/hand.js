/**
 * Places the card on a canvas: dragging it, or its arrow keys, choose one of nine places; dragging its corner its size.
 */
import { STANDARD_OPTIONS } from '/sdk/v1/options.js';

const PLACES = [
  ['top-left', 'top', 'top-right'],
  ['left', 'center', 'right'],
  ['bottom-left', 'bottom', 'bottom-right'],
];
/** Columns and rows that an arrow key moves the card by. @type {Readonly<Record<string, readonly [number, number]>>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const { min, max, step } = STANDARD_OPTIONS.scale;
/** Pixels that the corner needs beside the card. */
const CORNER_PX = 24;

/**
 * @param {HTMLElement} place  holds the frame
 * @param {HTMLIFrameElement} frame
 * @param {number} scale  current scale of the card
 * @param {string} label  says how to use it
 * @param {(name: 'pos' | 'scale', text: string) => void} chosen
 */
export function addHand(place, frame, scale, label, chosen) {
  const hand = document.createElement('span');
  const corner = document.createElement('span');
  hand.className = 'hand';
  hand.role = 'button';
  hand.ariaLabel = label;
  hand.tabIndex = 0;
  corner.className = 'corner';
  hand.append(corner);
  hand.hidden = true;
  place.append(hand);
  // The new preview takes the focus from the one that it replaces.
  let isFocused = document.activeElement?.matches('.hand') === true;
  const shown = () => {
    if (isFocused && document.activeElement === document.body) {
      hand.focus({ preventScroll: true });
      isFocused = false;
    }
  };
  frame.addEventListener('load', () => follow(hand, frame, place, shown));
  // The frame may be loaded already; while it loads, it has no card to follow.
  follow(hand, frame, place, shown);

  /** Chooses the place that the card is in, or the one beside it. */
  const choose = (columns = 0, rows = 0) => {
    const [card, canvas] = [hand.getBoundingClientRect(), place.getBoundingClientRect()];
    const part = (/** @type {number} */ at, /** @type {number} */ whole, /** @type {number} */ further) =>
      Math.min(2, Math.max(0, Math.floor((3 * at) / whole) + further));
    const row = part(card.top + card.height / 2 - canvas.top, canvas.height, rows);
    const column = part(card.left + card.width / 2 - canvas.left, canvas.width, columns);
    hand.style.translate = '';
    const pos = PLACES[row]?.[column] ?? 'auto';
    // At once, because the next key may come before the next preview.
    frame.contentDocument?.documentElement.setAttribute('data-opt-pos', pos);
    chosen('pos', pos);
  };
  hand.addEventListener('keydown', (event) => {
    const far = KEYS[event.key];
    if (far !== undefined) {
      event.preventDefault();
      choose(...far);
    }
  });
  // Arrow keys then move the card on.
  hand.addEventListener('pointerdown', () => hand.focus({ preventScroll: true }));
  onDrag(hand, {
    move: (x, y) => {
      hand.style.translate = `${x}px ${y}px`;
    },
    end: () => choose(),
  });
  onDrag(corner, {
    move: (x, y) => {
      hand.style.scale = String(ratioOf(hand, x, y));
    },
    end: (x, y) => {
      const wanted = Math.round((scale * ratioOf(hand, x, y)) / step) * step;
      hand.style.scale = '';
      chosen('scale', String(Number(Math.min(max, Math.max(min, wanted)).toFixed(2))));
    },
  });
}

/**
 * Card's growth with its corner moved by x, y.
 * @param {HTMLElement} hand
 * @param {number} x
 * @param {number} y
 */
function ratioOf(hand, x, y) {
  const { classList, offsetWidth: width, offsetHeight: height } = hand;
  const outward =
    (classList.contains('right') ? -x : x) * width + (classList.contains('high') ? y : -y) * height;
  return Math.max(0.1, 1 + outward / (width ** 2 + height ** 2));
}

/**
 * Keeps the handle over the card, and its corner beside it, toward the middle of the canvas.
 * @param {HTMLElement} hand
 * @param {HTMLIFrameElement} frame
 * @param {HTMLElement} place
 * @param {() => void} shown  called when the handle is at the card
 */
function follow(hand, frame, place, shown) {
  const page = frame.contentDocument;
  const card = page?.querySelector('.card');
  if (!page || !card) {
    return;
  }
  const show = () => {
    const { left, top, width, height } = card.getBoundingClientRect();
    const percent = (/** @type {number} */ length, /** @type {number} */ whole) =>
      `${(100 * length) / whole}%`;
    const [canvasWidth, canvasHeight] = [Number(frame.width), Number(frame.height)];
    const isHigh = 2 * top + height < canvasHeight;
    const room = isHigh ? canvasHeight - top - height : top;
    hand.hidden = width === 0;
    hand.classList.toggle('high', isHigh);
    hand.classList.toggle('right', 2 * left + width > canvasWidth + 1);
    hand.classList.toggle('full', (room * place.clientWidth) / canvasWidth < CORNER_PX);
    hand.style.left = percent(left, canvasWidth);
    hand.style.top = percent(top, canvasHeight);
    hand.style.width = percent(width, canvasWidth);
    hand.style.height = percent(height, canvasHeight);
    if (!hand.hidden) {
      shown();
    }
  };
  new ResizeObserver(show).observe(card);
  new MutationObserver(show).observe(page.documentElement, { attributes: true });
  show();
}

/**
 * @param {HTMLElement} element
 * @param {{ move: (x: number, y: number) => void, end: (x: number, y: number) => void }} how  called with the pixels since the press
 */
function onDrag(element, { move, end }) {
  element.addEventListener('pointerdown', (press) => {
    if (press.target !== element || press.button !== 0) {
      return;
    }
    press.preventDefault();
    element.setPointerCapture(press.pointerId);
    const over = new AbortController();
    const { signal } = over;
    const far = (/** @type {PointerEvent} */ event) =>
      /** @type {const} */ ([event.clientX - press.clientX, event.clientY - press.clientY]);
    element.addEventListener('pointermove', (event) => move(...far(event)), { signal });
    element.addEventListener(
      'pointerup',
      (event) => {
        over.abort();
        end(...far(event));
      },
      { signal },
    );
    element.addEventListener(
      'pointercancel',
      () => {
        over.abort();
        move(0, 0);
      },
      { signal },
    );
  });
}
