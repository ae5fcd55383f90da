import { describe, expect, test } from 'vitest';
import { startOptions } from '../../desk/options.ts';
import { FORMATS } from '../formats/index.ts';
import { sampleFile } from '../sample.ts';
import { type Change, editText } from './index.ts';

/** A file full of comments in each format, with `osc.host`, `osc.port`, `delay`, a list and something unknown. */
const COMMENTED: Readonly<Record<string, string>> = {
  yaml: `# mine\n---\nosc:   # to the lights\n    # the desk\n    host:  10.0.0.5   # under the stage\n    port: 7001\n\n# wait\n"delay": 5 # seconds\nunknown: {a: 1,   b: [x,y]}\nwebhook.json.art:\n  - cover\n  - big # size\nnote: |\n  two\n  lines\n# the end\n`,
  toml: `# mine\ndelay   =  5 # seconds\nunknown = { a = 1 }   # what\n"webhook"."json".art = [\n  "cover", # first\n  "big",\n]\n\n# to the lights\n[osc]   # desk\nhost = '10.0.0.5' # stage\nport = 7_001\n\n[[other]]\nport = 1\n# the end\n`,
  json: `{\n    "osc": {"host": "10.0.0.5",   "port": 7001},\n    "delay":   5,\n\n    "unknown": [1,   2],\n    "webhook.json.art": ["cover", "big"]\n}\n`,
  hcl: `# mine\nosc { // to the lights\n  host = "10.0.0.5" # stage\n  /* the\n     port */ port = 7001\n}\ndelay   = 5 # seconds\nunknown = { a = 1,  b = [1,2] }\nwebhook "json" { art = ["cover", "big"] }\nnote = <<END\nport = 1\nEND\n# the end\n`,
  env: `# mine\nexport OSC_HOST='10.0.0.5' # stage\nOSC_PORT=7001\n\nDELAY=5   # seconds\nUNKNOWN="x # y"\nWEBHOOK_JSON_ART=cover,big\n# the end\n`,
  ini: `; mine\ndelay = 5 ; seconds\nunknown = "x ; y"\n\n; to the lights\n[osc]\nhost=10.0.0.5 # stage\nport =   7001\n\n[webhook.json]\nart[] = cover\nart[] = big\n# the end\n`,
  properties: `# mine\n! and mine\nosc.host : 10.0.0.5\nosc.port=7001\ndelay 5\nunknown = a\\\n    port = 1\nwebhook.json.art = cover,big\n# the end\n`,
};

/** What one option's lines look like in each of them, before: those that changing it may take away. */
const LINES_OF: Readonly<Record<string, RegExp>> = {
  'osc.port': /port|PORT/,
  'osc.host': /host|HOST/,
  delay: /delay|DELAY/i,
  'webhook.json.art': /art|ART|cover|big|^\]$/,
};

/** The lines that only the first text has, and those that only the second has. */
function difference(one: string, other: string): { gone: readonly string[]; come: readonly string[] } {
  const missing = (lines: readonly string[], from: readonly string[]) => {
    const left = [...from];
    return lines.filter((line) => {
      const at = left.indexOf(line);
      left.splice(at === -1 ? left.length : at, 1);
      return at === -1;
    });
  };
  const [before, after] = [one.split('\n'), other.split('\n')];
  return { gone: missing(before, after), come: missing(after, before) };
}

async function edited(extension: string, text: string, change: Change): Promise<string> {
  const result = await editText(extension, text, [change]);
  if (!result.ok) {
    throw new Error(JSON.stringify(result.byHand));
  }
  return result.text;
}

test('every format of the reader has its comments here', () => {
  const covered = new Set(Object.keys(COMMENTED).map((extension) => FORMATS.get(extension)));
  expect(covered).toEqual(new Set(FORMATS.values()));
});

