import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { ROOT } from '../../../test/support/files.ts';
import { keptLog } from '../../../test/support/log.ts';
import { openSocket } from '../../../test/support/pages.ts';
import { startServer } from '../../../test/support/server.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { systemClock } from '../../app/clock.ts';
import type { ThemesMessage } from '../../wire/themes.ts';
import { THEMES } from '../options.ts';
import { checkTheme } from './check.ts';
import { readManifest } from './manifest.ts';
import { watchTheme } from './watch.ts';

const later = cleanUps();

const PAGE = '<p data-bind="title"></p><script type="module" src="/sdk/v1.js"></script>';
const GOOD = { 'index.html': PAGE };

async function theme(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  later(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'img'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('a theme is checked', () => {
  test.each(THEMES)('the built-in %s is well', async (id) => {
    expect(await checkTheme(join(ROOT, 'themes', id))).toEqual({ broken: [], doubtful: [] });
  });

  test('a page that loads the SDK, or opens /ws by itself, is enough', async () => {
    const own = { 'index.html': '<script src="own.js"></script>', 'own.js': 'new WebSocket(base + "/ws")' };
    for (const files of [GOOD, own]) {
      expect(await checkTheme(await theme(files))).toEqual({ broken: [], doubtful: [] });
    }
  });

  test.each<[string, Record<string, string>, string]>([
    ['has no page', { 'style.css': '' }, 'index.html: the page of the theme is missing'],
    [
      'has a manifest that is no JSON',
      { ...GOOD, 'theme.json': '{ "id": }' },
      'theme.json: Unexpected token',
    ],
    [
      'has an option of an unknown type',
      { ...GOOD, 'theme.json': '{"id":"a","name":"A","options":{"x":{"type":"colour","default":"red"}}}' },
      'theme.json: options.x',
    ],
    [
      'gives an option of every theme another type',
      { ...GOOD, 'theme.json': '{"id":"a","name":"A","options":{"show":{"type":"bool","default":true}}}' },
      'theme.json: options.show.type: every theme has this option, and its type is duration',
    ],
  ])('one that %s is broken', async (_what, files, expected) => {
    const { broken } = await checkTheme(await theme(files));
    expect(broken.map(({ where, what }) => `${where}: ${what}`).join('\n')).toContain(expected);
  });

  test.each<[string, Record<string, string>, string]>([
    ['listens to nothing', { 'index.html': '<p>hello</p>' }, 'nothing here listens'],
    [
      'loads a font from elsewhere',
      { ...GOOD, 'style.css': '@import "https://fonts.example/a.css";' },
      'loads https://fonts.example/a.css from elsewhere',
    ],
    [
      'loads a script from elsewhere',
      { 'index.html': `${PAGE}<script src="//cdn.example/x.js"></script>` },
      'loads //cdn.example/x.js',
    ],
  ])('one that %s is doubtful', async (_what, files, expected) => {
    const { broken, doubtful } = await checkTheme(await theme(files));
    expect(broken).toEqual([]);
    expect(doubtful.map(({ what }) => what).join('\n')).toContain(expected);
  });

  test('a link that a person may click is fine', async () => {
    const page = `${PAGE}<a href="https://example.org">me</a><svg xmlns="http://www.w3.org/2000/svg"></svg>`;
    expect((await checkTheme(await theme({ 'index.html': page }))).doubtful).toEqual([]);
  });

  test('a file that is too large to be served is said', async () => {
    const folder = await theme(GOOD);
    const video = join(folder, 'img', 'loop.webm');
    await writeFile(video, '');
    await truncate(video, 65 * 1024 * 1024);
    expect((await checkTheme(folder)).doubtful).toEqual([
      { where: 'img/loop.webm', what: 'is larger than 64 MiB, and is not served' },
    ]);
  });

  test('a folder that is not there is said', async () => {
    expect((await checkTheme('/no/such/theme')).broken).toEqual([
      { where: '/no/such/theme', what: 'there is no such folder' },
    ]);
  });
});

test('a default that is none of the values is found', () => {
  const option = { type: 'enum', default: 'top', values: ['left', 'right'] };
  const text = JSON.stringify({ id: 'a', name: 'A', options: { side: option } });
  expect(readManifest(text).problems).toEqual([
    { where: 'theme.json: options.side', what: 'the default is none of the values' },
  ]);
});

describe('a custom theme', () => {
  test('overrides the built-in one, and the list says so', async () => {
    const folder = await theme({ ...GOOD, 'theme.json': '{"id":"mine","name":"Mine"}' });
    const { url, stop } = await startServer({ 'theme.dir': folder });
    later(stop);
    expect(await (await fetch(url)).text()).toBe(PAGE);
    // Every field that is used is asserted on.
    const { themes } = (await (await fetch(`${url}api/v1/themes`)).json()) as ThemesMessage;
    expect(themes[0]).toMatchObject({ id: 'custom', name: 'Mine', path: '/', selected: true });
    expect(themes.slice(1).map(({ id, selected }) => [id, selected])).toEqual(
      THEMES.map((id) => [id, false]),
    );
  });

  test('may have a folder called art', async () => {
    const folder = await theme(GOOD);
    await mkdir(join(folder, 'art'));
    await writeFile(join(folder, 'art', 'logo.png'), 'a logo');
    const { url, stop } = await startServer({ 'theme.dir': folder });
    later(stop);
    expect(await (await fetch(`${url}art/logo.png`)).text()).toBe('a logo');
    expect((await fetch(`${url}art/other.png`)).status).toBe(404);
  });

  test('that is edited is loaded anew, and says what is wrong with it', async () => {
    const folder = await theme(GOOD);
    const { socketUrl, log, stop } = await startServer({ 'theme.dir': folder });
    later(stop);
    const page = await openSocket(socketUrl('/api/v1/events'));
    later(() => page.socket.terminate());
    await page.first(1);
    await writeFile(join(folder, 'theme.json'), '{ "id": }');
    await waitFor('a reload', () =>
      page.messages.find((message) => JSON.stringify(message).includes('"reload"')),
    );
    expect(log.lines).toContainEqual({
      level: 'warn',
      message: 'the theme has a problem',
      fields: { where: 'theme.json', problem: expect.stringContaining('Unexpected token') },
    });
    const next = await openSocket(socketUrl('/api/v1/events'));
    later(() => next.socket.terminate());
    expect(await next.first(1)).toMatchObject([
      { type: 'snapshot', themeProblems: [expect.stringContaining('theme.json: Unexpected token')] },
    ]);
  });

  test('is told of no more once another one is shown', async () => {
    const folder = await theme(GOOD);
    const told: string[] = [];
    const listener = { problems: () => told.push('problems'), changed: () => told.push('changed') };
    let settled: (() => void) | undefined;
    const after = (_ms: number, run: () => void) => {
      settled = run;
      return () => undefined;
    };
    const stop = new AbortController();
    const tools = { log: keptLog(), clock: { ...systemClock, after } };
    const watching = watchTheme(folder, stop.signal, tools, listener);
    await waitFor('the first look', () => told.at(0));
    await writeFile(join(folder, 'style.css'), 'p { color: red }');
    const look = await waitFor('the change to be noticed', () => settled);
    look();
    stop.abort();
    await watching;
    expect(told).toEqual(['problems', 'problems']);
  });

  test('without a page says so instead, and looks again', async () => {
    const folder = await theme({});
    const { url, stop } = await startServer({ 'theme.dir': folder });
    later(stop);
    const response = await fetch(url);
    expect(response.status).toBe(503);
    expect(await response.text()).toMatch(/http-equiv="refresh"[\s\S]*no <code>index\.html/);
  });
});
