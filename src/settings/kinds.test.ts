import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { isBlank } from '../core/message.ts';
import type { Kind } from '../core/option.ts';
import * as kinds from './kinds.ts';

/** Value of a flag's text, or `refused: …`. */
async function read<T>(kind: Kind<T>, text: string): Promise<T | string> {
  const parsed = await kind.parse(text);
  return parsed.ok ? parsed.value : `refused: ${parsed.problem}`;
}

async function readFromFile<T>(kind: Kind<T>, value: unknown): Promise<T | string> {
  const parsed = await kind.fromFile(value);
  return parsed.ok ? parsed.value : `refused: ${parsed.problem}`;
}

describe('a uint', () => {
  test.each([
    ['0', 0],
    ['16', 16],
    ['0x10', 16],
    ['020', 16],
    ['0o20', 16],
    ['0b1_0000', 16],
    ['1_6', 16],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %s as Go does', async (text, value) => {
    expect(await read(kinds.uint(), text)).toBe(value);
  });

  test.each(['', '-1', '+1', '1.5', ' 1', '1e3', '09', '0x', '1__0', '_1', '9007199254740992', 'ten'])(
    'refuses %j',
    async (text) => {
      expect(await read(kinds.uint(), text)).toBe(
        `refused: a whole number is at least 0, not ${JSON.stringify(text)}`,
      );
    },
  );

  test('says its own range', async () => {
    expect(await read(kinds.port, '70000')).toBe('refused: a port is 1 to 65535, not "70000"');
    expect(await read(kinds.port, '0')).toBe('refused: a port is 1 to 65535, not "0"');
    expect(await read(kinds.uint({ max: 9, unit: 'seconds' }), '10')).toBe(
      'refused: a whole number of seconds is 0 to 9, not "10"',
    );
  });
});

describe('a text with placeholders', () => {
  const doubtOf = async (text: string, kind = kinds.template) => {
    const parsed = await kind.parse(text);
    return parsed.ok ? String(parsed.doubt) : 'refused';
  };

  test.each(['', 'a', '$ARTIST$ - $SONG$', '$ARTIST$$SONG$', '5 $, $KEY_CAMELOT$', 'US$5 $SONG$'])(
    'accepts %j',
    async (text) => {
      expect(await read(kinds.template, text)).toBe(text);
      expect(await doubtOf(text)).toBe('undefined');
    },
  );

  test.each([
    ['$ARTIST$ - $NAME$', '$NAME$', '$SONG$'],
    ['$Title$', '$Title$', '$SONG$'],
    ['$artist$', '$artist$', '$ARTIST$'],
    ['$ARTITS$', '$ARTITS$', '$ARTIST$'],
    ['$ARTIST - $SONG', '$ARTIST', '$ARTIST$'],
    ['$ELAPSED$ $KEY_CAMELLOT$', '$KEY_CAMELLOT$', '$KEY_CAMELOT$'],
  ])('doubts %j, and names the nearest placeholder', async (text, given, meant) => {
    expect(await read(kinds.template, text)).toBe(text);
    expect(await doubtOf(text)).toBe(
      `${given} is no placeholder, so it is shown as it is; did you mean ${meant}?`,
    );
  });

  test('names all placeholders if none is near', async () => {
    expect(await doubtOf('$TITLE$', kinds.templateWith(['$ADDRESS$', '$DAY$']))).toBe(
      '$TITLE$ is no placeholder, so it is shown as it is. Placeholders here: $ADDRESS$, $DAY$',
    );
  });

  test('doubts what a shell leaves of placeholders in double quotes', async () => {
    expect(await doubtOf('$ - $')).toBe(
      'there is a $ but no placeholder, such as $SONG$: in a shell, put the value in single quotes',
    );
  });
});

