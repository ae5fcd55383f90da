/**
 * Makes outside text safe to print: control characters can command a terminal, direction marks can reorder a line, and
 * invisible characters hide differences. They are escaped as in JSON, so that a JSON log line keeps its meaning.
 */

/** Controls, formats, lone surrogates, private and unassigned characters, and Unicode's line breaks. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;
/** Characters that affect other text, except line breaks and tabs. */
const COMMANDING = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** For diagnostics (log, errors, health): one line with every character visible. */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** For command output on a terminal: keeps line breaks, tabs, and the joiners and marks that names need. */
export function answerOnTerminal(text: string): string {
  return text.replace(COMMANDING, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

/** For diagnostics of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** For diagnostics as data: makes every text in it printable. */
export function printableData<Data>(data: Data): Data;
export function printableData(data: unknown): unknown {
  if (typeof data === 'string') {
    return printable(data);
  }
  if (Array.isArray(data)) {
    return data.map((item) => printableData(item));
  }
  return typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, printableData(value)]))
    : data;
}

function escaped(character: string): string {
  const asJson = JSON.stringify(character).slice(1, -1);
  return asJson === character
    ? Array.from({ length: character.length }, (_, at) => unit(character, at)).join('')
    : asJson;
}

function unit(character: string, at: number): string {
  return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
