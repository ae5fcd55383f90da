/** Draws pages with lit-html, and keeps the keyboard focus where something disappears. */
import { keepTrying, loadStyle } from './dom.js';
import { render } from './lit/lit-html.js';

/**
 * Returns a function that draws the template into `place`, once for all changes of a moment. Where the element with the
 * focus disappears, the focus moves to the element whose id is in its `data-next`, or to the nearest `data-home` around
 * it: without a focus, keyboards and screen readers start again at the top of the page.
 *
 * @param {HTMLElement} place
 * @param {() => unknown} template
 */
export function drawer(place, template) {
  let isDue = false;
  function draw() {
    isDue = false;
    const focused = document.activeElement;
    const homes = focused === null || !place.contains(focused) ? [] : homesOf(focused);
    render(template(), place);
    if (homes.length > 0 && !(focused?.isConnected && focused.checkVisibility())) {
      const next =
        focused instanceof HTMLElement ? document.getElementById(focused.dataset.next ?? '') : null;
      const home = [next, ...homes].find((one) => one?.isConnected && one.checkVisibility());
      if (home instanceof HTMLElement) {
        if (home.tabIndex < 0) {
          home.tabIndex = -1;
        }
        home.focus();
      }
    }
  }
  return () => {
    if (!isDue) {
      isDue = true;
      queueMicrotask(draw);
    }
  };
}

/** @param {Element} element */
function homesOf(element) {
  /** @type {Element[]} */
  const homes = [];
  for (
    let at = element.closest('[data-home]');
    at !== null;
    at = at.parentElement?.closest('[data-home]') ?? null
  ) {
    homes.push(at);
  }
  return [...homes, document.body];
}

/**
 * Listener of a button that `aria-disabled` may lock: `disabled` would take the focus away from it.
 *
 * @param {(event: MouseEvent & { currentTarget: HTMLElement }) => unknown} act
 */
export function press(act) {
  return (/** @type {MouseEvent & { currentTarget: HTMLElement }} */ event) => {
    if (event.currentTarget.getAttribute('aria-disabled') !== 'true') {
      act(event);
    }
  };
}

/**
 * A part of the page that is loaded when it is first wanted.
 *
 * @template Part
 * @param {() => void} redraw
 * @param {() => Promise<Part>} load  tried again until it succeeds
 * @param {string} [style]  name of its style sheet
 */
export function createLater(redraw, load, style) {
  /** @type {Promise<Part> | undefined} */
  let loading;
  /** @type {Part | undefined} */
  let part;
  const loaded = () => {
    loading ??= keepTrying(async () => {
      await (style && loadStyle(`/dashboard/${style}.css`));
      part = await load();
      redraw();
      return part;
    });
    return loading;
  };
  return {
    loaded,
    /** The part; undefined until it is loaded, which this begins. */
    now() {
      void loaded();
      return part;
    },
  };
}