describe('a duration', () => {
  test.each([
    ['5s', 5000],
    ['1m30s', 90_000],
    ['250ms', 250],
    ['1h2m3.5s', 3_723_500],
    ['.5s', 500],
    ['1.s', 1000],
    ['+2m', 120_000],
    ['1us', 0.001],
    ['1µs', 0.001],
    ['1μs', 0.001],
    ['0', 0],
  ])('reads %s', async (text, ms) => {
    expect(await read(kinds.duration, text)).toBe(ms);
  });

  test('has an upper limit', async () => {
    expect(await read(kinds.durationUpTo(60_000), '1m')).toBe(60_000);
    expect(await read(kinds.durationUpTo(60_000), '61s')).toBe('refused: this is at most 1m, not "61s"');
  });

  test('reports the missing unit of a bare number', async () => {
    expect(await read(kinds.duration, '5')).toMatch(/a duration needs a unit: "5s" is seconds/);
    expect(await readFromFile(kinds.duration, 5)).toMatch(/a duration needs a unit/);
  });

  test.each(['', '-5s', '5 s', '1d', 's', '1m30', `${'9'.repeat(30)}h`])('refuses %j', async (text) => {
    expect(await read(kinds.duration, text)).toMatch(/^refused: /);
  });

  test.each(['0s', '250ms', '5s', '2m', '1m30s', '1h2m3.5s'])('prints %s as it was written', async (text) => {
    expect(kinds.duration.print(Number(await read(kinds.duration, text)))).toBe(text);
  });
});

describe('a flag', () => {
  test('is on or off in each spelling of Go', async () => {
    const meanings = (texts: string) => Promise.all(texts.split(' ').map((text) => read(kinds.flag, text)));
    expect(await meanings('1 t T true TRUE True')).toEqual(Array(6).fill(true));
    expect(await meanings('0 f F false FALSE False')).toEqual(Array(6).fill(false));
  });
  test('takes no other word on the command line, but yes and off in a file', async () => {
    expect(await read(kinds.flag, 'yes')).toBe('refused: this is true or false, not "yes"');
    expect(await readFromFile(kinds.flag, 'Yes')).toBe(true);
    expect(await readFromFile(kinds.flag, 'off')).toBe(false);
    expect(await readFromFile(kinds.flag, 1)).toBe(true);
    expect(await readFromFile(kinds.flag, [true])).toBe(
      'refused: only one value is allowed here, not a list',
    );
  });
});

describe('a list', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a,', ['a', '']],
    ['a b, c', ['a b', ' c']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",', ['say "hi"', '']],
  ])('reads the CSV %j', async (text, values) => {
    expect(await read(kinds.list, text)).toEqual(values);
  });

  test.each(['a"b', '"a', '"a"b'])('refuses the CSV %s', async (text) => {
    expect(await read(kinds.list, text)).toMatch(/^refused: /);
  });

  test('in a file may be a list, or have commas, blanks or quotes', async () => {
    for (const value of [['a', 'b', '1'], 'a,b,1', 'a b 1', ' a, b,\t1 ', '"a","b","1"']) {
      expect(await readFromFile(kinds.list, value)).toEqual(['a', 'b', '1']);
    }
    expect(await readFromFile(kinds.list, ['a', { b: 1 }])).toBe(
      'refused: only one value is allowed here, not a section',
    );
  });

  test('is printed so that it can be read again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ minLength: 1 })), async (values) => {
        expect(await read(kinds.list, kinds.list.print(values))).toEqual(values);
      }),
    );
  });
});

describe('a choice', () => {
  const color = kinds.choice(['', 'red', 'limegreen']);
  test('accepts its words in any case and lists them in a refusal', async () => {
    expect(await read(color, 'LimeGreen')).toBe('limegreen');
    expect(await read(color, '')).toBe('');
    expect(await read(color, 'pink')).toBe('refused: "pink" is not one of red, limegreen');
    expect(color.choices).toEqual(['red', 'limegreen']);
  });
});

test('keeps the given order of several choices', async () => {
  const art = kinds.choices(['native', 'streaming', 'placeholder']);
  expect(await read(art, 'streaming, Native')).toEqual(['streaming', 'native']);
  expect(await readFromFile(art, ['placeholder', 'native', 'placeholder'])).toEqual([
    'placeholder',
    'native',
  ]);
  expect(await read(art, 'natve')).toBe(
    'refused: "natve" is not one of native, streaming, placeholder; did you mean native?',
  );
  expect(await read(art, '"')).toMatch(/^refused: the quotes/);
  expect(art.print(['streaming', 'native'])).toBe('streaming,native');
});

