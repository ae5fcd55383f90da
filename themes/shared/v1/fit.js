/**
 * Long texts (`data-fit`): first a little smaller, then they travel slowly and rest at both ends.
 * The number in `data-fit` is how small they may become; three quarters of their size unless told.
 *
 * @typedef {{ box: HTMLElement, text: number, room: number }} Measured  widths in pixels
 */
import { textElement } from './bind.js';

const SMALLEST = 0.74;
/** For a way of a few letters nobody wants to see a text travel: so much smaller still, and it stands. */
const YIELD = 0.96;
/** Pixels that nobody sees. Widths are fractions of a pixel, and no two ways of adding them up end in the same one. */
const TOLERANCE = 1;
/** Letters do not shrink evenly: what still does not fit is made smaller again, so often at most. */
const MAX_STEPS = 4;
const REST_MS = 2_500;

/** @type {WeakMap<Element, Animation>} */
const moving = new WeakMap();

/**
 * Measures every text and sets it right. Call it when texts, fonts or sizes change.
 *
 * @param {ParentNode} page
 * @param {{ marquee: boolean, speed: number }} how  speed in pixels a second
 */
export function fitAll(page, how) {
  const boxes = [...page.querySelectorAll('[data-fit]')].filter(isHtml);
  // All is written, then all is measured, so that the browser lays the page out only once a step.
  for (const box of boxes) {
    stopTravel(box);
    box.style.removeProperty('--fit');
    box.removeAttribute('data-long');
  }
  let long = tooLong(boxes);
  for (let step = 0; step < MAX_STEPS && long.filter(shrink).length > 0; step += 1) {
    long = tooLong(boxes);
  }
  for (const { box, text, room } of long) {
    box.dataset.long = '';
    const over = text - room;
    if (how.marquee) {
      travel(box, over, how.speed);
    } else if (runsLeft(box)) {
      // It would stand at its left end, which is where it ends.
      move(box, [{ transform: `translateX(${-over}px)` }], { duration: 0, fill: 'both' });
    }
  }
}

/**
 * Whether it could be made smaller; then it is.
 *
 * @param {Measured} measured
 */
function shrink({ box, text, room }) {
  const smallest = Number(box.dataset.fit) || SMALLEST;
  const before = box.style.getPropertyValue('--fit') || '1';
  const wanted = (Number(before) * room) / text;
  const after = (wanted < smallest * YIELD ? smallest : wanted).toFixed(4);
  box.style.setProperty('--fit', after);
  return after !== before;
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
    stopTravel(box);
  }
}

/**
 * @param {HTMLElement} box
 * @param {number} over  pixels that do not fit
 * @param {number} speed
 */
function travel(box, over, speed) {
  const rightToLeft = runsLeft(box);
  // Its beginning first: that is the right end of a text that runs to the left.
  const start = `translateX(${rightToLeft ? -over : 0}px)`;
  const end = `translateX(${rightToLeft ? 0 : -over}px)`;
  const way = (over / speed) * 1_000;
  const duration = 2 * (way + REST_MS);
  const at = (/** @type {number} */ ms) => ms / duration;
  move(
    box,
    [
      { transform: start, offset: 0 },
      { transform: start, offset: at(REST_MS), easing: 'ease-in-out' },
      { transform: end, offset: at(REST_MS + way) },
      { transform: end, offset: at(2 * REST_MS + way), easing: 'ease-in-out' },
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

/** Whether its text is read from right to left. @param {HTMLElement} box */
function runsLeft(box) {
  return getComputedStyle(textElement(box)).direction === 'rtl';
}

/** @param {Element} box */
function stopTravel(box) {
  moving.get(box)?.cancel();
  moving.delete(box);
}

/**
 * Between the paddings, in fractions of a pixel, whatever motion makes of it at the moment: `clientWidth` is rounded,
 * and the bounding box moves along.
 *
 * @param {Element} element
 */
function widthOf(element) {
  const { width, boxSizing, paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } =
    getComputedStyle(element);
  if (width === 'auto') {
    // It stands in a line of text, or nowhere.
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
