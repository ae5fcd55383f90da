import { describe, expect, test } from 'vitest';
import { defineOptions, type OptionEnvironment, readLive, Secret, UserPath } from '../core/option.ts';
import { type ConfigFile, readConfigContent } from './file.ts';
import { flag, list, map, port, regex, secret, socketUrl, text, uint, url } from './kinds.ts';
import { NameIndex } from './names.ts';
import { type Checkable, checkParts } from './parts.ts';
import { applyLive, type ResolveInputs, resolve } from './resolve.ts';

const table = defineOptions('Sinks', {
  delay: { kind: uint(), default: 0, help: '', live: true },
  'osc.host': { kind: text, default: '', help: '' },
  'osc.port': { kind: port, default: 7000, help: '' },
  'chat.token': { kind: secret, default: new Secret(''), help: '', live: 'while set' },
  'chat.channel': { kind: text, default: '', help: '', live: 'while set' },
  'webhook.json.art': { kind: list, default: ['art'], help: '' },
  'log.line': { kind: flag, default: false, help: '' },
  'hide.regex': { kind: regex(), default: undefined, help: '', live: true },
  'theme.dir': {
    kind: text,
    default: new UserPath('config', 'theme'),
    help: '',
  },
  'theme.options': { kind: map, default: {}, help: '' },
});

function environmentOf(env: Record<string, string> = {}): OptionEnvironment {
  return { platform: 'linux', env, configDir: '/etc/deckcast' };
}
function file(tree: unknown): ConfigFile {
  return { path: '/etc/deckcast/conf.yaml', label: 'conf.yaml', tree, problems: [], passedOver: [] };
}
const resolveWith = (inputs: Partial<ResolveInputs> = {}) =>
  resolve(table, { environment: environmentOf(), ...inputs });

describe('a value', () => {
  test('may have a default that depends on the environment', async () => {
    expect((await resolveWith()).settings['theme.dir']).toBe('/etc/deckcast/theme');
  });

  test('comes from a flag first, then from a variable, then from a line of the file', async () => {
    const inFile = { file: file({ osc: { port: 1 } }) };
    const inVariable = { environment: environmentOf({ DECKCAST_OSC_PORT: '2' }) };
    const onLine = { given: [{ name: 'osc.port', text: '3' }] };
    const found = async (inputs: Partial<ResolveInputs>) => {
      const { settings, origins } = await resolveWith(inputs);
      return [settings['osc.port'], origins['osc.port'].from, origins['osc.port'].place];
    };
    expect(await found(inFile)).toEqual([1, 'file', 'conf.yaml: osc.port']);
    expect(await found({ ...inFile, ...inVariable })).toEqual([2, 'environment', 'DECKCAST_OSC_PORT']);
    expect(await found({ ...inFile, ...inVariable, ...onLine })).toEqual([3, 'flag', '--osc.port']);
  });

  test('that is wrong in the file is a warning while a variable or a flag replaces it', async () => {
    const inFile = file({ osc: { port: 'high' } });
    const found = async (inputs: Partial<ResolveInputs>) => {
      const { problems, warnings } = await resolveWith({ file: inFile, ...inputs });
      return { problems: problems.length, warnings: warnings.map(({ where, what }) => `${where}: ${what}`) };
    };
    const warned = {
      problems: 0,
      warnings: ['/etc/deckcast/conf.yaml: osc.port: a port is 1 to 65535, not "high"'],
    };
    expect(await found({})).toEqual({ problems: 1, warnings: [] });
    expect(await found({ environment: environmentOf({ DECKCAST_OSC_PORT: '7001' }) })).toEqual(warned);
    expect(await found({ given: [{ name: 'osc.port', text: '7001' }] })).toEqual(warned);
  });

  test('comes from the last flag, but lists add up and replace the default', async () => {
    const { settings } = await resolveWith({
      given: [
        { name: 'osc.host', text: 'a' },
        { name: 'webhook.json.art', text: 'a,b' },
        { name: 'osc.host', text: '' },
        { name: 'webhook.json.art', text: 'c' },
      ],
    });
    expect(settings['osc.host']).toBe('');
    expect(settings['webhook.json.art']).toEqual(['a', 'b', 'c']);
  });

  test('is not set by an empty environment variable or an empty entry in the file', async () => {
    const { origins } = await resolveWith({
      environment: environmentOf({ DECKCAST_OSC_HOST: '' }),
      file: file({ osc: { port: null } }),
    });
    expect([origins['osc.host'].from, origins['osc.port'].from]).toEqual(['default', 'default']);
  });
});

