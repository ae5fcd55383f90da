import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve as resolvePath } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../test/support/clock.ts';
import { testFolder } from '../../test/support/folder.ts';
import { notWatched } from '../core/finding.ts';
import { say } from '../core/message.ts';
import type { OptionEnvironment } from '../core/option.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { quickFiles } from '../host/disk/quick-files.ts';
import type { ConfigFile } from '../settings/file.ts';
import { meaningOf } from '../settings/help.ts';
import { resolve } from '../settings/resolve.ts';
import { sourceParts } from '../sources/index.ts';
import { checkStart, startOptions } from './options.ts';

const LINUX: OptionEnvironment = {
  platform: 'linux',
  env: { HOME: '/home/ada' },
  configDir: '/etc/deckcast',
  // Busy computers answer in time.
  files: quickFiles(nodeDisk, fakeClock()),
};

async function problemsOf(
  flags: Readonly<Record<string, string>>,
  file?: Pick<ConfigFile, 'path' | 'label'>,
  change: Partial<OptionEnvironment> = {},
): Promise<string[]> {
  const environment = { ...LINUX, ...change };
  const given = Object.entries(flags).map(([name, text]) => ({ name, text }));
  const resolution = await resolve(startOptions, {
    given,
    file: file && { ...file, tree: {}, problems: [], passedOver: [] },
    environment,
  });
  return (await checkStart(resolution, environment)).map(({ where, what }) => `${where}: ${what}`);
}

test.each([{ 'outfile.featured': './conf.yaml' }, { 'log.file': 'conf.yaml', conf: 'conf.yaml' }])(
  'refuses an output that would overwrite the configuration file: %o',
  async (flags) => {
    const file = { path: resolvePath('conf.yaml'), label: 'conf.yaml' };
    const [name = ''] = Object.keys(flags);
    expect(await problemsOf({ source: 'dummy', ...flags }, file)).toEqual([
      `--${name}: this file is already the configuration file`,
    ]);
    expect(await problemsOf({ source: 'dummy', conf: 'conf.yaml' }, file)).toEqual([]);
  },
);

test('allows file names with numbers that no CUE sheet uses', async () => {
  const flags = { 'cue.filename': 'set.cue', 'outfile.featured': 'set-1.cue', 'outfile.art': 'set-2026.cue' };
  expect(await problemsOf({ source: 'dummy', ...flags, 'history.filename': 'set-2.txt' })).toEqual([]);
});

test('resolves links in the folder of files written beside a CUE sheet', async () => {
  const folder = await testFolder();
  await mkdir(join(folder, 'sets'));
  await symlink('sets', join(folder, 'tonight'));
  const flags = {
    'cue.filename': join(folder, 'sets', 'set.cue'),
    'outfile.featured': join(folder, 'tonight', 'set-2.cue'),
  };
  expect(await problemsOf({ source: 'dummy', ...flags })).toHaveLength(1);
});

test('accepts brands and programs as names of sources', async () => {
  const given = [{ name: 'source', text: 'denon,pioneer,serato,textfile,mixxx,spotify,player' }];
  const { settings } = await resolve(startOptions, { given, environment: LINUX });
  expect(settings.source).toEqual([
    'hwdevice',
    'prodjlink',
    'softb',
    'softa',
    'streamingsource',
    'mediacontrol',
  ]);
  expect(meaningOf(startOptions.source)).toContain('softb (or serato, mixxx), ');
});

const DATABASE = '/home/ada/.local/share/deckcast/sessions.db';

test.each([
  ['outfile.featured', 'now.txt', 'outfile.art', './now.txt'],
  ['outfile.featured', 'now.txt', 'history.filename', 'now.txt'],
  ['log.file', 'deckcast.log', 'cue.filename', 'deckcast.log'],
])('refuses one file for two purposes: --%s=%s --%s=%s', async (first, path, second, same) => {
  expect(await problemsOf({ source: 'dummy', [first]: path, [second]: same })).toEqual([
    `--${second}: this file is already the one of --${first}`,
  ]);
});