test('turns an alias into its choice, once', async () => {
  const source = kinds.choices(['softb', 'softa'], undefined, { serato: 'softb', mixxx: 'softb' });
  expect(await read(source, 'Serato,softa,mixxx,softb')).toEqual(['softb', 'softa']);
  expect(await readFromFile(source, ['mixxx'])).toEqual(['softb']);
  expect(await read(source, 'serrato')).toContain('did you mean serato?');
});

describe('a secret', () => {
  test('prints as stars everywhere', async () => {
    const parsed = await kinds.secret.parse('hunter2');
    const value = parsed.ok ? parsed.value : undefined;
    expect(value?.reveal()).toBe('hunter2');
    expect(`${value} ${JSON.stringify({ value })} ${value && kinds.secret.print(value)}`).toBe(
      '*** {"value":"***"} ***',
    );
  });

  test('is read from a file with @, and @@ is an @', async () => {
    const folder = await testFolder();
    writeFileSync(join(folder, 'token'), 'from file\r\n');
    const parsed = await kinds.secret.parse(`@${join(folder, 'token')}`);
    expect(parsed.ok && parsed.value.reveal()).toBe('from file');
    writeFileSync(join(folder, 'nothing'), '\n');
    expect(await read(kinds.secret, `@${join(folder, 'nothing')}`)).toMatch(
      /^refused: cannot read the value from its file: .*nothing is empty$/,
    );
    expect(await read(kinds.secret, `@${folder}`)).toMatch(/^refused: cannot read the value .*EISDIR/);
    const escaped = await kinds.secret.parse('@@home');
    expect(escaped.ok && escaped.value.reveal()).toBe('@home');
    expect(await read(kinds.secret, '@/no/such/file')).toMatch(
      /^refused: cannot read the value from its file: there is no such file or folder \(ENOENT\)/,
    );
  });
});

describe('a moment', () => {
  const local = (...parts: [number, number, number, number?, number?, number?]) =>
    new Date(...parts).getTime();
  test.each([
    ['2026-01-31', local(2026, 0, 31), local(2026, 1, 1)],
    ['2028-02-29', local(2028, 1, 29), local(2028, 2, 1)],
    ['2026-01-31T22:30', local(2026, 0, 31, 22, 30), local(2026, 0, 31, 22, 30)],
    ['2026-01-31 22:30:15', local(2026, 0, 31, 22, 30, 15), local(2026, 0, 31, 22, 30, 15)],
    ['2026-01-31T22:30:00.5+01:00', Date.UTC(2026, 0, 31, 21, 30) + 500, Date.UTC(2026, 0, 31, 21, 30) + 500],
    ['2026-01-31t22:30z', Date.UTC(2026, 0, 31, 22, 30), Date.UTC(2026, 0, 31, 22, 30)],
    ['', undefined, undefined],
  ])('%j begins a time, and ends one with its last day', async (text, from, until) => {
    expect(await read(kinds.momentFrom, text)).toBe(from);
    expect(await read(kinds.momentUntil, text)).toBe(until);
  });

  test.each([
    ...['2026', 'yesterday', '31.1.2026', '2026-01-31T24:00'],
    ...['2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00'],
  ])('%j is refused with an example', async (text) => {
    expect(await read(kinds.momentFrom, text)).toBe(
      `refused: "${text}" is not a time. Write it like 2026-01-31 or 2026-01-31T22:30`,
    );
  });

  test('is printed so that it can be read again', async () => {
    const at = local(2026, 0, 31, 22, 30);
    expect(await read(kinds.momentUntil, kinds.momentUntil.print(at))).toBe(at);
  });
});

