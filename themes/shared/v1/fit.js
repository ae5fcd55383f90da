/**
 * Fits long texts (`data-fit`): shrinks them a little, then wraps them if the element has `data-wrap` and its
 * `max-height` has room, then scrolls slowly, with pauses at both ends, and quickly back. A page's texts start together
 * and wait for the longest. The number in `data-fit` is the smallest size of one line as a fraction.
 * `data-wrap="first"` wraps before it shrinks. `--smallest` is the smallest size of several lines. A text with
 * `text-overflow: ellipsis` is cut instead of scrolling.
 * @typedef {{ box: HTMLElement, text: number, room: number }} Measured widths in pixels
 */
import { textElement } from './bind.js';

const SMALLEST = 0.78;
/** Sizes to try for several lines. */
const WRAPPED = [1, 0.92, 0.85, 0.78, 0.72, 0.68, 0.6, 0.54, 0.48];
/** Unless `--smallest` allows less, where few words fit into a line. */
const SMALLEST_WRAPPED = 0.68;
/** Largest size of the text after several lines, as a share of theirs. */
const MOST_AFTER = 0.85;
/** Further shrink of a text that almost fits, to avoid scrolling. */
const EXTRA_SHRINK = 0.96;
/** Pixels; sums of fractional widths differ by rounding. */
const TOLERANCE = 1;
/** Shrinking takes several steps, because widths are not proportional to sizes. */
const MAX_STEPS = 4;
/** Halvings of a width, to about a hundredth. */
const BALANCING_STEPS = 7;
/** Pauses for reading. */
const PAUSE_MS = { start: 2_500, end: 1_500 };
const RETURN_MS = 700;

/** @type {WeakMap<Element, Animation>} */
const moving = new WeakMap();

/**
 * Call it when texts, fonts or sizes change.
 * @param {ParentNode} page
 * @param {{ marquee: boolean, speed: number }} how speed in pixels per second
 */
export function fitAll(page, how) {
  const boxes = [...page.querySelectorAll('[data-fit]')].filter(isHtml);
  // Writes before measurements: one layout per step.
  for (const box of boxes) {
    stopScrolling(box);
    box.style.removeProperty('--fit');
    box.removeAttribute('data-long');
    unwrap(box);
  }
  let long = tooLong(boxes).filter(({ box }) => box.dataset.wrap !== 'first' || !wrap(box));
  for (let step = 0; step < MAX_STEPS && long.filter(shrink).length > 0; step += 1) {
    long = tooLong(boxes);
  }
  for (const { box } of long) {
    if (box.dataset.wrap !== undefined) {
      wrap(box);
    }
  }
  for (const [index, box] of boxes.entries()) {
    const next = boxes[index + 1];
    if (box.dataset.wrapped !== undefined && next !== undefined) {
      keepSmaller(next, box);
    }
  }
  long = tooLong(boxes);
  for (const { box } of long) {
    box.dataset.long = '';
  }
  long = long.filter(({ box }) => getComputedStyle(textElement(box)).textOverflow !== 'ellipsis');
  const longest = Math.max(0, ...long.map(({ text, room }) => text - room));
  for (const { box, text, room } of long) {
    const over = text - room;
    if (how.marquee) {
      scroll(box, over, longest, how.speed);
    } else if (isRightToLeft(box)) {
      // A right-to-left text would show its left part, which is its end.
      move(box, [{ transform: `translateX(${-over}px)` }], { duration: 0, fill: 'both' });
    }
  }
}

/**
 * Returns false at the smallest size.
 * @param {Measured} measured
 */
function shrink({ box, text, room }) {
  const smallest = Number(box.dataset.fit) || SMALLEST;
  const before = box.style.getPropertyValue('--fit') || '1';
  const wanted = (Number(before) * room) / text;
  const after = (wanted < smallest * EXTRA_SHRINK ? smallest : wanted).toFixed(4);
  box.style.setProperty('--fit', after);
  return after !== before;
}

/**
 * Wraps the text into as many lines as its box is high, at the largest size that fits. Returns false, with the text
 * unchanged, if none does.
 * @param {HTMLElement} box
 */
function wrap(box) {
  const before = box.style.getPropertyValue('--fit');
  const text = textElement(box);
  box.dataset.wrapped = '';
  if (!isHtml(text) || Number.isNaN(highestOf(box))) {
    unwrap(box);
    return false;
  }
  // Shrunk, one line would be about as small as two.
  const largest = box.dataset.wrap === 'first' ? 1 : Number(before) || 1;
  const smallest = Number(getComputedStyle(box).getPropertyValue('--smallest')) || SMALLEST_WRAPPED;
  const sizes = WRAPPED.filter((size) => size <= largest && size >= smallest);
  // A smaller size is better than a broken word.
  for (const breaks of ['normal', '']) {
    text.style.overflowWrap = breaks;
    for (const size of sizes) {
      box.style.setProperty('--fit', String(size));
      const isWide = text.scrollWidth > widthOf(box) + TOLERANCE;
      if (!isWide && Number.parseFloat(getComputedStyle(text).height) <= highestOf(box) + TOLERANCE) {
        balance(text);
        return true;
      }
    }
  }
  unwrap(box);
  box.style.setProperty('--fit', before);
  return false;
}

