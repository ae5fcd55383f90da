/**
 * Faint navigation bar for people who open an overlay in a browser. Must never appear on air, in any streaming program,
 * so it waits for signs of a user.
 */

// Browsers send `pointerover` without a pointer too.
const SIGNS = ['pointermove', 'pointerdown', 'keydown'];

const STYLE = `
  nav {
    position: fixed;
    inset: auto 0 0 0;
    z-index: 2147483647;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0 6px;
    padding: 2px 8px;
    background: rgb(11 13 18 / 75%);
    font: 14px / 1.3 "Deckcast Sans", system-ui, sans-serif;
  }
  a {
    padding: 7px 10px;
    border-radius: 6px;
    color: #fff;
  }
  a:focus-visible {
    outline: 2px solid #7db3ff;
  }
`;

const PAGES = [
  ['/setup/', 'Set up'],
  ['/overlay/', 'Other looks'],
  ['/dashboard/', 'Operator'],
];

/** True if the address has no options and no streaming program shows the page. */
export function isBare() {
  return (
    !('obsstudio' in window) &&
    window.top === window &&
    location.search === '' &&
    /^\/(overlay\/[^/]+\/)?$/.test(location.pathname)
  );
}

export function showBarToPeople() {
  const people = new AbortController();
  /** @type {MouseEvent | undefined} */
  let before;
  /** Browsers send a still move when a page appears under a resting pointer. @param {Event} event */
  function isAtRest(event) {
    if (event.type !== 'pointermove' || !(event instanceof MouseEvent)) {
      return false;
    }
    const atRest =
      before === undefined || (before.screenX === event.screenX && before.screenY === event.screenY);
    before = event;
    return atRest;
  }
  for (const sign of SIGNS) {
    addEventListener(
      sign,
      (event) => {
        if (!isAtRest(event)) {
          people.abort();
          document.body.append(bar());
        }
      },
      { signal: people.signal },
    );
  }
}

function bar() {
  const host = document.createElement('deckcast-bar');
  // Separates the bar's style from the theme's and the user's CSS.
  const root = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = STYLE;
  const nav = document.createElement('nav');
  nav.setAttribute('aria-label', 'deckcast');
  nav.append(
    ...PAGES.map(([href = '', text = '']) => {
      const link = document.createElement('a');
      link.href = href;
      link.textContent = text;
      return link;
    }),
  );
  root.append(style, nav);
  return host;
}
