import {
  Composer,
  CST,
  type Document,
  type ErrorCode,
  isCollection,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type YAMLError,
} from 'yaml';
import { type Message, say } from '../../core/message.ts';
import { BACKSLASH_IN_QUOTES, COMMA_BETWEEN, FormatError, inItsWords, MAX_DEPTH } from './format.ts';

/** More than users write, fewer than a bomb needs. */
const MAX_ALIASES = 100;

const SAME_COLUMN = say('format.same-column');
const SUCH_A_CHARACTER = say('format.such-a-character');

/** Plain wording of errors that need the specification, or quote text, perhaps a password, around a wrong escape. */
const IN_WORDS: Partial<Record<ErrorCode, Message>> = {
  BAD_ALIAS: SUCH_A_CHARACTER,
  BAD_DQ_ESCAPE: BACKSLASH_IN_QUOTES,
  BAD_INDENT: SAME_COLUMN,
  BAD_SCALAR_START: SUCH_A_CHARACTER,
  BLOCK_AS_IMPLICIT_KEY: say('format.one-name-too-many'),
  BLOCK_IN_FLOW: COMMA_BETWEEN,
  MULTILINE_IMPLICIT_KEY: say('format.name-colon-value'),
  TAB_AS_INDENT: say('format.no-tabs'),
  UNEXPECTED_TOKEN: say('format.not-here'),
};

/** The same for codes of several errors, by their messages. */
const BY_MESSAGE: readonly (readonly [RegExp, Message])[] = [
  [/^(Missing ,|Unexpected (,|empty item))/, COMMA_BETWEEN],
  [/^(Implicit map keys|Missing space after :)/, say('format.name-colon-value')],
  [/^Comments/, say('format.space-before-comment')],
  [/^Missing directives/, SUCH_A_CHARACTER],
  [/^Sequence item/, say('format.list-lines')],
];

function wordsFor({ code, message }: YAMLError): Message {
  return BY_MESSAGE.find(([said]) => said.test(message))?.[1] ?? IN_WORDS[code] ?? inItsWords(message);
}

export function readYaml(text: string): unknown {
  const lines = new LineCounter();
  const document = readDocument(text, lines);
  if (document === undefined) {
    return null;
  }
  visit(document, {
    Map(_, node) {
      const seen = new Set<string>();
      for (const { key } of node.items) {
        if (isCollection(key)) {
          throw new FormatError(say('format.name-is-text'), lineOf(lines, key.range?.[0] ?? 0));
        }
        const name = isScalar(key) ? String(key.value) : '';
        if (seen.has(name)) {
          const offset = (isScalar(key) ? key.range?.[0] : node.range?.[0]) ?? 0;
          throw new FormatError(
            say('format.duplicate', { name: JSON.stringify(name) }),
            lineOf(lines, offset),
          );
        }
        seen.add(name);
      }
    },
    Scalar(_, node) {
      // Keeps text: 000000 is a color and 1234567890123456789 a channel.
      if (typeof node.value === 'number' && node.source !== undefined && String(node.value) !== node.source) {
        node.value = node.source;
      }
    },
  });
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    throw error instanceof ReferenceError ? new FormatError(say('format.alias')) : error;
  }
}

/**
 * Stops at the first error. The library's `parseDocument` collects all with stack traces and excerpts, very slowly for
 * a damaged file.
 */
function readDocument(text: string, lines: LineCounter): Document | undefined {
  // The library's check of unique keys is quadratic; ours is linear.
  const composer = new Composer({ uniqueKeys: false });
  const documents: Document[] = [];
  const tokens: CST.Token[] = [];
  for (const token of parse(text, lines)) {
    if (token.type === 'error') {
      throw new FormatError(SAME_COLUMN, lineOf(lines, token.offset));
    }
    tokens.push(token);
    documents.push(...composer.next(token));
  }
  documents.push(...composer.end());
  const [first, second] = documents;
  if (second !== undefined) {
    throw new FormatError(say('format.one-document'), lineOf(lines, second.range?.[0] ?? 0));
  }
  const [error, next] = first?.errors ?? [];
  const unclosed = error && firstUnclosed(tokens);
  if (unclosed !== undefined) {
    throw new FormatError(
      say('format.never-closed', { sign: unclosed.sign }),
      lineOf(lines, unclosed.offset),
    );
  }
  if (error !== undefined) {
    // The parser joins an indented second name with the line above to one name, whose end is on the wrong line.
    const isBelow = next?.code === 'MULTILINE_IMPLICIT_KEY' && next.pos[0] === error.pos[0];
    const offset = isBelow ? next.pos[1] : error.pos[0];
    throw new FormatError(wordsFor(error), lineOf(lines, offset));
  }
  // The library would drop a word after `!`, as passwords may contain.
  const tag = first?.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (tag !== undefined) {
    throw new FormatError(say('format.exclamation'), lineOf(lines, tag.pos[0]));
  }
  return first;
}

/** Bracket or quote without its end, where it begins: the parser reports the line at which it gives up. */
function firstUnclosed(tokens: readonly CST.Token[]): { sign: string; offset: number } | undefined {
  let found: { sign: string; offset: number } | undefined;
  for (const token of tokens) {
    if (token.type === 'document') {
      CST.visit(token, ({ key, value }) => {
        found = [key, value].map(unclosed).find((one) => one !== undefined);
        return found && CST.visit.BREAK;
      });
    }
  }
  return found;
}

function unclosed(token: CST.Token | null | undefined) {
  if (token?.type === 'flow-collection') {
    const { source: sign, offset } = token.start;
    return token.end.some(({ source }) => source === ENDS[sign]) ? undefined : { sign, offset };
  }
  if (token?.type === 'single-quoted-scalar' || token?.type === 'double-quoted-scalar') {
    const { source, offset } = token;
    const sign = source.charAt(0);
    return source.length > 1 && source.endsWith(sign) ? undefined : { sign, offset };
  }
  return undefined;
}

const ENDS: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * Limits the depth: the parser keeps its own stack, but the composer recurses, and at the end of the call stack V8 can
 * end the process (if it has to compile a regular expression) instead of throwing.
 */
function* parse(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    // The stack includes the document.
    if (parser.stack.length > MAX_DEPTH + 1) {
      throw new FormatError(say('format.too-deep', { most: MAX_DEPTH }), lineOf(lines, parser.offset));
    }
  }
  yield* parser.end();
}

function lineOf(lines: LineCounter, offset: number): number {
  return lines.linePos(offset).line;
}
