import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../../test/support/folder.ts';
import { keptLog } from '../../../test/support/log.ts';
import { SOMEWHERE } from '../../../test/support/reference.ts';
import { program } from '../../commands/index.ts';
import type { Disk } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { readInvocation } from '../../settings/invocation.ts';
import type { SaveRequest } from '../../web/requests.ts';
import { startOptions } from '../options.ts';
import { createSettingsStore } from './store.ts';

const UNCHANGED = { changed: [], needRestart: [], problems: [] };

async function open(
  name: string,
  content?: string,
  args: readonly string[] = [],
  env = {},
  disk: Partial<Disk> = {},
) {
  const folder = await testFolder();
  const path = join(folder, name);
  if (content !== undefined) {
    await writeFile(path, content);
  }
  const environment = { ...SOMEWHERE, configDir: folder, cwd: folder, env };
  const invocation = await readInvocation(program, ['start', ...args], environment);
  const tools = {
    log: keptLog(),
    clock: systemClock,
    disk: { ...nodeDisk, ...disk },
    fetch,
    userAgent: 'deckcast/0',
  };
  const context = { ...invocation, environment, tools };
  const store = createSettingsStore(invocation.command.options, context, async (write) => {
    await write();
    return UNCHANGED;
  });
  return {
    store: { read: () => store.read(true), save: (request: SaveRequest) => store.save(request, true) },
    elsewhere: store,
    path,
    option: async (wanted: string) => (await store.read(true)).options.find(({ name }) => name === wanted),
    revision: async () => (await store.read(true)).revision,
  };
}

test('takes over into the file only the value that a flag sets', async () => {
  const { store, path, option, revision } = await open('conf.yaml', 'delay: 1s\n', ['--http.addr=:9191']);
  expect((await option('http.addr'))?.origin).not.toHaveProperty('isInFile');
  const other = await store.save({ revision: await revision(), set: { 'http.addr': ':9292' } });
  expect(other).toMatchObject({ outcome: 'refused', problems: [{ option: 'http.addr' }] });
  const same = await store.save({ revision: await revision(), set: { 'http.addr': ':9191' } });
  expect(same).toMatchObject({ outcome: 'saved' });
  expect(await readFile(path, 'utf8')).toMatch(/^http\.addr: :9191$/m);
  expect((await option('http.addr'))?.origin).toMatchObject({ from: 'flag', isInFile: true });
});

test('keeps the passwords of saved addresses that come back masked, and their order', async () => {
  const [one, other] = [
    'icecast://:a@radio.example.org:8000/live',
    'icecast://:b@radio.example.org:8000/low',
  ];
  const { store, path, option, revision } = await open('conf.yaml', `radio.url: [${one}, ${other}]\n`);
  const masked = (await option('radio.url'))?.value ?? '';
  expect(masked).not.toMatch(/:[ab]@/);
  const added = 'shoutcast://:c@other.example.org:8000/';
  const save = async (text: string) => store.save({ revision: await revision(), set: { 'radio.url': text } });
  expect(await save(`${masked},${added}`)).toMatchObject({ outcome: 'saved' });
  const kept = await readFile(path, 'utf8');
  expect([one, other, added].map((address) => kept.indexOf(address) > 0)).toEqual([true, true, true]);
  expect(await save(masked.split(',')[0] ?? '')).toMatchObject({ outcome: 'saved' });
  const left = await readFile(path, 'utf8');
  expect([one, other, added].map((address) => left.includes(address))).toEqual([true, false, false]);
});

