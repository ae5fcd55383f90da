/** @import { LoggedLine } from '../src/core/logged-line.ts' */
import { byId, make } from './dom.js';
import { clockOf } from './times.js';

const MAX_LINES = 300;

export function start() {
  const list = byId('log');
  const quiet = byId('log-quiet', HTMLInputElement);
  quiet.addEventListener('change', () => list.classList.toggle('quiet', quiet.checked));
}

/**
 * Adds lines, newest first. Replaces existing lines, whose names may be hidden by now.
 *
 * @param {readonly LoggedLine[]} lines
 */
export function addLines(lines) {
  const list = byId('log');
  for (const { seq, at, level, message, fields } of lines) {
    const row = make('li', level);
    row.dataset.seq = String(seq);
    const time = make('time', '', clockOf(at));
    const details = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
    row.append(time, ` ${[message, ...details].join('  ')}`);
    const before = list.querySelector(`[data-seq="${seq}"]`);
    if (before === null) {
      list.prepend(row);
    } else {
      before.replaceWith(row);
    }
  }
  while (list.children.length > MAX_LINES) {
    list.lastElementChild?.remove();
  }
}

export function clearLines() {
  byId('log').replaceChildren();
}