describe('names in a file', () => {
  test.each([
    [{ webhook: { json: { art: ['x'] } } }],
    [{ 'webhook.json.art': ['x'] }],
    [{ 'webhook.json': { art: ['x'] } }],
    [{ webhook: { 'JSON.Art': ['x'] } }],
    [{ WEBHOOK_JSON_ART: ['x'] }],
    [{ 'webhook-json-art': 'x' }],
  ])('are nested, dotted or mixed: %j', async (tree) => {
    const { settings, problems } = await resolveWith({ file: file(tree) });
    expect(settings['webhook.json.art']).toEqual(['x']);
    expect(problems).toEqual([]);
  });

  test('without an option are warnings with the nearest name, if the table is complete', async () => {
    const tree = { osc: { prot: 1, deep: { er: 1 } }, 'a b': 1 };
    expect((await resolveWith({ file: file(tree) })).warnings).toEqual([]);
    expect((await resolveWith({ file: file(tree), complete: true })).warnings).toEqual([
      { where: '/etc/deckcast/conf.yaml: osc.prot', what: 'unknown option; did you mean osc.port?' },
      {
        where: '/etc/deckcast/conf.yaml: osc.deep.er',
        what: 'unknown option; did you mean osc.host or osc.port?',
      },
      { where: '/etc/deckcast/conf.yaml: "a b"', what: 'unknown option' },
    ]);
  });

  test.each([
    ['file.format', ['outfile.format']],
    ['lve.format', ['live.format']],
    ['webook.format', ['webhook.format']],
    ['formta', []],
  ])('may mean options of a like section: %s', (written, meant) => {
    const names = ['live.format', 'outfile.format', 'history.format', 'webhook.format'];
    expect(new NameIndex(names).meant(written)).toEqual(meant);
  });

  test.each([
    ['http.port', ['http.addr']],
    ['http.prxy', ['http.proxy']],
    ['osc.addr', ['osc.host', 'osc.port']],
    ['osc.hot', ['osc.host']],
    ['obs.port', ['obs.url']],
    ['outfile.filename', ['outfile.featured']],
    ['outfile.filenam', ['outfile.featured']],
  ])('may mean options with another word for the same: %s', (written, meant) => {
    const names = ['http.addr', 'http.proxy', 'osc.host', 'osc.port', 'obs.url', 'obs.password'];
    const files = ['outfile.featured', 'outfile.format', 'outfile.art'];
    expect(new NameIndex([...names, ...files]).meant(written)).toEqual(meant);
  });

  test.each([
    ['yaml', '# mine\nosc:\n  prot: 1\n  port: high\n', 3, 4],
    ['json', '{\n  "osc": {\n    "prot": 1,\n    "port": "high"\n  }\n}\n', 3, 4],
    ['toml', 'delay = 1\n[osc]\nprot = 1\nport = "high"\n', 3, 4],
    ['ini', 'delay = 1\n[log]\nport = 1\n[osc]\nprot = 1\nport = high\n', 5, 6],
    ['hcl', 'log {\n  port = 1\n}\nosc {\n  prot = 1\n  port = "high"\n}\n', 5, 6],
    ['properties', 'delay 1\nosc.prot: 1\nosc.port = high\n', 2, 3],
    ['env', '# mine\nOSC_PROT=1\nexport OSC_PORT=high\n', 2, 3],
  ])(
    'without an option, or with wrong values, come with their lines: %s',
    async (ending, text, name, value) => {
      const path = `/etc/deckcast/conf.${ending}`;
      const file = await readConfigContent(path, Buffer.from(text));
      const { unknown, problems } = await resolveWith({ file, complete: true });
      expect(unknown.at(-1)?.where.toLowerCase().replace('_', '.')).toBe(`${path}:${name}: osc.prot`);
      expect(problems.map(({ where }) => where.toLowerCase().replace('_', '.'))).toEqual([
        `${path}:${value}: osc.port`,
      ]);
    },
  );

  test('that set one option twice are a problem', async () => {
    const { problems } = await resolveWith({
      file: file({ osc: { port: 1 }, 'osc.port': 2, delay: 1, Delay: 1 }),
    });
    expect(problems).toEqual([
      { where: '/etc/deckcast/conf.yaml: osc.port', what: 'set twice' },
      { where: '/etc/deckcast/conf.yaml: Delay', what: 'set twice, also as delay' },
    ]);
  });

  test('inside a map option are free, nested or dotted', async () => {
    const tree = {
      theme: { options: { Color: 'red', font: { size: 12 } } },
      'theme.options.font.bold': true,
    };
    const { settings, warnings } = await resolveWith({ file: file(tree), complete: true });
    expect(JSON.parse(JSON.stringify(settings['theme.options']))).toEqual({
      Color: 'red',
      font: { size: 12, bold: true },
    });
    expect(warnings).toEqual([]);
  });
});

