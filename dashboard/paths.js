import { html } from './lit/lit-html.js';
import { showNewest } from './newest.js';

/**
 * Suggests names in the folder that the user types, in the list `id`.
 *
 * @param {() => void} redraw
 * @param {string} id
 */
export function createPathSuggestions(redraw, id) {
  /** @type {readonly string[]} */
  let paths = [];
  let folder = '';
  const suggest = showNewest('settings/paths', (/** @type {{ paths: string[] }} */ message) => {
    paths = message.paths;
    redraw();
  });
  return {
    view: () =>
      html`<datalist id=${id}>${paths.map((path) => html`<option value=${path}></option>`)}</datalist>`,
    /** @param {string} path */
    async type(path) {
      const typed = path.replace(/[^/\\]*$/, '');
      if (typed === folder || typed === '') {
        return;
      }
      folder = typed;
      try {
        await suggest(`?folder=${encodeURIComponent(typed)}`);
      } catch {
        // No suggestions.
      }
    },
  };
}
