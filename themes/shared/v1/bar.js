/**
 * For a person who opens an overlay in a browser: a faint bar that leads to the other pages. On air it must never
 * appear, in whatever program shows the overlay there, so it waits for a sign that a person is at this page.
 */

// Not `pointerover`, which a page also gets without a pointer.
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

/** Whether this is an overlay as it is when its address alone is opened, and no program for streaming shows it. */
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
  /** A page that is drawn under a pointer at rest is told that it moved, too: to where it has been. @param {Event} event */
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
  // In a tree of its own: neither the theme's style nor the user's CSS reaches it, nor does it change the overlay.
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