/**
 * Lets a wrapped text stand out by its size.
 * @param {HTMLElement} box  text after the wrapped one
 * @param {HTMLElement} wrapped
 */
function keepSmaller(box, wrapped) {
  const sizeOf = (/** @type {Element} */ one) => Number.parseFloat(getComputedStyle(one).fontSize);
  const ratio = (MOST_AFTER * sizeOf(wrapped)) / sizeOf(box);
  if (ratio < 1) {
    const before = Number(box.style.getPropertyValue('--fit') || 1);
    box.style.setProperty('--fit', (ratio * before).toFixed(4));
  }
}

/**
 * Makes wrapped text as narrow as its lines allow: they become equal, and a plate ends with the words.
 * @param {HTMLElement} text
 */
function balance(text) {
  const height = () => Number.parseFloat(getComputedStyle(text).height);
  const wanted = height();
  let fits = widthOf(text);
  let tooNarrow = 0;
  for (let step = 0; step < BALANCING_STEPS; step += 1) {
    const width = (fits + tooNarrow) / 2;
    text.style.width = `${width}px`;
    if (height() > wanted || text.scrollWidth > width + TOLERANCE) {
      tooNarrow = width;
    } else {
      fits = width;
    }
  }
  text.style.width = `${fits}px`;
}

/** Content's largest height in pixels. @param {HTMLElement} box */
function highestOf(box) {
  const { maxHeight, boxSizing, paddingTop, paddingBottom } = getComputedStyle(box);
  const paddings = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
  return Number.parseFloat(maxHeight) - (boxSizing === 'border-box' ? paddings : 0);
}

/** @param {HTMLElement} box */
function unwrap(box) {
  const text = textElement(box);
  box.removeAttribute('data-wrapped');
  if (isHtml(text)) {
    text.style.removeProperty('width');
  }
}

/**
 * @param {readonly HTMLElement[]} boxes
 * @returns {Measured[]}
 */
function tooLong(boxes) {
  return boxes
    .map((box) => ({ box, text: widthOf(textElement(box)), room: widthOf(box) }))
    .filter(({ text, room }) => room > 0 && text > room + TOLERANCE);
}

/** @param {ParentNode} page */
export function stopAll(page) {
  for (const box of page.querySelectorAll('[data-fit]')) {
    stopScrolling(box);
  }
}

/**
 * @param {HTMLElement} box
 * @param {number} over pixels that do not fit
 * @param {number} longest page's largest overflow, which determines when all texts return
 * @param {number} speed
 */
function scroll(box, over, longest, speed) {
  const rightToLeft = isRightToLeft(box);
  // A right-to-left text begins on the right.
  const start = `translateX(${rightToLeft ? -over : 0}px)`;
  const end = `translateX(${rightToLeft ? 0 : -over}px)`;
  const msFor = (/** @type {number} */ pixels) => (pixels / speed) * 1_000;
  const returnAt = PAUSE_MS.start + msFor(longest) + PAUSE_MS.end;
  const duration = returnAt + RETURN_MS;
  const at = (/** @type {number} */ ms) => ms / duration;
  move(
    box,
    [
      { transform: start, offset: 0 },
      { transform: start, offset: at(PAUSE_MS.start), easing: 'cubic-bezier(0.2, 0, 0.8, 1)' },
      { transform: end, offset: at(PAUSE_MS.start + msFor(over)) },
      { transform: end, offset: at(returnAt), easing: 'cubic-bezier(0.6, 0, 0.2, 1)' },
      { transform: start, offset: 1 },
    ],
    { duration, iterations: Number.POSITIVE_INFINITY },
  );
}

/**
 * @param {HTMLElement} box
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} timing
 */
function move(box, frames, timing) {
  moving.set(box, textElement(box).animate(frames, timing));
}

/** @param {HTMLElement} box */
function isRightToLeft(box) {
  return getComputedStyle(textElement(box)).direction === 'rtl';
}

/** @param {Element} box */
function stopScrolling(box) {
  moving.get(box)?.cancel();
  moving.delete(box);
}

/**
 * Content width in fractional pixels without transforms: `clientWidth` is rounded, and the bounding box includes
 * transforms.
 * @param {Element} element
 */
function widthOf(element) {
  const { width, boxSizing, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } =
    getComputedStyle(element);
  if (width === 'auto') {
    // Inline elements and those without a box.
    return element.getBoundingClientRect().width;
  }
  const edges =
    boxSizing === 'border-box' ? [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth] : [];
  return edges.reduce((rest, edge) => rest - Number.parseFloat(edge), Number.parseFloat(width));
}

/**
 * @param {Element} element
 * @returns {element is HTMLElement}
 */
function isHtml(element) {
  return element instanceof HTMLElement;
}
