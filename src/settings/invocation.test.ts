import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { UsageError } from '../core/errors.ts';
import { say } from '../core/message.ts';
import { defineOptions } from '../core/option.ts';
import type { Command, CommandEntry } from './command.ts';
import { completionsFor } from './completion.ts';
import { type Program, readInvocation } from './invocation.ts';
import { choice, choices, directory, filePath, flag, port, template } from './kinds.ts';

const globals = defineOptions('Global flags', {
  conf: { kind: filePath, default: '', help: 'configuration file' },
  'log.level': { kind: choice(['info', 'warn']), default: 'info', help: 'level' },
});
const serveOptions = defineOptions('Sinks', {
  ...globals,
  'osc.port': { kind: port, default: 7000, help: 'port' },
  'theme.dir': { kind: directory, default: '', help: 'theme' },
  'art.precedence': { kind: choices(['native', 'none']), default: [], help: 'art' },
  text: { kind: template, default: '', help: 'text' },
  fast: { kind: flag, default: false, help: 'fast' },
});

function command(name: string, rest: Partial<Command>): CommandEntry {
  const whole: Command = { options: globals, configuration: 'own', run: async () => undefined, ...rest };
  return { name, summary: `${name} things`, load: async () => whole };
}

const program: Program = {
  commands: [
    command('serve', {
      options: serveOptions,
      configuration: 'all',
      check: () => [{ where: '--osc.port', what: 'checked' }],
    }),
    command('config show', {}),
    command('config check', {}),
    command('shell', { arguments: [{ name: 'shell', required: true, choices: ['bash', 'zsh'] }] }),
    command('version', {}),
    command('help', { arguments: [{ name: 'command', repeats: true }], configuration: 'none' }),
    { ...command('__hidden', {}), hidden: true },
  ],
  globals,
  configOption: 'conf',
  removed: { 'osc.record': 'removed in 0.3: recordings' },
};

const environment = { platform: 'linux', env: {}, configDir: '/nowhere', cwd: '/nowhere/else' } as const;
const read = (...argv: string[]) => readInvocation(program, argv, environment);

describe('the command', () => {
  test.each([
    [['serve', '--fast'], 'serve', []],
    [['--log.level', 'warn', 'serve'], 'serve', []],
    [['--log.level=warn', 'config', '--log.level', 'info', 'show'], 'config show', []],
    [['shell', 'zsh'], 'shell', ['zsh']],
    [[], 'help', []],
    [['--help'], 'help', []],
    [['config'], 'help', ['config']],
    [['config', '-h'], 'help', ['config']],
    [['serve', '--osc.port=1', '--help'], 'help', ['serve']],
    [['config', 'check', '-h'], 'help', ['config', 'check']],
    [['help', 'config', 'check'], 'help', ['config', 'check']],
    [['--version'], 'version', []],
    [['-v'], 'version', []],
    [['serve', '--osc.port=1', '--no-such-flag', '-v'], 'version', []],
  ])('of %j is found', async (argv, name, args) => {
    const invocation = await read(...argv);
    expect([invocation.entry.name, invocation.args]).toEqual([name, args]);
  });

  test.each([
    [['sevre'], 'sevre: unknown command; did you mean serve?'],
    [['confg'], 'confg: unknown command; did you mean config?'],
    [['config', 'shwo'], 'config shwo: unknown command; did you mean config show?'],
    [['hidden'], 'hidden: unknown command; "deckcast help" lists the commands'],
  ])('of %j is unknown, and the nearest is named', async (argv, message) => {
    await expect(read(...argv)).rejects.toMatchObject({ constructor: UsageError, message });
  });
});

test('problems with flags, arguments, values and checks come together', async () => {
  const flags = await read('serve', '--osc.port=0', '--fsat', 'more');
  expect(flags.problems).toEqual([
    { where: '--fsat', what: 'unknown flag; did you mean --fast?' },
    { where: 'serve', what: 'this command takes no arguments' },
    { where: '--osc.port=0', what: 'a port is 1 to 65535, not "0"' },
    { where: '--osc.port', what: 'checked' },
  ]);
  // The word behind a mistyped flag is its value.
  expect((await read('serve', '--osc.prot', '9')).problems).toEqual([
    { where: '--osc.prot', what: 'unknown flag; did you mean --osc.port?' },
    { where: '--osc.port', what: 'checked' },
  ]);
  expect((await read('shell')).problems).toEqual([
    { where: '<shell>', what: 'an argument is missing: bash, zsh' },
  ]);
  expect((await read('shell', 'zhs')).problems).toEqual([
    { where: 'zhs', what: 'not a known shell: bash, zsh; did you mean zsh?' },
  ]);
  expect((await read('shell', 'zsh', 'more')).problems).toEqual([
    { where: 'more', what: 'unexpected argument' },
  ]);
});

describe('a removed option', () => {
  test('is refused with its reason as a flag', async () => {
    const { problems } = await read('serve', '--osc-record=a.jsonl');
    expect(problems).toContainEqual({ where: '--osc-record', what: 'removed in 0.3: recordings' });
  });

  test('is a warning with its reason in the file and in the environment', async () => {
    const configDir = await testFolder();
    writeFileSync(join(configDir, 'conf.yaml'), 'osc:\n  record: a.jsonl\n');
    const places = { ...environment, configDir, env: { DECKCAST_OSC_RECORD: 'b.jsonl' } };
    expect((await readInvocation(program, ['serve'], places)).warnings).toEqual([
      { where: `${join(configDir, 'conf.yaml')}:2: osc.record`, what: 'removed in 0.3: recordings' },
      { where: 'DECKCAST_OSC_RECORD', what: 'removed in 0.3: recordings' },
    ]);
  });
});

