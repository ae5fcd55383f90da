import { html, live, nothing, repeat } from './lit/lit-html.js';
import { lines } from './log.js';
import { locale } from './times.js';
import { word } from './words.js';

/**
 * Local time of day.
 *
 * @param {number | string} at
 */
function clockOf(at) {
  return new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** @param {() => void} redraw */
export function createLog(redraw) {
  let isQuiet = false;
  return {
    tools: () => html`<label class="row tools"><input class="switch" type="checkbox" .checked=${live(isQuiet)}
      @change=${() => {
        isQuiet = !isQuiet;
        redraw();
      }}> ${word('operator.warnings-only')}</label>`,
    view() {
      const shown = [...lines.values()]
        .filter(({ level }) => !isQuiet || level === 'warn' || level === 'error')
        .sort((one, other) => other.seq - one.seq);
      return html`<ol class="log scroll" tabindex="0" lang="en" aria-label=${word('operator.log')}>
      ${shown.length === 0 ? html`<li class="dim">${word('operator.no-lines')}</li>` : nothing}
      ${repeat(
        shown,
        ({ seq }) => seq,
        ({ at, level, message, fields }) =>
          html`<li class=${level}><time>${clockOf(at)}</time> ${[
            message,
            ...Object.entries(fields).map(([name, value]) => `${name}=${value}`),
          ].join('  ')}</li>`,
      )}
    </ol>`;
    },
  };
}
