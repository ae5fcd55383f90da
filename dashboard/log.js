/** @import { LoggedLine } from '../src/core/logged-line.ts' */
import { html, live, nothing, repeat } from './lit/lit-html.js';
import { clockOf } from './times.js';
import { word } from './words.js';

const MAX_LINES = 300;

/** Lines by number; a later one with the same number replaces it, because its names may be hidden by now. @type {Map<number, LoggedLine>} */
const lines = new Map();
let isQuiet = false;

/** @param {readonly LoggedLine[]} added */
export function addLines(added) {
  for (const line of added) {
    lines.set(line.seq, line);
  }
  const tooMany = Math.max(0, lines.size - MAX_LINES);
  for (const seq of [...lines.keys()].sort((one, other) => one - other).slice(0, tooMany)) {
    lines.delete(seq);
  }
}

export function clearLines() {
  lines.clear();
}

/** @param {() => void} redraw */
export function toolsView(redraw) {
  return html`<label class="row tools"><input class="switch" type="checkbox" .checked=${live(isQuiet)}
      @change=${() => {
        isQuiet = !isQuiet;
        redraw();
      }}> ${word('operator.warnings-only')}</label>`;
}

export function logView() {
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
}
