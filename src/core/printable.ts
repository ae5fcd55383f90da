/**
 * Control characters can command a terminal, direction marks reorder a line, invisible characters hide
 * differences. Escaped as in JSON, so that a JSON log line keeps its meaning.
 */

const UNSEEN = /[\p{C}\u2028\u2029]/gu;
/** Characters that affect other text, except line breaks and tabs. */
const COMMANDING = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes every character visible, for log, errors and health. */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** Keeps line breaks, tabs, and the joiners and marks that names need. */
export function answerOnTerminal(text: string): string {
  return text.replace(COMMANDING, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

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