test('includes default files in the check', async () => {
  expect(await problemsOf({ source: 'dummy', 'cue.filename': DATABASE })).toEqual([
    '--session.filename: this file is already the one of --cue.filename',
  ]);
});

test('includes files of a source only if the source is chosen', async () => {
  const flags = { 'softa.filename': 'now.txt', 'outfile.featured': 'now.txt' };
  expect(await problemsOf({ source: 'dummy', ...flags })).toEqual([]);
  expect(await problemsOf({ source: 'softa', ...flags })).toEqual([
    '--outfile.featured: this file is already the one of --softa.filename',
  ]);
});

test.each([
  ['cue.filename', 'set.cue', 'outfile.featured', './set-2.cue'],
  ['cue.filename', 'set', 'history.filename', 'set-99'],
  ['session.filename', DATABASE, 'outfile.featured', `${DATABASE}-wal`],
])(
  'refuses an output that --%s=%s writes beside its own file: --%s=%s',
  async (first, path, second, beside) => {
    expect(await problemsOf({ source: 'dummy', [first]: path, [second]: beside })).toEqual([
      `--${second}: this file is already one that --${first} writes beside its own`,
    ]);
  },
);

test('recognizes one file by two paths, existing or not', async () => {
  const folder = await testFolder();
  await mkdir(join(folder, 'real', 'deep'), { recursive: true });
  await symlink(join(folder, 'real', 'deep'), join(folder, 'link'));
  await writeFile(join(folder, 'real', 'cover.png'), '');
  await symlink(join(folder, 'real', 'cover.png'), join(folder, 'cover.png'));
  const problems = (featured: string, art: string, platform: NodeJS.Platform = 'linux') => {
    const [one, other] = [featured, art].map((path) => `${folder}/${path}`);
    const flags = { source: 'dummy', 'outfile.featured': one ?? '', 'outfile.art': other ?? '' };
    return problemsOf(flags, undefined, { platform });
  };
  const refused = ['--outfile.art: this file is already the one of --outfile.featured'];
  expect(await problems('real/deep/now.txt', 'link/now.txt')).toEqual(refused);
  expect(await problems('real/deep/new/now.txt', 'link/new/now.txt')).toEqual(refused);
  expect(await problems('cover.png', 'real/cover.png')).toEqual(refused);
  expect(await problems('real/now.txt', 'link/../now.txt')).toEqual(refused);
  expect(await problems('now.txt', 'link/../now.txt')).toEqual([]);
  expect(await problems('real/now.txt', 'real/Now.txt')).toEqual([]);
  expect(await problems('real/now.txt', 'real/Now.txt', 'darwin')).toEqual(refused);
});

test('compares only paths while a disk does not answer', async () => {
  const noAnswer = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  const files = { stat: noAnswer, read: noAnswer, realpath: noAnswer };
  const both = (art: string) =>
    problemsOf({ source: 'dummy', 'outfile.featured': '/a/now.txt', 'outfile.art': art }, undefined, {
      files,
    });
  expect(await both('/b/now.txt')).toEqual([]);
  expect(await both('/a/b/../now.txt')).toHaveLength(1);
});

test.each([
  [
    { source: 'traktor', 'traktor.addr': ':9090' },
    '--traktor.addr: port 9090 is already used by --http.addr: choose another one',
  ],
  [
    { source: 'icecast', 'icecast.addr': '127.0.0.1:9089' },
    '--icecast.addr: the next port, 9090, for SHOUTcast programs, is already used by --http.addr: choose another one',
  ],
  [
    { source: 'dummy', 'metrics.addr': '127.0.0.1:9090', 'http.addr': '127.0.0.1:9090' },
    '--metrics.addr: port 9090 is already used by --http.addr: choose another one',
  ],
])('refuses one port for two listeners: %o', async (flags, problem) => {
  expect(await problemsOf(flags)).toEqual([problem]);
});