describe('a masked address', () => {
  const LIVE = 'icecast://source:hunter2@127.0.0.1:8000/live';
  const STORED = `radio.url: [${LIVE}, 'icecast://dj:hunter3@127.0.0.1:8100/live']\nwebhook.url: https://hooks.example.org/hunter4\n`;
  const MASKED = ['icecast://***@127.0.0.1:8000/live', 'icecast://***@127.0.0.1:8100/live'] as const;

  async function saved(set: SaveRequest['set'], stored = STORED) {
    const { store, path, revision } = await open('conf.yaml', stored);
    const answer = await store.save({ revision: await revision(), ...(set && { set }) });
    const content = await readFile(path, 'utf8');
    expect(content).not.toContain('***');
    const passwords = Array.from(content.matchAll(/hunter\d/g), ([one]) => one).join(' ');
    return { outcome: answer.outcome, passwords, content, answer };
  }

  test.each([
    ['behind a blank', MASKED.join(', '), 'hunter2 hunter3 hunter4'],
    ['in another order', [...MASKED].reverse().join(' , '), 'hunter3 hunter2 hunter4'],
    ['with another mount', `${MASKED[0]}2,${MASKED[1]}`, 'hunter2 hunter3 hunter4'],
    ['in a list', [MASKED[1], MASKED[0]], 'hunter3 hunter2 hunter4'],
    ['with a typed name', 'icecast://other:***@127.0.0.1:8000/live', 'hunter2 hunter4'],
  ])('keeps its stored password %s', async (_, text, passwords) => {
    expect(await saved({ 'radio.url': text })).toMatchObject({ outcome: 'saved', passwords });
  });

  test.each([
    ['at another server', { 'radio.url': 'icecast://***@elsewhere.example.org:8000/live' }],
    ['at another port, behind a blank', { 'radio.url': `${MASKED[0]}, icecast://***@127.0.0.1:9000/live` }],
    ['without encryption', { 'page.url': 'http://***@127.0.0.1:8000/live' }],
    ['with a changed path', { 'webhook.url': 'https://hooks.example.org/…/2' }],
  ])('is refused %s', async (_, set) => {
    const { answer, content } = await saved(set);
    expect(answer).toMatchObject({
      outcome: 'refused',
      problems: [
        { option: Object.keys(set)[0], what: expect.stringContaining('type the whole address again') },
      ],
    });
    expect(content).toBe(STORED);
  });

  test.each([
    ['radio.url', 'icecast://***:new@127.0.0.1:8100/live', 'icecast://dj:new@127.0.0.1:8100/live'],
    ['radio.url', 'icecast://new:***@127.0.0.1:8100/hq', 'icecast://new:hunter3@127.0.0.1:8100/hq'],
    [
      'page.url',
      's3://***:new@s3.example.org/set?region=eu-1',
      's3://KEY:new@s3.example.org/set?region=eu-1',
    ],
  ])('keeps the untouched part in %s: %s', async (option, text, kept) => {
    const stored = `${STORED}page.url: 's3://KEY:old@s3.example.org/set?region=eu-1'\n`;
    const { outcome, content } = await saved({ [option]: text }, stored);
    expect(outcome).toBe('saved');
    expect(content).toContain(kept);
  });

  describe('of several stations at one server', () => {
    const TWO = 'radio.url: [icecast://a:b@localhost/one, icecast://c:d@localhost/two]\n';

    test('keeps the name of the one with its path', async () => {
      const text = 'icecast://***@localhost/one,icecast://***:new@localhost/two';
      const { outcome, content } = await saved({ 'radio.url': text }, TWO);
      expect(outcome).toBe('saved');
      expect(content).toContain('icecast://a:b@localhost/one');
      expect(content).toContain('icecast://c:new@localhost/two');
    });

    test('gets no password at another path', async () => {
      const set = { 'radio.url': 'icecast://***@localhost/three' };
      expect(await saved(set, TWO)).toMatchObject({ outcome: 'refused' });
    });
  });

  test('of a webhook keeps its stored path', async () => {
    const passwords = 'hunter2 hunter3 hunter4';
    expect(await saved({ 'webhook.url': 'https://hooks.example.org/…' })).toMatchObject({ passwords });
  });
});

