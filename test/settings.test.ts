/** Settings saved over HTTP take effect while the program runs, and the set continues. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listen } from '../src/core/listening.ts';
import type { HealthMessage } from '../src/web/wire/health.ts';
import type { SaveAnswer, SettingsMessage, WireOption } from '../src/web/wire/settings.ts';
import type { SetupMessage } from '../src/web/wire/setup.ts';
import { afterTest, cleanUps, type Later, shared } from './support/clean-up.ts';
import { ROOT } from './support/files.ts';
import { testFolder } from './support/folder.ts';
import { freePort } from './support/free-port.ts';
import { openSocket } from './support/pages.ts';
import { startProgram } from './support/program.ts';
import { type Show, showAt, startShow } from './support/show.ts';
import { waitFor, waitForFile } from './support/wait.ts';

const later = cleanUps();

/** A show with all settings in its file. */
const open = (...lines: readonly string[]): Promise<Show> => openFor(later, ...lines);

async function openFor(until: Later, ...lines: readonly string[]): Promise<Show> {
  // A fixed port, because a restarted listener would get another free one.
  const addr = `http.addr: 127.0.0.1:${await freePort()}`;
  const content = ['source: http', addr, 'session.filename: ""', ...lines, ''].join('\n');
  const program = await startProgram(['start', '--conf=conf.yaml'], { files: { 'conf.yaml': content } });
  until(() => program.stop());
  return showAt(await program.waitForLine('overlay ready'), program);
}

async function json<Message>(url: string, path: string, headers = {}): Promise<Message> {
  // `web/wire/` defines the shapes; anything else fails the test.
  return (await (await fetch(`${url}/api/v1/${path}`, { headers })).json()) as Message;
}

async function settingsOf({ url, page }: Show): Promise<SettingsMessage> {
  return json(url, 'settings', await page());
}

async function patch({ url, page }: Show, body: string): Promise<Response> {
  return fetch(`${url}/api/v1/settings`, { method: 'PATCH', headers: await page(), body });
}

async function save(show: Show, set: object): Promise<SaveAnswer> {
  const { revision } = await settingsOf(show);
  return (await (await patch(show, JSON.stringify({ revision, set }))).json()) as SaveAnswer;
}

async function titles(url: string): Promise<readonly string[]> {
  const { tracks } = await json<{ readonly tracks: readonly { readonly title: string }[] }>(url, 'history');
  return tracks.map(({ title }) => title);
}

/** Shared by tests whose request is rejected and so changes nothing. */
const unchanged = shared((later) => openFor(later));

const names = (title: string) => ({ artist: 'Ada', title });

test('the source counts as the default until the user chooses one, though it is the same', async () => {
  // Sends no packet, and hears no device of another test.
  const flags = ['--conf=conf.yaml', '--hwdevice.discovery.interface=unplugged'];
  const content = `http.addr: 127.0.0.1:${await freePort()}\n`;
  const program = await startProgram(['start', ...flags], { files: { 'conf.yaml': content } });
  later(() => program.stop());
  const show = await showAt(await program.waitForLine('overlay ready'), program);
  const source = async () => (await json<HealthMessage>(show.url, 'health')).source;
  // The program answers before it knows whether an earlier set goes on.
  await waitFor('the default', async () => (await source()).isDefault);
  expect((await source()).name).toBe('hwdevice');
  expect((await save(show, { source: 'hwdevice' })).done).toBe(true);
  expect(await source()).toMatchObject({ name: 'hwdevice' });
  expect((await source()).isDefault).toBeUndefined();
});

test('the source of a set that goes on after a restart needs no choice', async () => {
  const session = `--session.filename=${join(await testFolder(), 'sessions.db')}`;
  const before = await startShow([session]);
  later(() => before.program.stop());
  await before.post('track', names('Blue'));
  await before.quiet();
  await before.program.stop();
  // Sends no packet, and hears no device of another test.
  const flags = ['--http.addr=127.0.0.1:0', '--hwdevice.discovery.interface=unplugged', session];
  const program = await startProgram(['start', ...flags]);
  later(() => program.stop());
  await program.waitForLine('continuing the earlier set');
  const { url } = await showAt(await program.waitForLine('overlay ready'), program);
  const { source } = await json<HealthMessage>(url, 'health');
  expect(source.name).toBe('hwdevice');
  expect(source.isDefault).toBeUndefined();
});