test('refuses to send titles to its own input for broadcasts', async () => {
  const to = (address: string, source = 'icecast') => problemsOf({ source, 'radio.url': address });
  for (const own of ['icecast://source:x@localhost:8000/mount', 'shoutcast://:x@127.0.0.1:8001/']) {
    expect(await to(own)).toEqual([expect.stringContaining('this deckcast receives broadcasts')]);
    expect(await to(own, 'dummy')).toEqual([]);
  }
  expect(await to('icecast://source:x@localhost:8005/mount')).toEqual([]);
  expect(await to('icecast://source:x@192.168.1.20:8000/mount')).toEqual([]);
});

test.each([
  { source: 'dummy', 'traktor.addr': ':9090' },
  { source: 'traktor', 'traktor.addr': '127.0.0.1:9090', 'http.addr': '192.168.1.20:9090' },
  { source: 'traktor', 'traktor.addr': ':0', 'http.addr': ':0' },
])(
  'allows one port on different addresses, any free port, and the port of a stopped source: %o',
  async (flags) => {
    expect(await problemsOf(flags)).toEqual([]);
  },
);

describe('an option with an address to connect to', () => {
  /** Listening addresses of the program. */
  const LISTENING = /^(http|metrics|traktor|icecast|osc\.in|mediacontroltcp|browser|os2l)\.addr$/;
  const connecting = Object.entries(startOptions).filter(
    ([name, { kind }]) =>
      kind.path === undefined &&
      !LISTENING.test(name) &&
      (['url', 'address'].includes(kind.format ?? '') || kind.mayHoldPassword || name.endsWith('.host')),
  );

  test('states which secrets go there', () => {
    expect(connecting.length).toBeGreaterThan(15);
    expect(connecting.flatMap(([name, option]) => ('sends' in option ? [] : [name]))).toEqual([]);
  });

  test('names only secrets, or files that other computers cannot choose', () => {
    const named = connecting.flatMap(([, option]) => ('sends' in option ? option.sends : []));
    const isSafe = (name: string): boolean => {
      const { kind } = startOptions[name as keyof typeof startOptions];
      return kind.secret === true || kind.path !== undefined;
    };
    expect(named.filter((name) => !isSafe(name))).toEqual([]);
    const secrets = Object.entries(startOptions).filter(([, { kind }]) => kind.secret);
    // Keys of files here, and tokens for this program.
    const kept = /^(license|prodjlink|rekordbox)\.key$|^(http\.((admin|phone)_)?token|icecast\.password)$/;
    expect(
      secrets.flatMap(([name]) => (kept.test(name) || named.includes(name as never) ? [] : [name])),
    ).toEqual([]);
  });
});

test('doubts unknown placeholders in every option that takes them', async () => {
  const templates = Object.entries(startOptions).filter(
    ([name, { kind, help }]) =>
      /\$[A-Z]+\$/.test(help) ||
      (/\.format$|answer$/.test(name) && kind.type === 'string' && kind.choices === undefined),
  );
  expect(templates.length).toBeGreaterThan(9);
  for (const [name, { kind }] of templates) {
    const parsed = await kind.parse('$NAEM$');
    expect([name, parsed.ok && 'doubt' in parsed]).toEqual([name, true]);
  }
});

test.each(sourceParts.map(({ name, card }) => [name, card.title]))(
  'names %s by its product in texts, and by a value of --source where one is to be given',
  async (name, title) => {
    // A sink is called osc, too.
    const text = name === 'osc' ? 'OSC' : title;
    expect(String(say('sources.part', { part: { part: name } }))).toBe(text);
    const value = /include (\S+)$/.exec(String(notWatched(name, 'software', '').means))?.[1] ?? '';
    expect(await startOptions.source.kind.parse(value)).toMatchObject({ ok: true, value: [name] });
  },
);