describe.each(Object.entries(COMMENTED))('a commented %s file', (extension, text) => {
  test.each([
    ['osc.port', 9001],
    ['osc.host', 'desk # 2 "a" \\d \'b\''],
    ['osc.host', ''],
    ['delay', 12],
    ['webhook.json.art', ['one', 'two words', 'thr,ee "x"']],
    ['webhook.json.art', []],
  ])('changes the line of %s alone: %j', async (name, value) => {
    const { gone, come } = difference(text, await edited(extension, text, { name, value }));
    expect(gone).not.toEqual([]);
    for (const line of [...gone, ...come]) {
      expect(line).toMatch(LINES_OF[name] ?? '');
    }
    const comments = gone.flatMap((line) => /(?<=[^\\]\s)[#;].*$/.exec(line)?.[0] ?? []);
    // Those inside a list that is written again go with its entries.
    expect(come.join('\n')).toContain(name === 'webhook.json.art' ? '' : comments.join('\n'));
  });

  test.each([
    ['osc.address.song', '/deck/title'],
    ['osc.address.song', ''],
    ['webhook.url', 'https://example.org/a?b=c#d'],
    ['hide.regex.title', '^\\d+\\s"x";#y'],
    ['http.addr', ':9090'],
    ['streaming.bgcolor', '000000'],
    ['log.line', true],
    ['outfile.format', '$ARTIST$ - $SONG$\n\t`x`'],
    ['target.device', ' two  blanks '],
    ['target.device', "it's [a] {b}: *c &d !e %f @g `h"],
    ['cue.header.title', 'Łódź 日本 🎧'],
    ['source', ['http', 'hwdevice']],
  ])('gets one line more for %s = %j', async (name, value) => {
    const { gone, come } = difference(text, await edited(extension, text, { name, value }));
    const isOneLine = extension === 'json' && name.startsWith('osc.');
    // JSON separates by commas: the line before gets one.
    expect(gone.length).toBe(extension === 'json' ? 1 : 0);
    expect(come.length).toBe(gone.length + (isOneLine ? 0 : 1));
  });

  test.each(['osc.host', 'delay', 'webhook.json.art'])('loses the lines of %s alone', async (name) => {
    const { gone, come } = difference(text, await edited(extension, text, { name, value: undefined }));
    expect(gone.length).toBeGreaterThan(0);
    for (const line of gone.slice(extension === 'json' && name === 'webhook.json.art' ? 1 : 0)) {
      expect(line).toMatch(LINES_OF[name] ?? '');
    }
    expect(come.length).toBe(/"osc": \{|webhook "json" \{|"unknown"/.test(gone[0] ?? '') ? 1 : 0);
  });

  test('stays as it is without what was never there', async () => {
    expect(await edited(extension, text, { name: 'live.format', value: undefined })).toBe(text);
  });

  test('keeps its line ends', async () => {
    const windows = text.replaceAll('\n', '\r\n');
    const result = await edited(extension, windows, { name: 'history.filename', value: 'x' });
    expect(result.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect((await edited(extension, result, { name: 'history.filename', value: undefined })).trim()).toBe(
      windows.trim(),
    );
  });
});

test.each([...FORMATS.keys()])(
  'an empty %s file gets its first setting, and may lose it again',
  async (extension) => {
    const first = await edited(extension, '', { name: 'osc.port', value: 7001 });
    const second = await edited(extension, first, {
      name: 'theme.options.fontSize',
      value: 'x',
      exact: true,
    });
    const read = await FORMATS.get(extension)?.();
    expect(JSON.stringify(read?.(second))).toMatch(/port.*7001.*fontSize.*"x"/i);
    const without = await edited(extension, first, { name: 'osc.port', value: undefined });
    expect(without.trim()).not.toBe('');
    expect(Object.keys(read?.(without) ?? {})).toEqual([]);
  },
);

test.each(['yaml', 'toml'] as const)(
  'below its explanation in the %s file of "config init"',
  async (format) => {
    const sample = sampleFile(startOptions, format, { platform: 'linux', env: {}, configDir: '/etc' });
    const result = await edited(format, sample, { name: 'osc.port', value: 7002 });
    expect(result).toMatch(/\n#osc\.port[^\n]*\nosc\.port[:= ]+7002\n/);
  },
);

describe('what would touch something else is left to a person', () => {
  test('a value that another one repeats', async () => {
    const text = 'osc:\n  host: &desk 10.0.0.5\nmediacontroltcp.bundleid: *desk\n';
    expect(await editText('yaml', text, [{ name: 'osc.host', value: 'x' }])).toEqual({
      ok: false,
      byHand: { option: 'osc.host', line: 2, do: 'change', written: 'host: &desk x' },
    });
  });
  test('a value that shares its line with the end of a comment', async () => {
    const text = 'delay = 1\n/* two\nlines */ osc.port = 1\n';
    expect(await editText('hcl', text, [{ name: 'osc.port', value: undefined }])).toEqual({
      ok: false,
      byHand: { option: 'osc.port', line: 3, do: 'remove' },
    });
  });
  test('a text that the format cannot hold', async () => {
    const change = { name: 'outfile.format', value: `all 'of' \`the\` "quotes" #` };
    const result = await editText('env', 'DELAY=1\n', [change]);
    expect(result).toEqual({ ok: false, byHand: { option: 'outfile.format', line: 1, do: 'add' } });
  });
});
