/**
 * Go dialect (RE2). Matching time grows with the text times the compiled program. Both are bounded (program here, text
 * by `MAX_TEXT` in `core/text.ts`), so accepted expressions run in this process without a time limit.
 */

import { messageOf } from '../../core/errors.ts';
import { say } from '../../core/message.ts';
import type { Kind, Parsed } from '../../core/option.ts';
import { bad, good, textual } from './kind.ts';

export interface Pattern {
  readonly source: string;
  /** Matches anywhere in the text. */
  test(text: string): boolean;
  /** Named group; undefined without a match. */
  capture(text: string): string | undefined;
}

/** Undefined if empty. `group`: case-sensitive name of a required group. */
export function regex(group?: string): Kind<Pattern | undefined> {
  return textual<Pattern | undefined>({
    type: 'string',
    format: 'regex',
    parse: (source) => (source === '' ? good(undefined) : compile(source, group)),
    print: (value) => value?.source ?? '',
  });
}

/**
 * Compiled instructions. The worst match, on a text of `MAX_TEXT` letters, takes 30 milliseconds on a processor from
 * 2020 (50 if its other core is busy); on a usual name, a twentieth.
 */
const MAX_PROGRAM = 1_000;
/** Characters. Compiling takes up to 200 milliseconds, with Unicode classes. */
const MAX_LENGTH = 2_000;
/** Characters with repetitions written out, as far as known before compiling: another 200 milliseconds. */
const MAX_WRITTEN_OUT = 200_000;
/** Go's limit for nested repetitions. */
const MAX_REPEAT = 1_000;
const TOO_LARGE = say('settings.expression-too-large-shorten-repeat-less');

/** Assumes that the two largest are nested. */
function writtenOut(source: string): number {
  const counts = [...source.matchAll(/\{(?:\d+,)?(\d+),?\}/g)].map(([, count]) => Number(count));
  const [largest = 1, second = 1] = counts.sort((one, other) => other - one);
  return source.length * Math.min(MAX_REPEAT, Math.max(1, largest) * Math.max(1, second));
}

async function compile(source: string, group: string | undefined): Promise<Parsed<Pattern>> {
  if (source.length > MAX_LENGTH || writtenOut(source) > MAX_WRITTEN_OUT) {
    return bad(TOO_LARGE);
  }
  // Loaded on demand: a quarter of a megabyte.
  const { RE2JS } = await import('re2js');
  try {
    // Normalized like the matched texts: names copied on macOS have accents as combining marks.
    const compiled = RE2JS.compile(source.normalize('NFC'));
    if (compiled.programSize() > MAX_PROGRAM) {
      return bad(TOO_LARGE);
    }
    if (group !== undefined && !Object.hasOwn(compiled.namedGroups(), group)) {
      return bad(say('settings.expression-needs-group-named-p', { name: group }));
    }
    return good(new Re2Pattern(source, compiled, group));
  } catch (error) {
    const detail = messageOf(error).replace(/^error parsing regexp: /, '');
    return bad(say('settings.no-expression', { detail }));
  }
}

interface Compiled {
  matcher(text: string): { find(): boolean; group(name: string): string | null };
}

class Re2Pattern implements Pattern {
  readonly source: string;
  readonly #compiled: Compiled;
  readonly #group: string | undefined;

  constructor(source: string, compiled: Compiled, group: string | undefined) {
    this.source = source;
    this.#compiled = compiled;
    this.#group = group;
  }

  test(text: string): boolean {
    return this.#compiled.matcher(text).find();
  }

  capture(text: string): string | undefined {
    const matcher = this.#compiled.matcher(text);
    return this.#group !== undefined && matcher.find()
      ? (matcher.group(this.#group) ?? undefined)
      : undefined;
  }
}
