import hclOracle from 'js-hcl-parser';
import { describe, expect, test } from 'vitest';
import german from '../../../texts/de.json' with { type: 'json' };
import { readDotenv } from './dotenv.ts';
import { FormatError, type ReadFormat } from './format.ts';
import { readHcl } from './hcl.ts';
import { readIni } from './ini.ts';
import { readJson } from './json.ts';
import { readProperties } from './properties.ts';
import { readToml } from './toml.ts';
import { readYaml } from './yaml.ts';

/** Some parsers make objects without a prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function errorOf(read: ReadFormat, text: string): FormatError | undefined {
  try {
    read(text);
  } catch (error) {
    if (error instanceof FormatError) {
      return error;
    }
    throw error;
  }
  return undefined;
}

/** "line: message" of the reader's error. */
function failure(read: ReadFormat, text: string): string {
  const error = errorOf(read, text);
  return error === undefined ? 'no error' : `${error.line ?? '-'}: ${error.message}`;
}

describe('HCL', () => {
  test.each([
    ['attributes', 'a = 1\nb = "x"\nc = true\nd = -1.5\ne=["x", "y",]\n'],
    ['dotted and quoted names', 'log.file = "x"\n"webhook.json" = "y"\n'],
    ['a block', 'log { file = "x" }\n'],
    ['a block over several lines', 'log {\n  file = "x"\n  line = true\n}\n'],
    ['labels', 'webhook "json" { art = ["a", "b"] }\n'],
    ['an object', 'log = { file = "x", line = false }\n'],
    ['nested blocks', 'a { b { c { d = 1 } } }\n'],
    ['comments', '# one\n// two\n/* three\nfour */ a = 1 # five\n'],
    ['here-documents', 'a = <<END\nline one\n  line two\nEND\nb = 1\n'],
    ['escapes', 'a = "tab\\t quote\\" slash\\\\ \\u00e9"\n'],
    ['what is empty', 'a {\n}\nb = []\nc = ""\nd { e {\n} }\n'],
    [
      'blocks among numbers and lists',
      'a = -1000\nb {\n  c = [true, 1, "x"]\n  d {\n    e = 0\n  }\n  f = 2\n}\n',
    ],
    ['text with dollars', 'format = "$ARTIST$ - $SONG$"\n'],
  ])('reads %s as HashiCorp reads it', (_, text) => {
    expect(plain(readHcl(text))).toEqual(flattened(JSON.parse(hclOracle.parse(text))));
  });

  /** The reference makes a one-section list of every block. */
  function flattened(value: unknown): unknown {
    if (Array.isArray(value)) {
      const [only] = value;
      return value.length === 1 && typeof only === 'object' ? flattened(only) : value.map(flattened);
    }
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, flattened(inner)]))
      : value;
  }

  test('joins blocks of one name and keeps the backslashes of expressions', () => {
    expect(plain(readHcl('a { b = 1 }\na { c = "\\d+" }'))).toEqual({ a: { b: 1, c: '\\d+' } });
  });

  test.each([
    ['a = 1\na = 2', '2: duplicate key "a"'],
    ['log {\n  file = "x"\n', '3: the closing } is missing'],
    ['a = "x', '1: the closing " is missing'],
    ['a = x', '1: a value belongs here; text goes in double quotes'],
    ['a = [1 2]', '1: a comma or a closing ] belongs here'],
    ['\n\n= 1', '3: a name belongs here'],
    ['a = <<END\nx', '2: the closing END is missing'],
    ['/* x', '1: the closing */ is missing'],
    ['a "b" = 1', '1: an attribute has one name; put dots between its parts'],
    ['a = "\\U00110000"', '1: \\U00110000 is not a character'],
    ['a {'.repeat(100), '1: sections nest at most 64 deep'],
    [`a = ${'['.repeat(100)}`, '1: lists nest at most 64 deep'],
  ])('reports the line of %j', (text, problem) => {
    expect(failure(readHcl, text)).toBe(problem);
  });
});

