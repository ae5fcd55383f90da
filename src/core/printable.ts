/**
 * Text from outside in what is said to people who run the program. Control characters command a terminal, direction
 * marks make a line read as another one, and what cannot be seen hides a difference. They are written as JSON writes
 * them, so that a log line in JSON stays the same to its reader.
 */

/** Controls, formats, lone surrogates, private and unassigned characters, and Unicode's own line breaks. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;
/** Of these, what does more than stand there; line breaks and tabs aside. */
const COMMANDING = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** For diagnostics (log, errors, health): one line in which every character can be seen. */
export function printable(text: string): string {
  return text.replace(UNSEEN, escaped);
}

/** For an answer on a terminal: joiners and marks stay, because names need them, and so do lines and tabs. */
export function answerOnTerminal(text: string): string {
  return text.replace(COMMANDING, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

/** For diagnostics of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** For diagnostics as data: every text in it printable. */
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