describe('an address', () => {
  test.each([
    [':9090', { port: 9090 }],
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:80', { host: '::1', port: 80 }],
    ['studio.local:9090', { host: 'studio.local', port: 9090 }],
  ])('reads %s and prints it back', async (text, value) => {
    expect(await read(kinds.address, text)).toEqual(value);
    expect(kinds.address.print(value)).toBe(text);
  });
  test('may be a port alone', async () => {
    expect(await read(kinds.address, '8100')).toEqual({ port: 8100 });
  });
  test.each(['', ':', ':70000', '70000', '::1:9090', 'a b:1', ':-1'])('refuses %j', async (text) => {
    expect(await read(kinds.address, text)).toMatch(/^refused: ".*" is not an address\. Write it like :9090/);
  });
});

test('a web address is http or https, and a refusal does not repeat it', async () => {
  expect(await read(kinds.url, '')).toBe('');
  expect(await read(kinds.url, 'https://example.org/a?b=c')).toBe('https://example.org/a?b=c');
  for (const text of ['example.org', 'ftp://example.org', 'https://', 'http:///x', 'secret-token']) {
    expect(await read(kinds.url, text)).toBe(
      'refused: a web address begins with http:// or https:// and contains a host name',
    );
  }
});

test('links for people are http or https, and never run anything', async () => {
  const addresses = ['https://example.org/ada', 'http://example.org'];
  expect(await read(kinds.links, addresses.join(','))).toEqual(addresses);
  for (const text of ['javascript:alert(1)', 'https://example.org,ftp://x', 'https:///x']) {
    expect(await read(kinds.links, text)).toMatch(
      /^refused: .* is not a link\. A link begins with https:\/\/ or http:\/\//,
    );
  }
});

test.each([
  ['', ''],
  ['https://example.org', 'https://example.org'],
  ['https://example.org:8443/', 'https://example.org:8443/'],
  ['https://discord.com/api/webhooks/1/hunter2', 'https://discord.com/…'],
  ['https://example.org?key=hunter2', 'https://example.org/…'],
  ['https://example.org\\hunter2', 'https://example.org/…'],
  ['https://example.org/a\nb', 'https://example.org/…'],
  ['https://me:pass@example.org/x', 'https://***@example.org/…'],
  ['https://me:p@ss@example.org', 'https://***@example.org'],
  ['https://token@example.org/x', 'https://***@example.org/…'],
  ['ws://me:pass@example.org/', 'ws://***@example.org/'],
  ['ws://127.0.0.1:4455/hunter2', 'ws://127.0.0.1:4455/…'],
  [' https://me:pass@example.org/x', ' https://***@example.org/…'],
])('the address %j is shown as %s', (address, shown) => {
  expect([kinds.url.print(address), kinds.socketUrl.print(address)]).toEqual([shown, shown]);
});

