/** Sentences in the source that pages would show in English: they need an id of the catalogue (`core/message.ts`). */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow, ROOT } from './support/files.ts';

/** For terminals and logs only. */
const FOR_TERMINALS =
  /^(commands|settings\/(arguments|completion|help|invocation|lookup|names|places|sample|shared|edit\/index)|main\.ts|quick-answers\.ts|host\/(print|open-browser)\.ts|operator\/doctor\/text\.ts|sources\/(hwdevice\/(probe|device-registry)|mediacontroltcp\/source)\.ts|web\/(connections|theme\/watch)\.ts)/;
/** Helper processes answer in English, and `recognized` finds the id. */
const FROM_HELPERS = /^hearing\/(decode|describe-process|collection\/collector|doors\/icecast)/;
/** Only `deckcast export` searches a set for the beginning of a recording. */
const OF_A_COMMAND = /--offset/;

/** Calls whose arguments users read; the first text of `say` is its id. */
const CALLS =
  /(?:\b(?:say|exchange|reachedFinding|serviceFinding|okFinding|new (?:ServiceClient|RunError|UpstreamError|NoAnswerError|UndecodableError|JsonError|FormatError)|bad|report)|#fail)\(/g;
const FIELDS =
  /\b(?:service|without|finding|means|todo|plain|problem|reason|what|why|watching|lastError)[:=?] ?/g;
const LOG = /\blog(?:\[\w+\])?\??\.\w+\(|\b(?:cause|refuse)\w*\(/g;
const WORDS = /[a-z]{2,} [a-z]{2,}|\$\{\w+\}.* [a-z]{3,}| port \$/;

/** The source from `at` to the parenthesis that closes the call, or the end of the field. */
function extent(source: string, at: number): string {
  let depth = 0;
  for (let end = at; end < source.length; end += 1) {
    const character = source[end] ?? '';
    if ('([{'.includes(character)) {
      depth += 1;
    } else if (')]}'.includes(character) || (depth === 0 && ',;'.includes(character))) {
      depth -= 1;
      if (depth < 0) {
        return source.slice(at, end);
      }
    } else if ('\'"`'.includes(character)) {
      end = source.indexOf(character, end + 1);
      if (end < 0) {
        break;
      }
    }
  }
  return source.slice(at);
}

function withoutLogs(source: string): string {
  let left = source;
  for (const { 0: call, index } of source.matchAll(LOG)) {
    const inside = allOf(source, index + call.length);
    left = left.replace(inside, '');
  }
  return left;
}

/** All arguments of a call. */
function allOf(source: string, at: number): string {
  let text = '';
  for (;;) {
    const next = extent(source, at + text.length);
    text += next;
    if (source[at + text.length] !== ',') {
      return text;
    }
    text += ',';
  }
}

function untranslatedIn(source: string): readonly string[] {
  const found: string[] = [];
  const code = withoutLogs(source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
  const examine = (text: string): void => {
    const literals = text.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
    found.push(...literals.filter((one) => WORDS.test(one)));
    found.push(...(text.match(/\bmessageOf\(|\b(?:error|problem|failure|reason|cause)\.message\b/g) ?? []));
  };
  for (const { 0: call, index } of code.matchAll(CALLS)) {
    examine(allOf(code, index + call.length));
  }
  for (const { 0: field, index } of code.matchAll(FIELDS)) {
    examine(extent(code, index + field.length));
  }
  return found;
}

test.each([
  "new UpstreamError('the disk is full', 'retry')",
  'new RunError(`it cannot be read`)',
  "say('a.b', { reason: error.message })",
  "say('a.b', { reason: messageOf(error) })",
  "exchange('the webhook', request, tools)",
  "this.#fail('a name belongs here')",
  "problems.push({ where, what: 'there is no such file' })",
  "return { finding: 'the port is in use' };",
  "say('a.b', { inner: say('c.d', { name: 'the radio' }) })",
])('is found: %s', (source) => {
  expect(untranslatedIn(source)).not.toEqual([]);
});

test.each([
  "new UpstreamError(say('disk.full'), 'retry')",
  "log.warn('cannot read it', { reason: messageOf(error) })",
  "say('a.b', { reason: textOf(error), name: 'Serato' })",
])('is none: %s', (source) => {
  expect(untranslatedIn(source)).toEqual([]);
});

test('no sentence for users lacks an id', () => {
  const src = join(ROOT, 'src');
  const found = filesBelow(src, '.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, name: relative(src, file).replaceAll('\\', '/') }))
    .filter(({ name }) => !FOR_TERMINALS.test(name) && !FROM_HELPERS.test(name))
    .flatMap(({ file, name }) =>
      untranslatedIn(readFileSync(file, 'utf8'))
        .filter((text) => !OF_A_COMMAND.test(text))
        .map((text) => `${name}: ${text}`),
    );
  expect([...new Set(found)]).toEqual([]);
});
