import { describe, expect, test } from 'vitest';
import { startOptions } from '../../operator/options.ts';
import { FORMATS } from '../formats/index.ts';
import { readToml } from '../formats/toml.ts';
import { sampleFile } from '../sample.ts';
import { type Change, editText, settingLines } from './index.ts';

/** Files full of comments, with `osc.host`, `osc.port`, `delay`, a list and unknown entries. */
const COMMENTED: Readonly<Record<string, string>> = {
  yaml: `# mine\n---\nosc:   # to the lights\n    # the desk\n    host:  10.0.0.5   # under the stage\n    port: 7001\n\n# wait\n"delay": 5 # seconds\nunknown: {a: 1,   b: [x,y]}\nwebhook.json.art:\n  - cover\n  - big # size\nnote: |\n  two\n  lines\n# the end\n`,
  toml: `# mine\ndelay   =  5 # seconds\nunknown = { a = 1 }   # what\n"webhook"."json".art = [\n  "cover", # first\n  "big",\n]\n\n# to the lights\n[osc]   # desk\nhost = '10.0.0.5' # stage\nport = 7_001\n\n[[other]]\nport = 1\n# the end\n`,
};

/** Lines that a change of the option may remove. */
const LINES_OF: Readonly<Record<string, RegExp>> = {
  'osc.port': /port/,
  'osc.host': /host/,
  delay: /delay/,
  'webhook.json.art': /art|cover|big|^\]$/,
};

