import { resolve as resolvePath } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfigFile } from '../settings/file.ts';
import { resolve } from '../settings/resolve.ts';
import { checkStart, startOptions } from './options.ts';

async function problemsOf(
  flags: Readonly<Record<string, string>>,
  file?: Pick<ConfigFile, 'path' | 'label'>,
): Promise<string[]> {
  const given = Object.entries(flags).map(([name, text]) => ({ name, text }));
  const resolution = await resolve(startOptions, {
    given,
    file: file && { ...file, tree: {}, problems: [], passedOver: [] },
    environment: { platform: 'linux', env: { HOME: '/home/ada' }, configDir: '/etc/deckcast' },
  });
  return checkStart(resolution).map(({ where, what }) => `${where}: ${what}`);
}

test.each([{ 'outfile.featured': './conf.yaml' }, { 'log.file': 'conf.yaml', conf: 'conf.yaml' }])(
  'the configuration file is overwritten by nothing: %o',
  async (flags) => {
    const file = { path: resolvePath('conf.yaml'), label: 'conf.yaml' };
    const [name = ''] = Object.keys(flags);
    expect(await problemsOf({ source: 'dummy', ...flags }, file)).toEqual([
      `--${name}: this file is already the configuration file`,
    ]);
    expect(await problemsOf({ source: 'dummy', conf: 'conf.yaml' }, file)).toEqual([]);
  },
);

const DATABASE = '/home/ada/.local/share/deckcast/sessions.db';

test.each([
  [{ 'outfile.featured': 'now.txt', 'outfile.art': './now.txt' }, '--outfile.art', '--outfile.featured'],
  [
    { 'outfile.featured': 'now.txt', 'history.filename': 'now.txt' },
    '--history.filename',
    '--outfile.featured',
  ],
  [{ 'cue.filename': DATABASE }, '--session.filename', '--cue.filename'],
  [{ 'cue.filename': 'deckcast.log', 'log.file': 'deckcast.log' }, '--cue.filename', '--log.file'],
  [
    { source: 'softa', 'softa.filename': 'now.txt', 'outfile.featured': 'now.txt' },
    '--outfile.featured',
    '--softa.filename',
  ],
])('one file for two things is refused: %o', async (flags, second, first) => {
  expect(await problemsOf({ source: 'dummy', ...flags })).toEqual([
    `${second}: this file is already the one of ${first}`,
  ]);
});

test.each([
  [
    { source: 'traktor', 'traktor.addr': ':9090' },
    '--traktor.addr: port 9090 is already taken by --http.addr: choose another',
  ],
  [
    { source: 'icecast', 'icecast.addr': '127.0.0.1:9089' },
    '--icecast.addr: the next port, 9090, for SHOUTcast programs, is already taken by --http.addr: choose another',
  ],
  [
    { source: 'dummy', 'metrics.addr': '127.0.0.1:9090', 'http.addr': '127.0.0.1:9090' },
    '--metrics.addr: port 9090 is already taken by --http.addr: choose another',
  ],
])('one port for two listeners is refused before the start: %o', async (flags, problem) => {
  expect(await problemsOf(flags)).toEqual([problem]);
});

test.each([
  { source: 'dummy', 'traktor.addr': ':9090' },
  { source: 'traktor', 'traktor.addr': '127.0.0.1:9090', 'http.addr': '192.168.1.20:9090' },
  { source: 'traktor', 'traktor.addr': ':0', 'http.addr': ':0' },
])('the same port on another address, any free port, or of a source that is off: %o', async (flags) => {
  expect(await problemsOf(flags)).toEqual([]);
});

test('a file of a source that was not chosen is nobody’s', async () => {
  const flags = { source: 'dummy', 'softa.filename': 'now.txt', 'outfile.featured': 'now.txt' };
  expect(await problemsOf(flags)).toEqual([]);
});