test('a blank after the comma belongs to no entry, and keeps no password in sight', async () => {
  const stations = kinds.addresses(() => undefined);
  expect(await read(stations, 'icecast://a:b@host/one, icecast://c:d@host/two,')).toEqual([
    'icecast://a:b@host/one',
    'icecast://c:d@host/two',
  ]);
  expect(stations.print(['icecast://a:b@host/one', ' icecast://c:d@host/two'])).toBe(
    'icecast://***@host/one, icecast://***@host/two',
  );
  expect(await read(kinds.links, 'https://a.example, https://b.example')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(await read(kinds.folders, 'mixxx, serato')).toEqual(['mixxx', 'serato']);
  expect(await read(kinds.url, ' https://me:pass@example.org ')).toBe('https://me:pass@example.org');
});

test('an OSC address begins with a slash and holds no pattern characters', async () => {
  for (const text of ['', '/a', '/deck/title', '/Ableton-1/x_y.z']) {
    expect(await read(kinds.oscAddress, text)).toBe(text);
  }
  for (const text of ['a', '/', '//a', '/a b', '/a*', '/{a}', '/ü', `/${'a/'.repeat(40)}`]) {
    expect(await read(kinds.oscAddress, text)).toMatch(/^refused: ".*" is not an OSC address/);
  }
});

test('a host is a name or an IP address without port', async () => {
  for (const text of ['', 'desk', 'lights.local', 'büro_2.local', '192.168.1.255', '::1', 'fe80::1%eth0']) {
    expect(await read(kinds.hostOrNone, text)).toBe(text);
  }
  for (const text of ['http://127.0.0.1', 'not a host', 'desk:6454', '[::1]', '-desk', '10.0.0.1/8']) {
    expect(await read(kinds.hostOrNone, text)).toMatch(/^refused: ".*" is no name or IP address/);
  }
});

test('a text encoding accepts any label of the standard, and stores its canonical name', async () => {
  expect(await read(kinds.textEncoding, 'AUTO')).toBe('auto');
  expect(await read(kinds.textEncoding, 'cp1251')).toBe('windows-1251');
  expect(await read(kinds.textEncoding, 'Latin1')).toBe('windows-1252');
  expect(await read(kinds.textEncoding, 'ISO-8859-16')).toBe('iso-8859-16');
  expect(await read(kinds.textEncoding, 'klingon')).toMatch(/^refused: "klingon" is not a text encoding/);
});

test('a color has three or six digits and becomes six', async () => {
  expect(await read(kinds.hexColor, '0099CC')).toBe('0099cc');
  expect(await read(kinds.hexColor, '09c')).toBe('0099cc');
  expect(await read(kinds.hexColor, '#fff')).toBe('ffffff');
  expect(await read(kinds.hexColor, 'white')).toMatch(/^refused: "white" is not a color\. Use three or six/);
});

test('a path may begin at home', async () => {
  expect(await read(kinds.filePath, '~/x.txt')).toBe(join(homedir(), 'x.txt'));
  expect(await read(kinds.directory, '~')).toBe(homedir());
  expect(await read(kinds.filePath, '~other/x')).toBe('~other/x');
  expect(await read(kinds.filePath, 'a\0b')).toBe('refused: a path cannot contain a zero byte');
});

test('an unusable path is refused before the start', async () => {
  const [file, folder] = [import.meta.filename, import.meta.dirname];
  const missing = join(folder, 'missing');
  expect(await read(kinds.filePath, folder)).toMatch(/^refused: ".+" is a folder: choose a file in it$/);
  expect(await read(kinds.directory, file)).toMatch(/^refused: ".+" is a file, not a folder$/);
  expect(await read(kinds.filePath, missing)).toBe(missing);
  expect(await read(kinds.directory, missing)).toBe(missing);
  expect(await read(kinds.filePath, `${missing}/`)).toBe(
    `refused: "${missing}/" is a folder: choose a file in it`,
  );
  for (const [kind, there, problem, absence] of [
    [kinds.existingFile, file, 'is not a file', 'there is no file'],
    [kinds.existingDirectory, folder, 'is not a folder', 'there is no folder'],
  ] as const) {
    expect(await read(kind, there)).toBe(there);
    expect(await read(kind, '')).toBe('');
    expect(await read(kind, missing)).toContain(absence);
    expect(await read(kind, there === file ? folder : file)).toContain(problem);
  }
  // The disk may be connected later.
  expect(await kinds.existingDirectory.parse(missing)).toMatchObject({ ok: false, later: missing });
  expect(await kinds.existingDirectory.parse(file)).not.toHaveProperty('later');
});

test('text accepts the scalars of typed files as written, and nothing else', async () => {
  expect(await readFromFile(kinds.text, 5)).toBe('5');
  expect(await readFromFile(kinds.text, true)).toBe('true');
  expect(await readFromFile(kinds.text, 123456789012345678n)).toBe('123456789012345678');
  expect(await readFromFile(kinds.text, 2 ** 60)).toMatch(/too long to be kept exactly; put it in quotes/);
  expect(await readFromFile(kinds.text, { a: 1 })).toBe(
    'refused: only one value is allowed here, not a section',
  );
});

describe('a regular expression', () => {
  test('matches anywhere, in the Go dialect', async () => {
    const parsed = await kinds.regex().parse('(?i)^secret\\b');
    const pattern = parsed.ok ? parsed.value : undefined;
    expect(pattern?.test('SECRET weapon')).toBe(true);
    expect(pattern?.test('no secret')).toBe(false);
  });

  test('matches accents written as combining marks, as in file names of macOS', async () => {
    const given = '^Café'.normalize('NFD');
    const parsed = await kinds.regex().parse(given);
    const pattern = parsed.ok ? parsed.value : undefined;
    expect(pattern?.test('Café del Mar')).toBe(true);
    expect(pattern?.source).toBe(given);
  });

  test('captures its group, and nothing if the group took no part', async () => {
    const parsed = await kinds.regex('title').parse('^(?:\\d+\\. (?P<title>.+)|x)');
    const pattern = parsed.ok ? parsed.value : undefined;
    expect(pattern?.capture('01. One More Time')).toBe('One More Time');
    expect(pattern?.capture('x')).toBeUndefined();
    expect(pattern?.capture('other')).toBeUndefined();
  });

  test("reports mistakes in Go's words", async () => {
    expect(await read(kinds.regex(), '(abc')).toBe(
      'refused: the regular expression is wrong: “missing closing ): `(abc`”',
    );
    expect(await read(kinds.regex(), 'a(?=b)')).toMatch(
      /^refused: the regular expression is wrong: “invalid/,
    );
    expect(await read(kinds.regex('title'), '(?P<Title>.*)')).toBe(
      'refused: the expression needs a group named title: (?P<title>...)',
    );
  });

  test('is refused if compiling it, or a match, would take long', async () => {
    for (const large of [
      '(x?){1000}',
      '(x?){500}$',
      '((x?){40}){25}',
      // Three instructions, but seconds to compile.
      `[${'\\pL\\pN'.repeat(20_000)}]`,
      // The engine would name the parenthesis.
      `${'(x?){1000}'.repeat(50)}(`,
      `${'x'.repeat(250)}{0,1000}(`,
      `${'x'.repeat(250)}{900,}(`,
    ]) {
      expect(await read(kinds.regex(), large)).toMatch(/^refused: the expression is too large/);
    }
    for (const usual of [
      '\\d{4}-\\d{2}-\\d{2} .{0,200}(?i)promo',
      // Long repetitions, but none within the other.
      '^.{450}-.{450}$',
      `(?i)\\b(${Array.from({ length: 60 }, (_, index) => `Artist ${index}`).join('|')})\\b`,
    ]) {
      expect(await read(kinds.regex(), usual)).toMatchObject({ source: usual });
    }
  });

  test('is off when empty', async () => {
    expect(await read(kinds.regex('title'), '')).toBeUndefined();
  });
});

describe('a map', () => {
  test('keeps a nested section, without a prototype', async () => {
    const parsed = await kinds.map.fromFile(
      JSON.parse('{"a": {"b": 1, "__proto__": {"c": true}}, "d": "x"}'),
    );
    expect(parsed.ok && JSON.stringify(parsed.value)).toBe('{"a":{"b":1,"__proto__":{"c":true}},"d":"x"}');
    expect(Object.getPrototypeOf(parsed.ok && parsed.value)).toBeNull();
    expect(Reflect.get({}, 'c')).toBeUndefined();
  });
  test('is bounded and holds no lists', async () => {
    expect(await readFromFile(kinds.map, { a: [1] })).toBe(
      'refused: a: only one value is allowed here, not a list',
    );
    expect(await readFromFile(kinds.map, 'x')).toMatch(/^refused: this is a section/);
    const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`);
    expect(await readFromFile(kinds.map, deep)).toMatch(/sections can be nested at most 8 deep here$/);
    expect(await read(kinds.map, 'x')).toMatch(/^refused: this is a section of the configuration file/);
  });
});

test('no kind throws for any input', async () => {
  const made = [kinds.uint(), kinds.choice(['a']), kinds.choices(['a']), kinds.regex(), kinds.regex('title')];
  const all: Kind<unknown>[] = [
    ...made,
    ...Object.values(kinds).filter((kind) => typeof kind !== 'function'),
  ];
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.string(), async (value, text) => {
      for (const kind of all) {
        for (const parsed of [await kind.fromFile(value), await kind.parse(text)]) {
          expect(parsed.ok || !isBlank(parsed.problem)).toBe(true);
        }
      }
    }),
  );
});
