/** @import { LoggedLine } from '../src/core/logged-line.ts' */

const MAX_LINES = 300;

/** Lines by number; a later one with the same number replaces it, because its names may be hidden by now. @type {Map<number, LoggedLine>} */
export const lines = new Map();

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
