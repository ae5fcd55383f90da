import { appendFile, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanUps } from '../../../test/support/clean-up.ts';
import { ROOT } from '../../../test/support/files.ts';
import { testFolder } from '../../../test/support/folder.ts';
import { hurriedClock } from '../../../test/support/hurried-clock.ts';
import { keptLog } from '../../../test/support/log.ts';
import { openSocket } from '../../../test/support/pages.ts';
import { testServer } from '../../../test/support/server.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { Disk } from '../../core/tools.ts';
import { systemClock } from '../../host/clock.ts';
import { nodeDisk } from '../../host/disk/node-disk.js';
import { THEME_NAMES, THEMES } from '../options.ts';
import type { ThemesMessage } from '../wire/themes.ts';
import { checkTheme } from './check.ts';
import { stateOf } from './folder.ts';
import { watchTheme } from './watch.ts';

const later = cleanUps();

const PAGE = '<p data-bind="title"></p><script type="module" src="/sdk/v1.js"></script>';
const GOOD = { 'index.html': PAGE };

async function theme(files: Record<string, string>): Promise<string> {
  const folder = await testFolder();
  await mkdir(join(folder, 'img'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test('reads a folder with cyclic links once', async () => {
  const folder = await theme({ 'index.html': PAGE, 'style.css': '' });
  const links = [
    join(folder, 'a'),
    join(folder, 'b'),
    join(folder, 'img', 'up'),
    join(folder, 'img', 'root'),
  ];
  await Promise.all(links.map((link) => symlink(link.endsWith('root') ? '/' : folder, link)));
  const { files, problem } = await stateOf(folder, nodeDisk);
  expect(files.map(({ name }) => name).toSorted()).toEqual(['index.html', 'style.css']);
  expect(problem).toBeUndefined();
});

describe('checkTheme', () => {
  test.each(THEMES)('accepts the built-in %s', async (id) => {
    expect(await checkTheme(join(ROOT, 'themes', id), nodeDisk)).toEqual({ broken: [], doubtful: [] });
  });

  test.each<[string, Record<string, string>]>([
    ['loads the SDK', GOOD],
    [
      'opens /ws by itself',
      { 'index.html': '<script src="own.js"></script>', 'own.js': 'new WebSocket(base + "/ws")' },
    ],
    ['frames a built-in look', { 'index.html': '<iframe src="/overlay/slider/"></iframe>' }],
    [
      'has a link that a person may click',
      {
        'index.html': `${PAGE}<a href="https://example.org">me</a><svg xmlns="http://www.w3.org/2000/svg"></svg>`,
      },
    ],
  ])('accepts a theme that %s', async (_what, files) => {
    expect(await checkTheme(await theme(files), nodeDisk)).toEqual({ broken: [], doubtful: [] });
  });

  test.each<[string, Record<string, string>, string]>([
    ['has no page', { 'style.css': '' }, 'index.html: the page of the theme is missing'],
    [
      'listens to nothing',
      { 'index.html': '<p>hello</p>' },
      'index.html: nothing here receives tracks: add <script type="module" src="/sdk/v1.js"></script>',
    ],
    [
      'has a manifest that is not JSON',
      { ...GOOD, 'theme.json': '{ "id": }' },
      'theme.json: Unexpected token',
    ],
    [
      'has an option of an unknown type',
      { ...GOOD, 'theme.json': '{"id":"a","name":"A","options":{"x":{"type":"texture","default":"red"}}}' },
      'theme.json: options.x',
    ],
    [
      'has an option whose default is none of its values',
      {
        ...GOOD,
        'theme.json':
          '{"id":"a","name":"A","options":{"side":{"type":"enum","default":"top","values":["left","right"]}}}',
      },
      'theme.json: options.side: the default is none of the values',
    ],
    [
      'gives an option of every theme another type',
      { ...GOOD, 'theme.json': '{"id":"a","name":"A","options":{"show":{"type":"bool","default":true}}}' },
      'theme.json: options.show.type: every theme has this option, and its type is duration',
    ],
  ])('reports as broken a theme that %s', async (_what, files, expected) => {
    const { broken } = await checkTheme(await theme(files), nodeDisk);
    expect(broken.map(({ where, what }) => `${where}: ${what}`).join('\n')).toContain(expected);
  });

  test.each<[string, Record<string, string>, string]>([
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
  ])('reports as doubtful a theme that %s', async (_what, files, expected) => {
    const { broken, doubtful } = await checkTheme(await theme(files), nodeDisk);
    expect(broken).toEqual([]);
    expect(doubtful.map(({ what }) => what).join('\n')).toContain(expected);
  });

  test('reports a file that is too large to serve', async () => {
    const folder = await theme(GOOD);
    const video = join(folder, 'img', 'loop.webm');
    await writeFile(video, '');
    await truncate(video, 65 * 1024 * 1024);
    expect((await checkTheme(folder, nodeDisk)).doubtful).toEqual([
      { where: 'img/loop.webm', what: 'is larger than 64 MiB, and is not served' },
    ]);
  });

  test('ignores build folders, however large', async () => {
    const folder = await theme(GOOD);
    const tools = join(folder, 'node_modules');
    await mkdir(tools);
    await writeFile(join(tools, 'tool.js'), 'import "https://tools.example/x.js";');
    expect(await checkTheme(folder, nodeDisk)).toEqual({ broken: [], doubtful: [] });
  });

  test('finds the page behind a folder with more files than the limit', async () => {
    const folder = await theme({});
    await Promise.all(
      Array.from({ length: 2_001 }, (_, index) => writeFile(join(folder, 'img', `${index}.svg`), '')),
    );
    await writeFile(join(folder, 'index.html'), PAGE);
    expect(await checkTheme(folder, nodeDisk)).toEqual({ broken: [], doubtful: [] });
  });

  test('reports a disk that stops answering, not a missing page', async () => {
    const folder = await theme(GOOD);
    const late = Object.assign(new Error('the disk is not responding'), { code: 'ETIMEDOUT' });
    const disk: Disk = { ...nodeDisk, list: () => Promise.reject(late) };
    expect((await checkTheme(folder, disk)).broken).toEqual([
      { where: folder, what: 'the disk is not responding' },
    ]);
  });

  test('reports a missing folder', async () => {
    expect((await checkTheme('/no/such/theme', nodeDisk)).broken).toEqual([
      { where: '/no/such/theme', what: 'there is no such folder' },
    ]);
  });
});

describe('watchTheme', () => {
  const clock = hurriedClock(50);

  async function watched(folder: string, disk = nodeDisk) {
    let changes = 0;
    let checks = 0;
    const listener = { problems: () => (checks += 1), changed: () => (changes += 1) };
    const log = keptLog();
    const stop = new AbortController();
    const standIn = { isShown: false };
    const watching = watchTheme(folder, stop.signal, { log, clock, disk, standIn }, listener);
    later(async () => {
      stop.abort();
      await watching;
    });
    await waitFor('the first look', () => (checks > 0 ? true : undefined));
    return {
      log,
      stop,
      standIn,
      changes: () => changes,
      /**
       * Resolves once pages were reloaded once. A change is one step on the disk: between two, a busy computer may
       * look, and reload twice.
       */
      async notices(what: string, change: () => Promise<void>): Promise<void> {
        const before = changes;
        await change();
        await waitFor(`the pages to be reloaded after ${what}`, () => (changes > before ? true : undefined));
        expect(changes).toBe(before + 1);
      },
    };
  }

  test('notices new and renamed files and folders', async () => {
    const [folder, elsewhere] = [await theme({ ...GOOD, 'img/logo.svg': '' }), await theme({})];
    const { notices } = await watched(folder);
    await notices('the new name of a folder', () => rename(join(folder, 'img'), join(folder, 'pictures')));
    await notices('a change under it', () => appendFile(join(folder, 'pictures', 'logo.svg'), 'b'));
    // Editors save by renaming a new file over the old one.
    await writeFile(join(elsewhere, 'new'), 'c');
    await notices('an atomic save', () =>
      rename(join(elsewhere, 'new'), join(folder, 'pictures', 'logo.svg')),
    );
    await notices('a file', () => writeFile(join(folder, 'own.js'), ''));
    await notices('an empty folder', () => mkdir(join(folder, 'fonts')));
    await notices('its new name', () => rename(join(folder, 'own.js'), join(folder, 'our.js')));
    await notices('its end', () => rm(join(folder, 'our.js')));
  });

  test('notices a folder that was missing at the start, and one swapped by a link', async () => {
    const [one, other] = [await theme(GOOD), await theme(GOOD)];
    const folder = join(await theme({}), 'mine');
    const { notices, log } = await watched(folder);
    await notices('the link', () => symlink(one, folder));
    await notices('a change behind it', () => appendFile(join(one, 'index.html'), ' '));
    await notices('another link', async () => {
      await symlink(other, `${folder}.new`);
      await rename(`${folder}.new`, folder);
    });
    expect(log.at('info')).toEqual(['the theme is back']);
  });

  test.each([4, 5, 6, 7, 8, 9])(
    'reloads once for a folder that appears before access %i to it',
    async (at) => {
      const source = await theme(GOOD);
      const folder = join(await theme({}), 'mine');
      let accesses = 0;
      async function access(): Promise<void> {
        accesses += 1;
        if (accesses === at) {
          await symlink(source, folder);
        }
      }
      const disk: Disk = {
        ...nodeDisk,
        stat: (path) => access().then(() => nodeDisk.stat(path)),
        realpath: (path) => access().then(() => nodeDisk.realpath(path)),
      };
      const { changes } = await watched(folder, disk);
      await waitFor('more looks', () => (accesses > at + 30 ? true : undefined));
      expect(changes()).toBe(1);
    },
  );

  test('keeps the pages of a folder that disappears, unless it returns changed or some saw the built-in theme', async () => {
    const folder = await theme(GOOD);
    const away = `${folder}.away`;
    later(() => rm(away, { recursive: true, force: true }));
    const { notices, log, standIn, changes } = await watched(folder);
    const isLogged = async (level: 'info' | 'warn', change: () => Promise<void>): Promise<void> => {
      const before = log.at(level).length;
      await change();
      await waitFor('a line', () => log.at(level)[before]);
    };
    const disappears = () => isLogged('warn', () => rename(folder, away));
    const returns = () => rename(away, folder);
    await disappears();
    await isLogged('info', returns);
    expect(changes()).toBe(0);
    expect(log.lines).toMatchObject([
      { level: 'warn', fields: { problem: expect.stringContaining(folder), hint: expect.anything() } },
      { level: 'info', message: 'the theme is back' },
    ]);
    await disappears();
    await appendFile(join(away, 'index.html'), ' ');
    await notices('its return with a change', returns);
    await disappears();
    standIn.isShown = true;
    await notices('its return to pages with the built-in theme', returns);
    expect(standIn.isShown).toBe(false);
  });

  test('notices changes between the start and the first check', async () => {
    const folder = await theme({ ...GOOD, 'style.css': '' });
    let edit: Promise<void> | undefined;
    const stat: Disk['stat'] = async (path) => {
      // File times advance in steps of a few milliseconds.
      edit ??= systemClock.sleep(20).then(() => writeFile(join(folder, 'index.html'), `${PAGE} `));
      await edit;
      return nodeDisk.stat(path);
    };
    const { changes } = await watched(folder, { ...nodeDisk, stat });
    await waitFor('the pages to be reloaded', () => (changes() > 0 ? true : undefined));
  });

  test('notices the return of a folder that disappears between its look and its check', async () => {
    const folder = await theme(GOOD);
    let isAway = true;
    const read: Disk['read'] = async (...args) => (isAway ? undefined : nodeDisk.read(...args));
    const { log } = await watched(folder, { ...nodeDisk, read });
    expect(log.at('warn')).toEqual(['the theme has a problem']);
    isAway = false;
    await waitFor('its return', () => log.at('info').find((line) => line === 'the theme is back'));
  });

  test('ignores changes while the program stops', async () => {
    const folder = await theme(GOOD);
    let looking: (() => void) | undefined;
    let isStopped = false;
    const stat: Disk['stat'] = async (path) => {
      looking?.();
      if (isStopped) {
        throw new Error('the program is stopping');
      }
      return nodeDisk.stat(path);
    };
    const { log, stop } = await watched(folder, { ...nodeDisk, stat });
    await new Promise<void>((resolve) => {
      looking = () => {
        isStopped = true;
        stop.abort();
        resolve();
      };
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(log.at('warn')).toEqual([]);
  });

  test('reports a disk that does not answer once, without changes', async () => {
    const folder = await theme(GOOD);
    let unanswered = 0;
    let answers = true;
    const stat: Disk['stat'] = (path) => {
      unanswered += answers ? 0 : 1;
      const late = Object.assign(new Error('the disk is not responding'), { code: 'ETIMEDOUT' });
      return answers ? nodeDisk.stat(path) : Promise.reject(late);
    };
    const { log, changes } = await watched(folder, { ...nodeDisk, stat });
    answers = false;
    await waitFor('a few looks', () => (unanswered > 5 ? true : undefined));
    expect(changes()).toBe(0);
    expect(log.lines).toMatchObject([
      { fields: { folder, reason: 'the disk is not responding' } },
      { message: 'the theme has a problem' },
    ]);
  });

  test('reports unreadable changes once', async () => {
    const folder = await theme(GOOD);
    const { log, notices } = await watched(folder);
    await notices('a link that leads to itself', () => symlink('loop', join(folder, 'loop')));
    await notices('another change', () => appendFile(join(folder, 'index.html'), ' '));
    expect(log.at('warn')).toEqual(['cannot watch the theme folder']);
  });
});

describe('a custom theme', () => {
  test('overrides the built-in one, and is in the list', async () => {
    const folder = await theme({ ...GOOD, 'theme.json': '{"id":"mine","name":"Mine"}' });
    const { url } = await testServer({ 'theme.dir': folder });
    expect(await (await fetch(url)).text()).toBe(PAGE);
    const { themes } = (await (await fetch(`${url}api/v1/themes`)).json()) as ThemesMessage;
    expect(themes[0]).toMatchObject({ id: 'custom', name: 'Mine', path: '/', selected: true });
    // Settings call the built-in ones as their `theme.json` does.
    expect(themes.slice(1).map(({ id, name, selected }) => [id, name, selected])).toEqual(
      Object.entries(THEME_NAMES).map(([id, name]) => [id, name, false]),
    );
  });

  test('may contain a folder called art', async () => {
    const folder = await theme(GOOD);
    await mkdir(join(folder, 'art'));
    await writeFile(join(folder, 'art', 'logo.png'), 'a logo');
    const { url } = await testServer({ 'theme.dir': folder });
    expect(await (await fetch(`${url}art/logo.png`)).text()).toBe('a logo');
    expect((await fetch(`${url}art/other.png`)).status).toBe(404);
  });

  test('reloads after an edit, and reports its problems', async () => {
    const folder = await theme({ ...GOOD, 'style.css': '@import "https://fonts.example/a.css";' });
    const { socketUrl, log } = await testServer({ 'theme.dir': folder });
    const page = await openSocket(socketUrl('/api/v1/events'));
    // An edit right after the start could look older.
    await waitFor('the first look', () =>
      log.at('warn').find((message) => message === 'the theme has a problem'),
    );
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
    expect(await next.first(1)).toMatchObject([
      { type: 'snapshot', themeProblems: [expect.stringContaining('theme.json: Unexpected token')] },
    ]);
  });

  test('causes no reload after another theme was selected', async () => {
    const folder = await theme(GOOD);
    const calls: string[] = [];
    const listener = { problems: () => calls.push('problems'), changed: () => calls.push('changed') };
    const stop = new AbortController();
    const sleep = async (): Promise<void> => {
      await writeFile(join(folder, 'style.css'), 'p { color: red }');
      stop.abort();
    };
    await watchTheme(
      folder,
      stop.signal,
      { log: keptLog(), clock: { ...systemClock, sleep }, disk: nodeDisk, standIn: { isShown: false } },
      listener,
    );
    expect(calls).toEqual(['problems']);
  });

  test('is replaced by the built-in one while its folder is away', async () => {
    const folder = await theme({ ...GOOD, 'style.css': 'own', 'own.css': 'own' });
    const away = `${folder}.away`;
    later(() => rm(away, { recursive: true, force: true }));
    const { url, socketUrl, server, log } = await testServer({
      'theme.dir': folder,
      'theme.internal': 'slider',
    });
    const slider = await (await fetch(`${url}overlay/slider/`)).text();
    const page = await openSocket(socketUrl('/api/v1/events'));
    const reloads = () => page.messages.filter((message) => JSON.stringify(message).includes('"reload"'));
    const selected = async () => {
      const { themes } = (await (await fetch(`${url}api/v1/themes`)).json()) as ThemesMessage;
      return themes.find((one) => one.selected)?.id;
    };

    await rename(folder, away);
    const shown = await fetch(url);
    expect([shown.status, await shown.text()]).toEqual([200, slider]);
    expect(await (await fetch(`${url}looks/gone/`)).text()).toBe(slider);
    expect((await fetch(`${url}own.css`)).status).toBe(404);
    expect(await selected()).toBe('slider');
    await waitFor('the finding', () => server.audience.lookFindings().inUse[0]);
    expect(String(server.audience.lookFindings().inUse[0]?.finding)).toContain(folder);
    expect(reloads()).toEqual([]);
    expect(await (await openSocket(socketUrl('/api/v1/events'))).first(1)).toMatchObject([
      { themeProblems: [] },
    ]);

    await rename(away, folder);
    await waitFor('a reload', () => reloads()[0]);
    expect(await (await fetch(url)).text()).toBe(PAGE);
    expect(await selected()).toBe('custom');
    expect(server.audience.lookFindings().inUse).toEqual([]);
    expect(log.at('info')).toContain('the theme is back');
  });

  test('is replaced by the built-in one while its page cannot be read', async () => {
    const folder = await theme({ 'theme.json': '{"id":"mine","name":"Mine"}' });
    const { url } = await testServer({ 'theme.dir': folder });
    const builtIn = await (await fetch(`${url}overlay/default/`)).text();
    expect(await (await fetch(url)).text()).toBe(builtIn);
    await writeFile(join(folder, 'index.html'), PAGE);
    expect(await (await fetch(url)).text()).toBe(PAGE);
  });
});