test('a sink that is switched on shows the current track at once, and then follows the set', async () => {
  const show = await open();
  await show.post('track', names('Blue'));
  const answer = await save(show, {
    'outfile.featured': show.file('now.txt'),
    'cue.filename': show.file('set.cue'),
  });
  expect(answer).toMatchObject({
    done: true,
    changed: ['outfile.featured', 'cue.filename'],
    needRestart: [],
  });
  await waitForFile(show.file('now.txt'), (text) => text === 'Ada - Blue');
  await show.post('track', names('Red'));
  const sheet = await waitForFile(show.file('set.cue'), (text) => text.includes('Red'));
  expect(sheet.match(/^ +TITLE ".+"/gm)).toEqual(['    TITLE "Blue"', '    TITLE "Red"']);
  await save(show, { 'outfile.featured': show.file('other.txt') });
  await waitForFile(show.file('other.txt'), (text) => text === 'Ada - Red');
});

test('the current track gets the picture that is chosen for it, without a new track', async () => {
  const show = await open(`outfile.art: cover.png`);
  await show.post('track', names('Blue'));
  const cover = await waitFor('a file', () => readFile(show.file('cover.png')).catch(() => undefined));
  const art = async () =>
    (await json<{ readonly track: { readonly art: object | null } | null }>(show.url, 'now')).track?.art;
  expect(await art()).toBeNull();
  await save(show, { 'placeholder.art.internal': 'note' });
  await waitFor(
    'another file',
    async () => !cover.equals(await readFile(show.file('cover.png'))) || undefined,
  );
  expect(await art()).toMatchObject({ url: expect.stringContaining('/art/') });
  await save(show, { 'placeholder.art.internal': '' });
  await waitFor(
    'the first file',
    async () => cover.equals(await readFile(show.file('cover.png'))) || undefined,
  );
  expect(await titles(show.url)).toEqual(['Blue']);
});

test("a setting that no option has is rejected, even if its name is one of Object's own", async () => {
  const show = unchanged();
  const { revision } = await settingsOf(show);
  for (const name of ['constructor', '__proto__', 'prototype', 'nonsense']) {
    const response = await patch(show, `{"revision": "${revision}", "set": {"${name}": "x"}}`);
    expect({ name, status: response.status, answer: await response.json() }).toMatchObject({
      name,
      status: 422,
      answer: { done: false, problems: [{ option: name }] },
    });
  }
});

test('a restarted source announces nothing twice, and hidden tracks stay hidden', async () => {
  const show = await open();
  await show.post('track', names('Blue'));
  await show.post('hide');
  expect(
    await save(show, { source: ['http', 'softa'], 'softa.filename': show.file('dj.txt') }),
  ).toMatchObject({
    done: true,
    changed: ['source', 'softa.filename'],
  });
  await show.post('track', names('Blue'));
  expect(await json(show.url, 'now')).toMatchObject({ state: 'hidden', track: null });
  await show.post('track', names('Red'));
  expect(await titles(show.url)).toEqual(['ID', 'Red']);
});

test('changed settings are in a TOML file, too, and survive a restart', async () => {
  const start = async (content: string) => {
    const program = await startProgram(['start', '--conf=conf.toml'], { files: { 'conf.toml': content } });
    later(() => program.stop());
    return showAt(await program.waitForLine('overlay ready'), program);
  };
  const show = await start(
    'source = "http"\nhttp.addr = "127.0.0.1:0"\nsession.filename = ""\noutfile.featured = "old.txt"\n',
  );
  expect(await save(show, { 'outfile.featured': show.file('now.txt') })).toMatchObject({ done: true });
  // Settings of the set-up page: a list, a map, and a path.
  const chosen = {
    source: ['http', 'softa'],
    'softa.filename': 'dj.txt',
    'theme.options': { accent: '#0099cc' },
  };
  expect(await save(show, chosen)).toMatchObject({ done: true, needRestart: [] });
  const { sources } = await json<SetupMessage>(show.url, 'setup', await show.page());
  expect(sources.slice(0, 2).map(({ name, state }) => [name, state !== 'off'])).toEqual([
    ['http', true],
    ['softa', true],
  ]);
  await show.post('track', names('Blue'));
  await waitForFile(show.file('now.txt'), (text) => text === 'Ada - Blue');
  await show.post('hide-next-time', { position: 1 });
  const again = await start(await readFile(show.file('conf.toml'), 'utf8'));
  await again.post('track', names('Blue'));
  await again.post('track', names('Red'));
  await waitForFile(show.file('now.txt'), (text) => text === 'Ada - Red');
  expect(await titles(again.url)).toEqual(['ID', 'Red']);
});