test('saves and shows a typed relative path in full, and leaves one in the file alone', async () => {
  const { store, path, option, revision } = await open('conf.yaml', 'history.filename: old.txt\n');
  const save = async (name: string, value: string) =>
    store.save({ revision: await revision(), set: { [name]: value } });
  const full = join(homedir(), 'deckcast-now.txt');
  expect(await save('outfile.featured', 'deckcast-now.txt')).toMatchObject({ outcome: 'saved' });
  expect((await option('outfile.featured'))?.value).toBe(full);
  expect(await save('history.filename', 'old.txt')).toMatchObject({ outcome: 'saved' });
  expect(await readFile(path, 'utf8')).toContain('history.filename: old.txt');
  expect((await save('outfile.featured', '')).outcome).toBe('saved');
  expect((await option('outfile.featured'))?.value).toBe('');
});

describe('keepPicture', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

  test.each([
    ['.png', PNG],
    ['.jpg', Buffer.from('ffd8ffe000104a', 'hex')],
    ['.webp', Buffer.from('RIFF\x08\x00\x00\x00WEBPVP8 ')],
    ['.svg', Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])(
    'keeps it beside the configuration file, under the ending of its content: %s',
    async (ending, picture) => {
      const { elsewhere, path, store, revision } = await open('conf.yaml', 'delay: 1\n');
      const file = join(dirname(path), `deckcast-logo${ending}`);
      expect(await elsewhere.keepPicture({ picture })).toEqual({ done: true, path: file });
      expect(await readFile(file)).toEqual(picture);
      // The option takes it.
      const set = { 'page.logo': file };
      expect(await store.save({ revision: await revision(), set })).toMatchObject({ outcome: 'saved' });
    },
  );

  test.each([
    ['a program', Buffer.from('MZ\x90'), 'this file is not a PNG, JPEG, WebP or SVG picture'],
    ['a page with a picture', Buffer.from('<html><svg></svg></html>'), 'this file is not a PNG'],
    ['a large picture', Buffer.concat([PNG, Buffer.alloc(500_000)]), 'the picture has more than 500 kB'],
  ])('refuses %s, and writes nothing', async (_, picture, reason) => {
    const { elsewhere, path } = await open('conf.yaml', 'delay: 1\n');
    const answer = await elsewhere.keepPicture({ picture });
    expect(answer).toMatchObject({ done: false, reason: expect.stringContaining(reason) });
    expect(await readdir(dirname(path))).toEqual(['conf.yaml']);
  });

  test.each([
    ['emptied', (path: string) => writeFile(path, '')],
    ['removed', (path: string) => rm(path)],
  ])('says of an %s file that deckcast goes on with what it held', async (_, change) => {
    const { path, store } = await open('conf.yaml', 'delay: 1\n');
    expect((await store.read()).problems).toEqual([]);
    await change(path);
    const what = expect.stringContaining('goes on with what it held until it is started again');
    expect((await store.read()).problems).toMatchObject([{ where: path, what }]);
    const { store: fresh } = await open('conf.yaml', '');
    expect((await fresh.read()).problems).toMatchObject([
      { what: 'the file is empty, so the defaults are used' },
    ]);
  });

  test('reads and refuses to change a configuration file that is a folder', async () => {
    const { path, store, revision } = await open('conf.yaml', 'delay: 1\n');
    await rm(path);
    await mkdir(path);
    const what = expect.stringContaining('this is a folder, not a configuration file');
    const { problems, options } = await store.read();
    expect(problems).toMatchObject([{ where: path, what }]);
    expect(options).toContainEqual(expect.objectContaining({ name: 'delay', value: '1', isWaiting: false }));
    expect(await store.save({ revision: await revision(), set: { delay: '2' } })).toMatchObject({
      outcome: 'refused',
      problems: [{ what }],
    });
  });

  test('refuses a logo whose content is not a picture', async () => {
    const { path, store, revision } = await open('conf.yaml', 'delay: 1\n');
    const file = join(dirname(path), 'logo.png');
    await writeFile(file, 'no picture');
    expect(await store.save({ revision: await revision(), set: { 'page.logo': file } })).toMatchObject({
      outcome: 'refused',
      problems: [{ option: 'page.logo', what: expect.stringContaining('is not a PNG, JPEG, WebP or SVG') }],
    });
  });

  test('keeps a picture for looks among the own files, beside those that are there', async () => {
    const { elsewhere, path } = await open('conf.yaml', 'delay: 1\n');
    const folder = join(dirname(path), 'pictures');
    const keep = (picture: Buffer, name: string) => elsewhere.keepPicture({ picture, name });
    const other = Buffer.concat([PNG, Buffer.from('x')]);
    expect(await keep(PNG, '../a mark.jpg')).toEqual({ done: true, path: join(folder, 'a-mark.png') });
    expect(await keep(other, 'a mark.png')).toEqual({ done: true, path: join(folder, 'a-mark-2.png') });
    expect(await keep(PNG, 'a-mark.png')).toEqual({ done: true, path: join(folder, 'a-mark.png') });
    expect((await readdir(folder)).sort()).toEqual(['a-mark-2.png', 'a-mark.png']);
  });

  test('keeps a picture for looks in the folder that is set', async () => {
    const own = await testFolder();
    const { elsewhere } = await open('conf.yaml', `theme.files: ${own}\n`);
    expect(await elsewhere.keepPicture({ picture: PNG, name: '...' })).toEqual({
      done: true,
      path: join(own, 'logo.png'),
    });
  });

  describe('of a font', () => {
    const keep = async (font: Buffer, name: string) => {
      const { elsewhere, path } = await open('conf.yaml', 'delay: 1\n');
      const answer = await elsewhere.keepPicture({ picture: font, name, kind: 'font' });
      return { answer, beside: dirname(path) };
    };
    const TTF = Buffer.from('00010000000c0080000300404f532f32', 'hex');

    test.each([
      ['WOFF2', Buffer.from('wOF2\0\x01\0\0'), 'Gotham-Bold.ttf', 'Gotham-Bold.woff2', 'Gotham'],
      ['WOFF', Buffer.from('wOFFOTTO'), '../../Gotham Light.woff', 'Gotham-Light.woff', 'Gotham'],
      ['OTF', Buffer.from('OTTO\0\x0b'), 'Späti Sans.otf', 'Späti-Sans.otf', 'Späti-Sans'],
      ['TTF', TTF, '???', 'font.ttf', 'font'],
      ['TTF of a Mac', Buffer.concat([Buffer.from('true'), TTF.subarray(4)]), 'a.exe', 'a.ttf', 'a'],
    ])(
      'keeps a %s under the ending of its content, and names its family',
      async (_, font, name, kept, family) => {
        const { answer, beside } = await keep(font, name);
        const path = join(beside, 'pictures', kept);
        expect(answer).toEqual({ done: true, path, family });
        expect(await readFile(path)).toEqual(font);
      },
    );

    test.each([
      ['a picture', PNG, 'this file is not a WOFF2, WOFF, TTF or OTF font'],
      ['a database', Buffer.from('\0\x01\0\0Standard Jet DB'), 'this file is not a WOFF2'],
      ['a collection of fonts', Buffer.from('ttcf\0\x01\0\0'), 'this file is not a WOFF2'],
      ['a large font', Buffer.concat([TTF, Buffer.alloc(4_000_000)]), 'the font has more than 4 MB'],
    ])('refuses %s, and writes nothing', async (_, font, reason) => {
      const { answer, beside } = await keep(font, 'Gotham.ttf');
      expect(answer).toMatchObject({ done: false, reason: expect.stringContaining(reason) });
      expect(await readdir(beside)).toEqual(['conf.yaml']);
    });
  });

  test('says why it cannot be written', async () => {
    const replace = () => Promise.reject(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' }));
    const { elsewhere } = await open('conf.yaml', 'delay: 1\n', [], {}, { replace });
    const { done, reason } = await elsewhere.keepPicture({ picture: PNG });
    expect(done).toBe(false);
    expect(reason).toMatch(/deckcast-logo\.png cannot be written: the disk is full; free some space/);
  });
});

describe('read', () => {
  test('lets only this computer change options that name files', async () => {
    const { elsewhere, option } = await open('conf.yaml', 'delay: 1\n');
    const { options } = await elsewhere.read(false);
    const there = (wanted: string) => options.find(({ name }) => name === wanted);
    expect(there('history.filename')).toMatchObject({ isElsewhere: true, isFixed: true });
    for (const free of [await option('history.filename'), there('delay')]) {
      expect(free).toMatchObject({ isFixed: false });
      expect(free).not.toHaveProperty('isElsewhere');
    }
  });

  test('returns items for lists only, and never for a secret', async () => {
    const { option } = await open('conf.yaml', 'hide.tracks: [Ada - Blue]\nobs.password: geheim\n');
    expect((await option('hide.tracks'))?.items).toEqual(['Ada - Blue']);
    expect(await option('delay')).not.toHaveProperty('items');
    const password = await option('obs.password');
    expect(password).toMatchObject({ value: '', isSet: true });
    expect(password).not.toHaveProperty('items');
  });
});

/** Values with a password, one of which each option takes that may hold one. */
const WITH_PASSWORDS = [
  'https://dj:hunter2@example.org/',
  'wss://dj:hunter2@example.org/',
  'icecast://source:hunter2@example.org/live',
  's3://dj:hunter2@example.org/set',
];

test.each(Object.entries(startOptions).filter(([, { kind }]) => kind.mayHoldPassword))(
  'no page gets the password in %s, also after a save',
  async (name, { kind }) => {
    const parsed = await Promise.all(WITH_PASSWORDS.map(async (text) => (await kind.parse(text)).ok));
    const { store, path, revision } = await open('conf.yaml');
    const secretPath = kind.mayHoldPassword === 'path' ? 'hunter2?key=hunter2' : '';
    const set = { [name]: `${WITH_PASSWORDS[parsed.indexOf(true)] ?? ''}${secretPath}` };
    expect(await store.save({ revision: await revision(), set })).toMatchObject({ outcome: 'saved' });
    expect(await readFile(path, 'utf8')).toContain('hunter2');
    const read = await store.read();
    expect(read.options.find((option) => option.name === name)).toMatchObject({ masked: true });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  },
);

describe('save', () => {
  test('writes the file in use, and keeps its mode and a backup', async () => {
    const before = '# mine\nosc:\n  port: 7001 # desk\n';
    const { store, path, revision, option } = await open('conf.yaml', before);
    await chmod(path, 0o640);
    const saved = await store.save({ revision: await revision(), set: { 'osc.port': '9001', delay: 5 } });
    expect(saved).toEqual({ outcome: 'saved', revision: await revision(), changed: [], needRestart: [] });
    expect(await readFile(path, 'utf8')).toBe('# mine\nosc:\n  port: 9001 # desk\ndelay: 5\n');
    expect(await readFile(`${path}.bak`, 'utf8')).toBe(before);
    for (const file of [path, `${path}.bak`]) {
      expect((await stat(file)).mode & 0o777).toBe(0o640);
    }
    expect(await option('osc.port')).toMatchObject({
      value: '9001',
      origin: { from: 'file', place: 'conf.yaml: osc.port', line: 3 },
      isWaiting: true,
    });
    expect((await readdir(join(path, '..'))).sort()).toEqual(['conf.yaml', 'conf.yaml.bak']);
  });

  test.each([
    ['emptied', (path: string) => writeFile(path, '\n')],
    ['removed', (path: string) => rm(path)],
  ])('refuses to begin anew in a file that was %s, and keeps its backup', async (_, damage) => {
    const { store, path, revision } = await open('conf.yaml', 'osc.port: 7001\n');
    await store.save({ revision: await revision(), set: { delay: 5 } });
    await damage(path);
    expect(await store.save({ revision: await revision(), set: { delay: 6 } })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('is empty or gone'),
    });
    expect(await readFile(`${path}.bak`, 'utf8')).toBe('osc.port: 7001\n');
  });

  test('creates conf.yaml with mode 0600 if there is no file', async () => {
    const { store, path } = await open('conf.yaml');
    const { file, revision } = await store.read();
    expect([file, revision]).toEqual([{ path, exists: false }, 'none']);
    expect(await store.save({ revision, set: { 'http.token': 'hunter2-token' } })).toMatchObject({
      outcome: 'saved',
    });
    expect(await readFile(path, 'utf8')).toBe('http.token: hunter2-token\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const read = await store.read();
    expect(read.options.find(({ name }) => name === 'http.token')).toMatchObject({ isSet: true, value: '' });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });

  test("refuses the second of two savers, and keeps an editor's change", async () => {
    const { store, path, revision } = await open('conf.yaml', 'delay: 1\n');
    const seen = await revision();
    const [first, second] = await Promise.all([
      store.save({ revision: seen, set: { delay: 2 } }),
      store.save({ revision: seen, set: { delay: 3 } }),
    ]);
    expect(first.outcome).toBe('saved');
    expect(second).toMatchObject({ outcome: 'conflict', revision: await revision() });
    expect(await readFile(path, 'utf8')).toBe('delay: 2\n');
    const again = await revision();
    await writeFile(path, 'delay: 4\n');
    expect(await store.save({ revision: again, unset: ['delay'] })).toMatchObject({ outcome: 'conflict' });
    expect(await readFile(path, 'utf8')).toBe('delay: 4\n');
  });

  test('refuses invalid values in the words of the command line, and saves nothing', async () => {
    const { store, path, revision } = await open('conf.yaml', 'delay: 1\n');
    const result = await store.save({
      revision: await revision(),
      // Files may also spell a switch as yes.
      set: { delay: '2', 'osc.port': '70000', 'http.tokn': 'x', 'webhook.url': 'hunter2', 'log.line': 'yes' },
    });
    expect(result).toMatchObject({
      outcome: 'refused',
      problems: [
        { option: 'osc.port', where: '--osc.port=70000', what: 'a port is 1 to 65535, not "70000"' },
        { option: 'http.tokn', what: 'unknown option; did you mean --http.token?' },
        { option: 'webhook.url', where: '--webhook.url' },
        { option: 'log.line', where: '--log.line=yes', what: 'this is true or false, not "yes"' },
      ],
    });
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(await readFile(path, 'utf8')).toBe('delay: 1\n');
  });

  test('names each wrong option once, and at most a hundred', async () => {
    const { store, revision } = await open('conf.yaml', 'delay: 1\n');
    const unset = Array.from({ length: 5_000 }, (_, index) => `delay${index % 500}`);
    const result = await store.save({ revision: await revision(), unset });
    const problems = (result.outcome === 'refused' && result.problems) || [];
    expect(problems).toHaveLength(100);
    expect(new Set(problems.map(({ option }) => option)).size).toBe(100);
  });

  test('refuses conflicting settings', async () => {
    const { store, path, revision } = await open('conf.yaml', 'webhook.url: http://x\n');
    const set = { 'webhook.json.art': ['a'], 'webhook.json.title': ['a', 'b'] };
    const result = await store.save({ revision: await revision(), set });
    expect(result).toMatchObject({ outcome: 'refused', problems: [{ what: expect.any(String) }] });
    expect(await readFile(path, 'utf8')).toBe('webhook.url: http://x\n');
  });

  test('leaves values from flags and variables alone', async () => {
    const args = ['--delay=3'];
    const { store, revision, option } = await open('conf.yaml', '', args, { DECKCAST_OSC_PORT: '7002' });
    expect(await option('delay')).toMatchObject({
      isFixed: true,
      origin: { from: 'flag', place: '--delay' },
    });
    expect(await option('osc.port')).toMatchObject({ isFixed: true, origin: { from: 'environment' } });
    const saved = await store.save({
      revision: await revision(),
      set: { delay: 1, 'osc.port': 1, conf: 'x' },
    });
    expect(saved).toMatchObject({
      problems: [{ option: 'delay' }, { option: 'osc.port' }, { option: 'conf' }],
    });
  });

  test('returns the manual edit for a file that it cannot change faithfully', async () => {
    const { store, path, revision } = await open('conf.yaml', 'osc.host: &a x\nfile.song: *a\n');
    expect(await store.save({ revision: await revision(), unset: ['osc.host'] })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('without affecting other settings'),
      byHand: { option: 'osc.host', file: path, line: 1, do: 'remove' },
    });
  });

  test('returns the line to add for a read-only format', async () => {
    const { store, path, revision } = await open('conf.ini', 'delay = 1\n');
    expect(await store.save({ revision: await revision(), set: { 'osc.port': '9001' } })).toMatchObject({
      outcome: 'refused',
      reason: 'deckcast does not change .ini files: edit yours by hand',
      byHand: { option: 'osc.port', file: path, line: 1, do: 'add', written: 'osc.port = 9001' },
    });
    expect(await readFile(path, 'utf8')).toBe('delay = 1\n');
  });

  test('explains values that a file cannot hold', async () => {
    const { store, path, revision } = await open('conf.env', 'delay=1\n');
    const looks = { 'Friday night': 'slider?show=5' };
    const result = await store.save({ revision: await revision(), set: { 'theme.looks': looks } });
    expect(result).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(
        /^a file in \.env cannot hold theme\.looks\.Friday night: use plain letters/,
      ),
    });
    expect(result).not.toHaveProperty('byHand');
    expect(await readFile(path, 'utf8')).toBe('delay=1\n');
  });

  test('leaves a file with a syntax error alone and returns its place', async () => {
    const { store, path, revision } = await open('conf.yaml', 'delay: 1\n');
    await writeFile(path, 'delay: 1\nosc: [\n');
    const result = await store.save({ revision: await revision(), set: { delay: 2 } });
    expect(result).toMatchObject({
      outcome: 'refused',
      problems: [{ where: `${path}:2` }],
    });
  });

  test('saves despite a problem elsewhere in the settings, and can repair it', async () => {
    const { store, path, revision } = await open('conf.yaml', 'delay: 1\nosc.port: 70000\n');
    const known = { option: 'osc.port', where: `${path}:2: osc.port` };
    expect((await store.read()).problems).toMatchObject([known]);
    // The problem moves to another line.
    expect(await store.save({ revision: await revision(), unset: ['delay'] })).toMatchObject({
      outcome: 'saved',
    });
    await store.save({ revision: await revision(), set: { delay: 2 }, unset: ['osc.port'] });
    expect(await readFile(path, 'utf8')).toBe('delay: 2\n');
  });

  test('saves a path that cannot be written, because the disk may come later, and warns', async () => {
    const { store, path, revision } = await open('conf.yaml', 'delay: 1\n');
    await writeFile(join(path, '..', 'file'), '');
    const set = {
      'history.filename': join(path, '..', 'file', 'set.txt'),
      'outfile.featured': `${path}.txt`,
    };
    expect(await store.save({ revision: await revision(), set })).toMatchObject({
      outcome: 'saved',
      problems: [
        {
          option: 'history.filename',
          what: expect.stringMatching(
            /set.txt cannot be written: .*; .*, or choose another file with --history.filename/,
          ),
        },
      ],
    });
    expect(await readFile(path, 'utf8')).toContain('set.txt');
  });

  test('saves other settings while the folder of a look is missing, and refuses to set such a folder', async () => {
    const { store, revision } = await open('conf.yaml', 'theme.dir: /no/such/look\n');
    const save = async (set: Record<string, string>) => store.save({ revision: await revision(), set });
    expect(await save({ delay: '5' })).toMatchObject({ outcome: 'saved' });
    expect(await save({ 'theme.dir': '/no/such/other' })).toMatchObject({
      outcome: 'refused',
      problems: [{ option: 'theme.dir', what: expect.stringContaining('there is no folder') }],
    });
  });

  test('returns the error of the disk and keeps the file', async () => {
    const { store, path, revision } = await open(
      'conf.yaml',
      'delay: 1\n',
      [],
      {},
      {
        replace: () =>
          Promise.reject(
            Object.assign(new Error('EROFS: read-only file system, open conf.yaml.bak.7.part'), {
              code: 'EROFS',
            }),
          ),
      },
    );
    expect(await store.save({ revision: await revision(), set: { delay: 2 } })).toMatchObject({
      outcome: 'failed',
      reason: `nothing saved: ${path} cannot be written: the folder is read-only; remove the disk's write protection`,
    });
    expect(await readFile(path, 'utf8')).toBe('delay: 1\n');
  });
});

