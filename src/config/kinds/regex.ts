/** Regular expressions in the Go dialect (RE2): linear time, whatever the expression and the text. */
import { messageOf } from '../../core/errors.ts';
import type { Kind, Parsed } from '../../core/option.ts';
import { bad, good, textual } from './kind.ts';

export interface Pattern {
  /** As the user wrote it. */
  readonly source: string;
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean;
  /** The text of the named group; undefined without a match of it. */
  capture(text: string): string | undefined;
}

/**
 * A compiled expression; undefined when it is empty. With `group`, an expression without a group of that name
 * (case matters) is refused.
 */
export function regex(group?: string): Kind<Pattern | undefined> {
  return textual<Pattern | undefined>({
    type: 'string',
    format: 'regex',
    parse: (source) => (source === '' ? good(undefined) : compile(source, group)),
    print: (value) => value?.source ?? '',
  });
}

async function compile(source: string, group: string | undefined): Promise<Parsed<Pattern>> {
  // The engine is a quarter of a megabyte: it is loaded only when an expression is set.
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(source);
    if (group !== undefined && !Object.hasOwn(compiled.namedGroups(), group)) {
      return bad(`the expression needs a group named ${group}: (?P<${group}>...)`);
    }
    return good(new Re2Pattern(source, compiled, group));
  } catch (error) {
    return bad(messageOf(error));
  }
}

/** What we use of a compiled `re2js` expression. */
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