test('an environment variable without an option is a warning', async () => {
  const env = { DECKCAST_OSC_PROT: '1', DECKCAST_HIDE_REGEX: 'x', OTHER: '1' };
  expect((await resolveWith({ environment: environmentOf(env), complete: true })).warnings).toEqual([
    { where: 'DECKCAST_OSC_PROT', what: 'unknown option; did you mean DECKCAST_OSC_PORT?' },
  ]);
});

describe('a name of another table', () => {
  const otherNames = async () => ['probe.duration'];

  test('is accepted, and suggested for a typing error', async () => {
    const inputs = {
      complete: true,
      otherNames,
      file: file({ probe: { duration: '2s', duraton: '2s' } }),
      environment: environmentOf({ DECKCAST_PROBE_DURATION: '2s', DECKCAST_PROBE_DURATON: '2s' }),
    };
    expect((await resolveWith(inputs)).warnings).toEqual([
      {
        where: '/etc/deckcast/conf.yaml: probe.duraton',
        what: 'unknown option; did you mean probe.duration?',
      },
      {
        where: 'DECKCAST_PROBE_DURATON',
        what: 'unknown option; did you mean DECKCAST_PROBE_DURATION?',
      },
    ]);
  });

  test('is not loaded as long as this table has all names', async () => {
    const refuse = () => Promise.reject(new Error('asked'));
    const known = {
      otherNames: refuse,
      file: file({ delay: 1 }),
      environment: environmentOf({ DECKCAST_DELAY: '1' }),
    };
    expect((await resolveWith({ ...known, complete: true })).warnings).toEqual([]);
    await expect(resolveWith({ ...known, complete: true, file: file({ dealy: 1 }) })).rejects.toThrow(
      'asked',
    );
  });
});