test('a loaded track that is hidden before it goes on air appears in no output', async () => {
  const show = await open('outfile.featured: now.txt', 'history.filename: history.txt');
  expect(await save(show, { source: ['httpdecks'] })).toMatchObject({ done: true });
  const deck = async (label: number, title: string, playing: boolean) => {
    const body = JSON.stringify({ track: names(title), playing, level: playing ? 1 : 0 });
    const { status } = await fetch(`${show.url}/api/v1/decks/${label}`, { method: 'PUT', body });
    expect(status).toBe(200);
  };
  await deck(1, 'Red', true);
  await waitForFile(show.file('now.txt'), (text) => text === 'Ada - Red');
  await deck(2, 'Secret', false);
  // The deck's names may change for a moment.
  await waitFor('the deck to be noted', () =>
    show.post('hide-next-time', { deck: 2 }).then(
      () => true,
      () => undefined,
    ),
  );
  await deck(1, 'Red', false);
  await deck(2, 'Secret', true);
  await waitForFile(show.file('history.txt'), (text) => text.includes('ID'));
  await show.quiet();
  const places = ['now', 'history', 'decks', 'health'];
  const answers = await Promise.all(places.map((path) => json(show.url, path)));
  const files = await Promise.all(
    ['now.txt', 'history.txt'].map((name) => readFile(show.file(name), 'utf8')),
  );
  const outputs = [answers, files, show.messages, show.program.evidence];
  expect(JSON.stringify(outputs)).not.toContain('Secret');
  expect(answers[0]).toMatchObject({ state: 'hidden', track: null });
});

describe('the table of options', () => {
  /** Candidate values, most of which differ from the current one. Some options accept only one of them. */
  async function candidates({ name, field, value, choices = [], range }: WireOption, show: Show) {
    const path = show.file(`of-${name}`);
    if (field === 'folder') {
      await mkdir(path);
    } else if (field === 'file') {
      await writeFile(path, '');
    }
    const byField: Partial<Record<WireOption['field'], unknown[]>> = {
      switch: [value !== 'true'],
      // Some options need the last value of another option.
      choice: choices.filter((choice) => choice !== value && choice !== '').reverse(),
      choices: [name === 'source' ? ['http', 'dummy'] : choices.slice(1, 2)],
      number: [7, 1, 3].map((more) => String((range?.min ?? 0) + more)).filter((number) => number !== value),
      address: [`127.0.0.1:${await freePort()}`],
      file: [path, join(ROOT, 'themes/shared/icon.svg')],
      folder: [path],
      map: [{ accent: '#0099cc' }],
      color: ['0099cc'],
      duration: ['3s', '30ms'],
      regex: ['(?P<title>x)(?P<artist>y)'],
      url: [name === 'obs.url' ? 'ws://127.0.0.1:9' : 'http://127.0.0.1:9'],
      text: name.includes('address') ? [`/x-${name}`] : ['DE', '3s', path, 'utf-8'],
      // What only all settings together refuse takes a reading of the whole file each time.
      list:
        name === 'midi.controllers'
          ? ['DDJ-400']
          : name === 'http.proxy'
            ? ['10.0.0.1']
            : [`x-${name}`, 'https://www.example.org/', 'icecast://source:sesame@127.0.0.1:9/live'],
    };
    return byField[field] ?? [`x-${name}`];
  }

  test('applies every saved option to the running program', async () => {
    const show = await open();
    const { options } = await settingsOf(show);
    // The first two move the pages (tested below), and a file does not name itself.
    const all = options.filter(({ name }) => !['http.addr', 'http.token', 'conf'].includes(name));
    const left = new Map<string, unknown[]>();
    for (const option of all) {
      left.set(option.name, await candidates(option, show));
    }
    let together = [...left.keys()];
    while (together.length > 0) {
      const answer = await save(
        show,
        Object.fromEntries(together.map((name) => [name, left.get(name)?.[0]])),
      );
      if (answer.done) {
        expect(answer).toMatchObject({ needRestart: [] });
        expect(answer.problems ?? []).toEqual([]);
        break;
      }
      const refused = (answer.problems ?? []).flatMap(({ option }) => option ?? []);
      expect([answer.problems, refused.length]).not.toEqual([answer.problems, 0]);
      for (const name of refused) {
        left.get(name)?.shift();
      }
      together = together.filter((name) => left.get(name)?.length);
    }
    // Some options restart the listener, which closes its connections.
    const saved = await waitFor('the settings', () => settingsOf(show).catch(() => undefined));
    const after = new Map(saved.options.map((option) => [option.name, option]));
    const unchanged = all.filter(({ name, value }) => {
      const now = after.get(name);
      return now?.isWaiting !== false || now.origin.from !== 'file' || (now.value === value && !now.isSet);
    });
    expect(unchanged.map(({ name, field, value }) => [name, field, value, after.get(name)?.value])).toEqual(
      [],
    );
  });
});