describe('YAML', () => {
  test('keeps the text of a number whose value says less', () => {
    expect(readYaml('a: 000000\nb: 1234567890123456789\nc: 12\nd: 1.50\ne: "7"\nf: 0x10')).toEqual({
      a: '000000',
      b: '1234567890123456789',
      c: 12,
      d: '1.50',
      e: '7',
      f: '0x10',
    });
  });
  test.each([
    ['a: 1\nb: [', /^2: the \[ that begins here is never closed$/],
    ['a: [1\nb: 2\nc: 3', /^1: the \[ that begins here is never closed$/],
    ['a: {b: [1]\nc: 3', /^1: the \{ that begins here is never closed$/],
    ['a: "1\nb: 2', /^1: the " that begins here is never closed$/],
    ["a: '1\nb: 2", /^1: the ' that begins here is never closed$/],
    ['  a: 1\nb: 2', /^2: the lines of a section begin at the same column$/],
    ['a: 1\n\ta: 2', /^2: /],
    ['a:\n\tb: 2', /^2: lines are indented with spaces, not with tabs$/],
    ['a:\n  b: 1\n c: 2', /^3: the lines of a section begin at the same column/],
    ['a: 1\n b:\n  c: 2', /^2: one name too many/],
    ['source: hwdevice\n  http: x', /^2: one name too many/],
    ['a: b: c', /^1: .* its value has to be in quotes$/],
    ['a:1\nb: 2', /^1: .* with a space behind the colon$/],
    ['a: @b', /^1: text that begins with such a character goes in quotes$/],
    [
      'a: "C:\\hunter2"',
      /^1: in double quotes a \\ begins an escape: put a path in single quotes, or type \\\\$/,
    ],
    ['a: 1\nb:\n  c: 1\n  c: 2', /^4: duplicate key "c"$/],
    ['a: 1\n---\nb: 2', /^2: /],
    ['a: 1\nb: !hunter2', /^2: text that begins with ! goes in quotes$/],
    ['a: 1\n? [b, c]\n: 2', /^2: a name is text, not a list or a section$/],
  ])('reports the line of %j', (text, problem) => {
    expect(failure(readYaml, text)).toMatch(problem);
  });
});

describe('JSON', () => {
  test.each([
    ['{\n  "a": 1,\n}', /^3: a name goes in double quotes, .* no comma follows the last entry$/],
    ['{"a": ', /^1: the file ends too early$/],
    ['{\n"token": hunter2}', /^[-2]: text goes in double quotes, /],
  ])('reports the line of %j without repeating it', (text, problem) => {
    expect(failure(readJson, text)).toMatch(problem);
    expect(failure(readJson, text)).not.toContain('unter2');
  });
});

test.each([
  ['a = 1\nb = ', '2: text goes in quotes, as in name = "value"'],
  ['a = escape', '1: text goes in quotes, as in name = "value"'],
  ['a: 1', '1: a setting is written name = value'],
  ['a', '1: a setting is written name = value'],
  ['a = 1\na = 2', '2: set twice'],
  ['a = "C:\\Users"', '1: in double quotes a \\ begins an escape: put a path in single quotes, or type \\\\'],
])('TOML reports the line of %j', (text, problem) => {
  expect(failure(readToml, text)).toBe(problem);
});

/** Mistakes by format, with `¦` between them, none of which needs the parser's own words. */
const MISTAKES: readonly (readonly [format: string, read: ReadFormat, texts: string])[] = [
  [
    'YAML',
    readYaml,
    'a: [1¦a: "x¦a: {b: 1¦a: b: c¦a: 1\nb¦a: [1, , 2]¦a: [b: c\n- e]¦a: @x¦a: %x¦a: *¦a: "\\d"¦\ta: 1¦' +
      'a:\n  b: 1\n c: 2¦- a\nb: 1¦a: "b"c¦a: "b"#c¦a: |x\n b¦a: [{b: 1} c]¦a: {b c: [}¦%x\na: 1¦' +
      'a: !secret b¦- a\nb¦a: {\n- b\n}¦a: ]',
  ],
  [
    'TOML',
    readToml,
    'a¦a =¦a = [1¦a = "x¦a = {b = 1¦a = 1 b = 2¦[a¦[[a]¦= 1¦a b = 1¦a = 01¦a = 1__2¦a = 2024-99-99¦' +
      'a = "\\d"¦a = "\\u12"¦a = 1\na = 2¦a = [1 2]¦a = "\u0001"¦a = 1.¦"""a""" = 1¦a = 0x¦a = tru¦' +
      `[a]\n[a]¦a = { b = 1\n¦a = ${'['.repeat(100)}`,
  ],
  [
    'JSON',
    readJson,
    '{¦{"a"¦{"a": 1,}¦{a: 1}¦{\'a\': 1}¦{"a": "x¦{"a": "\\d"}¦{"a": "x\ny"}¦[1 2]¦{"a": 1} b¦// c¦{"a": x}¦' +
      '{"a" 1}¦{"a": 01}¦{"a": -}¦{"a": 1e}¦{"a": 1 "b": 2}¦"\\u12"¦undefined¦¦{,}¦{"a": tru}¦{"a": .5}¦' +
      '{"a": NaN}¦]',
  ],
  ['HCL', readHcl, 'a = {¦a¦a = "\\U00110000"¦a = <<\n¦}¦a = 1 2¦a = [1¦"a'],
];

test.each(MISTAKES)('%s: mistakes are explained in words that pages translate', (_, read, texts) => {
  for (const text of texts.split('¦')) {
    const id = errorOf(read, text)?.text.id;
    expect([text, id]).not.toEqual([text, 'format.broken']);
    expect([text, Object.hasOwn(german, id ?? '')]).toEqual([text, true]);
  }
});

test('quotes the parser about a rare mistake', () => {
  expect(failure(readYaml, 'a: &x &y 1')).toMatch(
    /^1: the format is broken here: “A node can have at most one anchor[^\n]*”$/,
  );
});

test('TOML keeps long numbers', () => {
  expect(readToml('a = 1234567890123456789\nb = 5')).toEqual({ a: 1234567890123456789n, b: 5 });
});

describe('properties', () => {
  test('reads like Java, without losing the backslashes of expressions', () => {
    const text =
      '# c\n! c\na.b = x\nc:1\nd yes\ne = \\d+\\s\nf = \\\\d+\ng = one \\\n    two\ni = C:\\users\\me\nh = $ARTIST$ \\u00e9\n';
    expect(readProperties(text)).toEqual({
      'a.b': 'x',
      c: 1,
      d: 'yes',
      e: '\\d+\\s',
      f: '\\d+',
      g: 'one two',
      i: 'C:\\users\\me',
      h: '$ARTIST$ é',
    });
  });
});

describe('dotenv', () => {
  test('never expands dollars, quoted or not', () => {
    const text = [
      '# comment',
      'A=$ARTIST$ - $SONG$',
      'B="$ARTIST$ - $SONG$" # comment',
      "C='$ARTIST$ - $SONG$'",
      'export D.e-f = 5',
      'G: x',
    ].join('\r\n');
    expect(readDotenv(text)).toEqual({
      A: '$ARTIST$ - $SONG$',
      B: '$ARTIST$ - $SONG$',
      C: '$ARTIST$ - $SONG$',
      'D.e-f': 5,
      G: 'x',
    });
  });
  test('reports the line that is not a setting', () => {
    expect(failure(readDotenv, 'A=1\n\nnonsense')).toBe('3: a line is written NAME=value');
    expect(failure(readDotenv, `A=${' '.repeat(10_000)}`)).toBe('1: a line is at most 8192 characters long');
  });
});

test('INI reads names before any section, dotted sections, lists and quotes', () => {
  const text = [
    'delay = 5',
    'webhook.url = "http://x/;y"',
    '[webhook.json]',
    'art[] = a',
    'art[] = b',
    '[hide.regex]',
    'title = "^\\d+"',
    'artist = ^\\d+\\s ; comment',
  ].join('\n');
  expect(plain(readIni(text))).toEqual({
    delay: 5,
    'webhook.url': 'http://x/;y',
    webhook: { json: { art: ['a', 'b'] } },
    hide: { regex: { title: '^\\d+', artist: '^\\d+\\s' } },
  });
});