/** Lines that only one of the texts has. */
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
    // Comments inside a rewritten list go with its entries.
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
    expect([gone.length, come.length]).toEqual([0, 1]);
  });

  test.each(['osc.host', 'delay', 'webhook.json.art'])('loses the lines of %s alone', async (name) => {
    const { gone, come } = difference(text, await edited(extension, text, { name, value: undefined }));
    expect(gone.length).toBeGreaterThan(0);
    for (const line of gone) {
      expect(line).toMatch(LINES_OF[name] ?? '');
    }
    expect(come).toEqual([]);
  });

  test('stays unchanged if a missing setting is removed', async () => {
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

describe('a JSON file', () => {
  const text = `{
    "osc": {"host": "10.0.0.5",   "port": 7001},
    "delay":   5,

    "unknown": [1,   2]
}
`;

  test('changes a value alone', async () => {
    expect(await edited('json', text, { name: 'osc.port', value: 9001 })).toBe(text.replace('7001', '9001'));
  });

  test('gets a line more, and keeps its indentation and its line ends', async () => {
    const windows = '{\r\n\t"delay":   5\r\n}\r\n';
    expect(await edited('json', windows, { name: 'http.addr', value: ':9090' })).toBe(
      '{\r\n\t"delay": 5,\r\n\t"http.addr": ":9090"\r\n}\r\n',
    );
  });

  test('gets a setting in the section that its name begins with, one entry to a line', async () => {
    expect(await edited('json', text, { name: 'OSC.address.song', value: 'x' })).toBe(
      text.replace(
        /"osc": .*/,
        `"osc": {
        "host": "10.0.0.5",
        "port": 7001,
        "address.song": "x"
    },`,
      ),
    );
  });

  test('loses a line', async () => {
    expect(await edited('json', '{\n  "a": 1,\n  "delay": 5\n}\n', { name: 'delay', value: undefined })).toBe(
      '{\n  "a": 1\n}\n',
    );
  });
});

test.each(['json', 'toml', 'yaml', 'yml'])(
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

describe('editText', () => {
  test('leaves a value to the user that a YAML alias repeats', async () => {
    const text = 'osc:\n  host: &desk 10.0.0.5\nmediacontroltcp.bundleid: *desk\n';
    expect(await editText('yaml', text, [{ name: 'osc.host', value: 'x' }])).toEqual({
      ok: false,
      byHand: { option: 'osc.host', line: 2, do: 'change', written: 'host: &desk x' },
    });
  });

  test('leaves a table to the user that TOML has in an array', async () => {
    const text = '[[osc]]\nhost = "x"\n';
    expect(await editText('toml', text, [{ name: 'osc.port', value: 7001 }])).toMatchObject({ ok: false });
  });
});

/** Setting lines by file. */
const READ_ONLY: Readonly<Record<string, { text: string; line: number; host: string }>> = {
  hcl: { text: 'delay = 1\nosc {\n  host = "x"\n}\n', line: 3, host: 'host = "a # \\"b\\""' },
  env: { text: 'export DELAY=1\nOSC_HOST=x\n', line: 2, host: `OSC_HOST='a # "b"'` },
  ini: { text: 'delay = 1\n[osc]\nhost = x\n', line: 3, host: 'host = a \\# "b"' },
  properties: { text: 'delay 1\nosc.host: x\n', line: 2, host: 'osc.host = a # "b"' },
};

test('the line of a setting is found below a section with a comment', async () => {
  const text = 'delay = 1\n[osc] ; the stage\nhost = x\n[log] # more\nlevel = warn\n';
  expect((await FORMATS.get('ini')?.())?.(text)).toEqual({
    delay: 1,
    osc: { host: 'x' },
    log: { level: 'warn' },
  });
  expect((await settingLines('ini', text)).get('osc.host')).toBe(3);
});

describe.each(Object.entries(READ_ONLY))('editText of a .%s file', (extension, { text, line, host }) => {
  const end = text.trimEnd().split('\n').length;

  test('returns the line to change', async () => {
    expect(await editText(extension, text, [{ name: 'osc.host', value: 'a # "b"' }])).toEqual({
      ok: false,
      byHand: { option: 'osc.host', line, do: 'change', written: host },
    });
  });

  test('returns the line of its section if others have the same name', async () => {
    const twice = text + text.replaceAll(/osc|OSC/g, 'other').replaceAll(/delay|DELAY/g, 'more');
    expect(await editText(extension, twice, [{ name: 'osc.host', value: 'a # "b"' }])).toMatchObject({
      byHand: { line, do: 'change', written: host },
    });
    expect((await settingLines(extension, twice)).get('other.host')).toBe(line + end);
  });

  test('returns the line to remove', async () => {
    expect(await editText(extension, text, [{ name: 'osc.host', value: undefined }])).toEqual({
      ok: false,
      byHand: { option: 'osc.host', line, do: 'remove' },
    });
  });

  test('returns where to add a line', async () => {
    const { byHand } = (await editText(extension, text, [{ name: 'osc.port', value: 7001 }])) as {
      byHand: { written: string };
    };
    expect(byHand).toMatchObject({ line: extension === 'ini' ? 1 : end, do: 'add' });
    const read = await FORMATS.get(extension)?.();
    expect(JSON.stringify(read?.(byHand.written))).toMatch(/port.*7001/i);
  });

  test('changes nothing without a change', async () => {
    expect(await editText(extension, text, [{ name: 'osc.port', value: undefined }])).toEqual({
      ok: true,
      text,
    });
  });
});

test('a setting of a section on one line comes with its full name, for the top', async () => {
  expect(await editText('hcl', 'osc { host = "x" }\n', [{ name: 'osc.host', value: 'y' }])).toMatchObject({
    byHand: { line: 0, do: 'change', written: 'osc.host = "y"' },
  });
});

test('a text that the format cannot hold comes without a line to write', async () => {
  const change = { name: 'outfile.format', value: `all 'of' \`the\` "quotes" #` };
  const result = await editText('env', 'DELAY=1\n', [change]);
  expect(result).toEqual({ ok: false, byHand: { option: 'outfile.format', line: 1, do: 'add' } });
});

test('finds the lines of many settings in a few times what it takes to read them', async () => {
  const text = Array.from({ length: 20_000 }, (_, n) => `name${n} = 5\n`).join('');
  const processorTimeOf = async (work: () => unknown) => {
    const start = process.cpuUsage();
    await work();
    return process.cpuUsage(start).user;
  };
  const reading = await processorTimeOf(() => readToml(text));
  let lines: ReadonlyMap<string, number> = new Map();
  expect(
    await processorTimeOf(async () => {
      lines = await settingLines('toml', text);
    }),
  ).toBeLessThan(20 * reading);
  expect(lines.get('name19999')).toBe(20_000);
});