describe('the listener', () => {
  test('moves, and its pages continue the set', async () => {
    const show = await open();
    await show.post('track', names('Blue'));
    const before = await json<{ readonly track: { readonly elapsed: string } }>(show.url, 'now');
    const port = await freePort();
    expect(await save(show, { 'http.addr': `127.0.0.1:${port}` })).toMatchObject({ done: true });
    const moved = `http://127.0.0.1:${port}`;
    await waitFor('the new address', () =>
      titles(moved).then(
        (found) => found,
        () => undefined,
      ),
    );
    expect(await json(moved, 'now')).toMatchObject(before);
    await waitFor('the old address to be gone', () =>
      fetch(show.url).then(
        () => undefined,
        () => true,
      ),
    );
  });

  test('stays where it is when the port is in use, and reports it', async () => {
    const taken = createServer();
    const port = await listen(taken, { host: '127.0.0.1', port: 0 }, String);
    later(() => void taken.close());
    const show = unchanged();
    await show.post('track', names('Blue'));
    const answer = await save(show, { 'http.addr': `127.0.0.1:${port}` });
    expect(answer).toMatchObject({
      done: false,
      reason: expect.stringMatching(/^nothing saved/),
      problems: [{ where: '--http.addr', what: expect.stringContaining(`port ${port} is in use`) }],
    });
    expect(await titles(show.url)).toEqual(['Blue']);
    const { options } = await settingsOf(show);
    const { host } = new URL(show.url);
    expect(options.find(({ name }) => name === 'http.addr')).toMatchObject({ value: host, isWaiting: false });
    expect(await readFile(show.file('conf.yaml'), 'utf8')).toContain(`http.addr: ${host}\n`);
  });
});

test('a page that listens goes on when the music library changes', async () => {
  const show = await open('hear.input: page');
  const page = await openSocket(`${show.url.replace('http', 'ws')}/api/v1/hear`);
  const samples = Buffer.alloc(1_024, 1);
  const speaking = setInterval(() => page.socket.send(samples), 20);
  afterTest(() => clearInterval(speaking));
  const isHeard = async () =>
    (await json<HealthMessage>(show.url, 'health')).hearing?.isHeard === true || undefined;
  await waitFor('sound', isHeard);
  expect((await save(show, { 'hear.library': [show.program.folder] })).done).toBe(true);
  await waitFor('sound again', isHeard);
  expect(page.closed).toBeUndefined();
  expect((await save(show, { 'hear.input': [] })).done).toBe(true);
  await waitFor('the end', () => page.closed);
  expect(page.closed).toBe(4001);
});
