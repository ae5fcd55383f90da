/**
 * Tools for theme authors: `?bg=checker|dark|bright`, `?guide=1` draws the page's edge, `?debug=1` shows the state of
 * the connection and of the overlay.
 *
 * @typedef {object} ShownOverlay  live state for the panel
 * @property {boolean} connected
 * @property {string} state
 * @property {{ readonly type: string, readonly seq: number } | undefined} lastEvent
 * @property {readonly string[]} problems
 */

const REFRESH_EVERY_MS = 250;

/**
 * @param {Readonly<ShownOverlay>} show
 * @param {Readonly<Record<string, string>>} query
 */
export function showTools(show, query) {
  const root = document.documentElement;
  loadStyle();
  root.dataset.bg = query.bg ?? '';
  root.toggleAttribute('data-guide', query.guide !== undefined && query.guide !== '0');
  if (query.debug !== undefined && query.debug !== '0') {
    const panel = document.createElement('pre');
    panel.id = 'deckcast-debug';
    document.body.append(panel);
    setInterval(() => {
      const text = [
        `connected  ${show.connected}`,
        `state      ${show.state}`,
        `event      ${show.lastEvent === undefined ? 'none' : `${show.lastEvent.type} #${show.lastEvent.seq}`}`,
        `page       ${innerWidth} x ${innerHeight}`,
        ...show.problems.map((problem) => `option     ${problem}`),
      ].join('\n');
      if (panel.textContent !== text) {
        panel.textContent = text;
      }
    }, REFRESH_EVERY_MS);
  }
}

/**
 * Shows problems to the theme's author.
 * @param {readonly string[]} problems
 */
export function showProblems(problems) {
  loadStyle();
  const panel = document.createElement('pre');
  panel.id = 'deckcast-problems';
  panel.textContent = ['This theme has a problem', ...problems].join('\n');
  document.getElementById(panel.id)?.remove();
  document.body.append(panel);
}

function loadStyle() {
  if (document.getElementById('deckcast-tools') !== null) {
    return;
  }
  const style = document.createElement('link');
  style.id = 'deckcast-tools';
  style.rel = 'stylesheet';
  style.href = new URL('tools.css', import.meta.url).href;
  document.head.append(style);
}