test('all problems come together, each with its place, and never with a secret', async () => {
  const { problems, settings, refused } = await resolveWith({
    file: file({ delay: '5s', osc: { host: ['a'] }, chat: { token: ['hunter2'] } }),
    environment: environmentOf({ DECKCAST_OSC_PORT: '70000' }),
    given: [{ name: 'log.line', text: 'yes' }],
  });
  expect(JSON.stringify(problems)).not.toContain('hunter2');
  expect(problems).toEqual([
    { where: '/etc/deckcast/conf.yaml: delay', what: 'a whole number is at least 0, not "5s"' },
    { where: '/etc/deckcast/conf.yaml: osc.host', what: 'only one value is allowed here, not a list' },
    { where: 'DECKCAST_OSC_PORT', what: 'a port is 1 to 65535, not "70000"' },
    { where: '/etc/deckcast/conf.yaml: chat.token', what: 'only one value is allowed here, not a list' },
    { where: '--log.line=yes', what: 'this is true or false, not "yes"' },
  ]);
  expect(settings['osc.port']).toBe(7000);
  expect([...refused]).toEqual(['delay', 'osc.host', 'osc.port', 'chat.token', 'log.line']);
});

test('a refused address is not repeated, because it may contain a password', async () => {
  const addresses = defineOptions('Sinks', {
    'webhook.url': { kind: url, default: '', help: '' },
    'obs.url': { kind: socketUrl, default: '', help: '' },
  });
  const { problems } = await resolve(addresses, {
    environment: environmentOf(),
    given: [
      { name: 'webhook.url', text: 'htps://me:hunter2@example.org/' },
      { name: 'obs.url', text: 'me:hunter2@example.org' },
    ],
  });
  expect(problems.map(({ where }) => where)).toEqual(['--webhook.url', '--obs.url']);
  expect(JSON.stringify(problems)).not.toContain('hunter2');
});

test("a part's own check names the place that set the option, and stays quiet after a refused value", async () => {
  const part: Checkable = {
    options: { 'osc.host': table['osc.host'], 'osc.port': table['osc.port'], delay: table.delay },
    check: (settings) =>
      settings['osc.port'] === 1 ? [] : [{ where: '--osc.host', what: 'a host is missing' }],
  };
  const fine = await resolveWith({ file: file({ osc: { host: 'x' } }) });
  expect(checkParts([part], fine)).toEqual([
    { where: '/etc/deckcast/conf.yaml: osc.host', what: 'a host is missing' },
  ]);
  expect(checkParts([part], await resolveWith())).toEqual([
    { where: '--osc.host', what: 'a host is missing' },
  ]);
  expect(checkParts([part], await resolveWith({ file: file({ osc: { port: 0 } }) }))).toEqual([]);
  // Checks that don't read a refused value still run.
  expect(checkParts([part], await resolveWith({ file: file({ delay: -1 }) }))).toHaveLength(1);
});

test('a copy of a live setting does not compile where its value is needed', async () => {
  const { settings } = await resolveWith();
  const needsNumber = (value: number) => value;
  // @ts-expect-error: such a copy would be out of date after the next change.
  needsNumber(settings.delay);
  expect(needsNumber(readLive(settings, 'delay'))).toBe(0);
});

test('a newer resolution changes live options in place and names the others', async () => {
  const current = await resolveWith({
    file: file({ delay: 1, hide: { regex: 'a' }, chat: { token: 'one' } }),
  });
  const held = current.settings;
  const same = await resolveWith({ file: file({ delay: 1, hide: { regex: 'a' }, chat: { token: 'one' } }) });
  expect(applyLive(table, current, same)).toEqual({ changed: [], needRestart: [] });

  const next = await resolveWith({
    file: file({ delay: 2, hide: { regex: 'b' }, chat: { token: 'two', channel: '4' }, osc: { port: 1 } }),
  });
  expect(applyLive(table, current, next)).toEqual({
    changed: ['delay', 'chat.token', 'hide.regex'],
    // The chat was off without a channel.
    needRestart: ['osc.port', 'chat.channel'],
  });
  expect(held.delay).toBe(2);
  expect(readLive(held, 'hide.regex')?.test('b')).toBe(true);
  expect(held['osc.port']).toBe(7000);
  expect(readLive(held, 'chat.token').reveal()).toBe('two');
  expect(held['chat.channel']).toBe('');
});
