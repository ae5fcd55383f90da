/**
 * Long texts (`data-fit`): first a little smaller, then they travel slowly and rest at both ends.
 * The number in `data-fit` is how small they may become; three quarters of their size unless told.
 */
import { textElement } from './bind.js';

const SMALLEST = 0.74;
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
  const widths = boxes.map((box) => ({ box, text: textElement(box).scrollWidth, room: roomIn(box) }));
  const tooLong = widths.filter(({ text, room }) => text > room && room > 0);
  for (const { box, text, room } of tooLong) {
    const smallest = Number(box.dataset.fit) || SMALLEST;
    // A hair less, because text widths are rounded.
    box.style.setProperty('--fit', String(Math.max(smallest, Math.floor((room / text) * 995) / 1_000)));
  }
  for (const { box } of tooLong) {
    const over = textElement(box).scrollWidth - roomIn(box);
    if (over > 0) {
      box.dataset.long = '';
      if (how.marquee) {
        travel(box, over, how.speed);
      } else if (runsLeft(box)) {
        // It would stand at its left end, which is where it ends.
        move(box, [{ transform: `translateX(${-over}px)` }], { duration: 0, fill: 'both' });
      }
    }
  }
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

/** The width between the paddings. @param {HTMLElement} box */
function roomIn(box) {
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

/**
 * @param {Element} element
 * @returns {element is HTMLElement}
 */
function isHtml(element) {
  return element instanceof HTMLElement;
}