describe('the configuration file', () => {
  test('is searched in the configuration directory, then here, and may change until the reload', async () => {
    const folder = await testFolder();
    mkdirSync(join(folder, 'here'));
    const places = { ...environment, configDir: join(folder, 'config'), cwd: join(folder, 'here') };
    const none = await readInvocation(program, ['serve'], places);
    expect(none.searched).toEqual([places.configDir, places.cwd]);
    expect(none.configFile).toBeUndefined();

    writeFileSync(join(places.cwd, 'conf.toml'), 'osc.port = 9\noscport = 1\n');
    const some = await readInvocation(program, ['serve', '--fast'], places);
    expect(some).toMatchObject({
      configFile: join(places.cwd, 'conf.toml'),
      searched: [],
      resolution: { settings: { 'osc.port': 9, fast: true } },
      warnings: [
        {
          where: `${join(places.cwd, 'conf.toml')}:2: oscport`,
          what: 'unknown option; did you mean osc.port?',
        },
      ],
    });

    writeFileSync(join(places.cwd, 'conf.toml'), 'osc.port = 10');
    expect(await some.reload()).toMatchObject({ resolution: { settings: { 'osc.port': 10, fast: true } } });
  });

  test('has its problems and warnings in the order of its lines', async () => {
    const configDir = await testFolder();
    const lines = [
      'fsat: 1',
      'fast: maybe',
      'text: $NAME$',
      'oscport: 1',
      'osc.port: 0',
      'art.precedence: x',
    ];
    writeFileSync(join(configDir, 'conf.yaml'), lines.join('\n'));
    const { problems, warnings } = await readInvocation(program, ['serve'], { ...environment, configDir });
    const places = [problems, warnings].map((found) =>
      found.map(({ where }) => where.replace(/^.*conf\.yaml:/, '')),
    );
    expect(places).toEqual([
      ['2: fast', '5: osc.port', '6: art.precedence', '--osc.port'],
      ['1: fsat', '3: text', '4: oscport'],
    ]);
  });

  test('named by --conf is read through the disk that may hang, at the start and at the reload', async () => {
    const opened: string[] = [];
    const disk = {
      read: (path: string) => {
        opened.push(path);
        return opened.length === 1
          ? Promise.resolve(Buffer.from('osc.port = 9'))
          : Promise.reject(new Error('the disk is not responding'));
      },
      stat: async () => undefined,
      realpath: async (path: string) => path,
    };
    const argv = ['serve', '--conf=/mnt/conf.toml'];
    const { resolution, reload } = await readInvocation(program, argv, { ...environment, disk });
    expect(resolution.settings).toMatchObject({ 'osc.port': 9 });
    expect((await reload()).problems).toMatchObject([
      { where: '/mnt/conf.toml', what: expect.stringContaining('the disk is not responding') },
      { what: 'checked' },
    ]);
    expect(opened).toEqual(['/mnt/conf.toml', '/mnt/conf.toml']);
  });

  test('named by --conf or DECKCAST_CONF must exist', async () => {
    const message = { what: say('settings.file-missing') };
    expect((await read('config', 'show', '--conf=/no/conf.yaml')).problems).toMatchObject([message]);
    const byVariable = { ...environment, env: { DECKCAST_CONF: '/no/conf.yaml' } };
    expect((await readInvocation(program, ['serve'], byVariable)).problems).toMatchObject([
      { where: '/no/conf.yaml', ...message },
      { what: 'checked' },
    ]);
  });

  test('is not read for a command that needs none', async () => {
    const invocation = await read('help', '--conf=/no/conf.yaml');
    expect([invocation.problems, invocation.searched]).toEqual([[], []]);
  });
});

describe('completion offers', () => {
  const offers = async (typed: string) => {
    const { candidates, also } = await completionsFor(program, typed.split(' '));
    return [...candidates.map(([word]) => word), ...(also === 'nothing' ? [] : [also])].join(' ');
  };

  test.each([
    ['', 'serve config shell version help'],
    ['con', 'config'],
    ['config ', 'show check'],
    ['help ', 'serve config shell version help'],
    ['help config c', 'check'],
    ['--log.level warn se', 'serve'],
    ['--log.level ', 'info warn'],
    ['serve --osc', '--osc.port'],
    ['serve --log.level ', 'info warn'],
    ['serve --log.level=w', '--log.level=warn'],
    ['serve --log-level=w', '--log-level=warn'],
    ['serve --fast ', ''],
    ['serve --fast=', '--fast=true --fast=false'],
    ['serve --art.precedence none,n', 'none,native none,none'],
    ['serve --conf ', 'files'],
    ['serve --theme.dir=x', 'directories'],
    // The flag's value is a flag's name.
    ['serve --theme.dir --log.level ', ''],
    ['shell z', 'zsh'],
    ['shell zsh ', ''],
    ['serve -- --l', ''],
    ['nothing ', ''],
    ['serve --unknown=', ''],
    ['serve --', '--conf --log.level --osc.port --theme.dir --art.precedence --text --fast --help --version'],
  ])('for %j', async (typed, offered) => {
    expect(await offers(typed)).toBe(offered);
  });
});

test('only what starts a show leaves a slow disk unjudged', async () => {
  const answers = { read: async () => undefined, realpath: async (path: string) => path };
  const late = async () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' }));
  const disk = { ...answers, stat: async () => ({ kind: 'file' as const }) };
  const slow = { ...environment, files: { ...answers, stat: late }, disk };
  const commands = [
    command('start', { options: serveOptions, waitsForFolders: true }),
    command('check', { options: serveOptions }),
  ];
  const problems = async (name: string) =>
    (await readInvocation({ ...program, commands }, [name, '--theme.dir=mine'], slow)).problems.length;
  expect([await problems('start'), await problems('check')]).toEqual([0, 1]);
});