describe('an address changed by another computer', () => {
  const saving = async (content: string, set: SaveRequest['set'], env = {}) => {
    const { elsewhere, revision, path } = await open('conf.yaml', content, [], env);
    const saved = await elsewhere.save({ revision: await revision(), ...(set && { set }) }, false);
    return { saved, text: await readFile(path, 'utf8') };
  };
  const THIEF = 'https://thief.example';
  const PAIRS: Readonly<Record<string, string>> = {
    'chat.url': 'chat.token',
    'live.url': 'live.api_key',
    'catalog.url': 'catalog.secret',
    'streaming.auth_url': 'streaming.secret',
    'streaming.api_url': 'streamingsource.refresh',
    'virtualdj.url': 'virtualdj.token',
    'webhook.url': 'webhook.secret',
    'obs.url': 'obs.password',
    'mpd.addr': 'mpd.password',
  };
  const addressOf: Readonly<Record<string, string>> = {
    'obs.url': 'ws://thief.example',
    'mpd.addr': 'thief.example:1',
  };

  test.each(Object.entries(PAIRS))('saves %s only together with %s', async (url, secret) => {
    const before = `${secret}: geheim\n`;
    const address = addressOf[url] ?? THIEF;
    const { saved, text } = await saving(before, { [url]: address });
    expect(saved).toMatchObject({
      outcome: 'refused',
      problems: [{ option: url, what: expect.stringContaining(`--${secret} would go there`) }],
    });
    expect(text).toBe(before);
    expect(await saving(before, { [url]: address, [secret]: 'own' })).toMatchObject({
      saved: { outcome: 'saved' },
      text: expect.stringContaining(address),
    });
    expect((await saving('delay: 1\n', { [url]: address })).saved).toMatchObject({ outcome: 'saved' });
  });

  test('is refused if the environment sets the secret', async () => {
    const { saved } = await saving('delay: 1\n', { 'chat.url': THIEF }, { DECKCAST_CHAT_TOKEN: 'geheim' });
    expect(saved).toMatchObject({ outcome: 'refused', problems: [{ option: 'chat.url' }] });
  });

  test('is refused while a file stores the sign-in', async () => {
    const file = join(await testFolder(), 'token.json');
    await writeFile(file, '{}');
    const { saved } = await saving(`chat.tokenfile: ${file}\n`, { 'chat.auth_url': THIEF });
    expect(saved).toMatchObject({ outcome: 'refused', problems: [{ option: 'chat.auth_url' }] });
  });

  test('is saved on this computer', async () => {
    const { store, revision } = await open('conf.yaml', 'chat.token: geheim\n');
    const request = { revision: await revision(), set: { 'chat.url': THIEF } };
    expect(await store.save(request)).toMatchObject({ outcome: 'saved' });
  });
});
