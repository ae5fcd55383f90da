import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/support/folder.ts';
import { hiddenPublication, publication } from '../../test/support/publication.ts';
import { testServer, WELL } from '../../test/support/server.ts';
import { keptSetup } from '../../test/support/setup.ts';
import { track } from '../../test/support/tracks.ts';
import type { ServerSettings } from './index.ts';

const ART = { png: new Uint8Array([137, 80, 78, 71, 1]) };

async function open(
  change: Partial<ServerSettings> = {},
  host = '192.0.2.7',
  isSetShown: Promise<void> = WELL.isSetShown,
) {
  const setup = { ...keptSetup(), host: async () => host };
  const running = await testServer(change, { ...WELL, isSetShown, setup: async () => setup });
  const get = (path: string) => fetch(`http://127.0.0.1:${running.port}/page/${path}`);
  return {
    ...running,
    show: running.server.audience.show,
    audience: running.server.audience,
    get,
    text: async (path: string) => (await get(path)).text(),
    json: async (path: string) => JSON.parse(await (await get(path)).text()),
  };
}

const named = (title: string, position: number, change = {}) =>
  publication({ position, playId: `play-${position}`, track: track({ artist: 'Ada', title }), ...change });

test("shows the track on air, earlier tracks and the DJ's links without a script", async () => {
  const { audience, get, text } = await open({
    'page.title': 'Friday <night>',
    'page.links': ['https://www.example.org/ada/'],
  });
  expect(await text('')).toContain('No track yet.');
  audience.show(named('One & only', 1));
  audience.show(named('<b>Two</b>', 2, { art: ART }));
  const answer = await get('');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=4');
  const html = await answer.text();
  expect(html).toContain('<h1 dir="auto">Friday &#60;night&#62;</h1>');
  expect(html).toContain('One &#38; only');
  expect(html).toContain('&#60;b&#62;Two&#60;/b&#62;');
  expect(html).toContain('<a href="https://www.example.org/ada/" rel="noopener">example.org/ada</a>');
  const [, picture = ''] = /<img class="cover" src="(art\/\w+\.png)"/.exec(html) ?? [];
  const art = await get(picture);
  expect(art.headers.get('cache-control')).toBe('public, max-age=60');
  expect(new Uint8Array(await art.arrayBuffer())).toEqual(ART.png);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Noch kein Titel.'],
  ['fr-FR, DE;q=0.5', 'de', 'Noch kein Titel.'],
  ['en-GB,de;q=0.5', 'en', 'No track yet.'],
  ['fr', 'en', 'No track yet.'],
])('speaks a language that the reader asks for: %s', async (asked, language, none) => {
  const { port } = await open();
  const answer = await fetch(`http://127.0.0.1:${port}/page/`, { headers: { 'Accept-Language': asked } });
  expect(answer.headers.get('vary')).toContain('Accept-Language');
  const html = await answer.text();
  expect(html).toContain(`<html lang="${language}"`);
  expect(html).toContain(`>${none}</p>`);
});

test('serves the same as JSON to any origin', async () => {
  const { audience, get, json } = await open();
  audience.show(named('One', 1));
  audience.show(named('Two', 2));
  const { version } = await json('set.json');
  expect(await json('now.json')).toMatchObject({
    version,
    track: { position: 2, artist: 'Ada', title: 'Two' },
  });
  expect((await json('set.json')).tracks).toMatchObject([{ title: 'One' }, { title: 'Two' }]);
  expect((await get('now.json')).headers.get('access-control-allow-origin')).toBe('*');
  audience.show(named('Three', 3));
  expect((await json('now.json')).version).not.toBe(version);
});

test('claims no empty list before the set that goes on is known', async () => {
  let note = (): void => undefined;
  const isSetShown = new Promise<void>((resolve) => {
    note = resolve;
  });
  const { audience, get, text } = await open({}, undefined, isSetShown);
  const answers = Promise.all(['', 'now.json', 'set.json'].map(text));
  await get('qr.svg');
  audience.show(named('One', 1));
  note();
  expect(await answers).toEqual(['', '', ''].map(() => expect.stringContaining('One')));
});

test('removes a hidden track and its picture from every file at once', async () => {
  const { audience, get, text } = await open();
  audience.show(named('Secret', 1, { art: ART }));
  const [, picture = ''] = /<img class="cover" src="(art\/\w+\.png)"/.exec(await text('')) ?? [];
  audience.show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  for (const path of ['', 'now.json', 'set.json']) {
    expect(await text(path)).not.toContain('Secret');
  }
  expect((await get(picture)).status).toBe(404);
  audience.show(named('Two', 2));
  audience.show(named('Three', 3));
  audience.changeEarlier(hiddenPublication({ kind: 'hide', position: 2, playId: 'play-2' }));
  expect(await text('set.json')).not.toContain('Two');
});

test('tells other services about the track on air with its cover, as long as it is not hidden', async () => {
  const { audience, text } = await open({ 'page.address': 'https://example.org/tonight/' });
  audience.show(named('Secret', 1, { art: ART }));
  const shown = await text('');
  expect(shown).toContain('<meta property="og:description" content="Ada - Secret">');
  expect(shown).toMatch(/property="og:image" content="https:\/\/example\.org\/tonight\/art\/\w+\.png"/);
  audience.show(hiddenPublication({ kind: 'hide', position: 1, playId: 'play-1' }));
  const hidden = await text('');
  expect(hidden).not.toMatch(/Secret|og:image|og:description|\bID\b/);
  expect(hidden).toContain('<b class="title" dir="auto" data-word="guest.unnamed">Unnamed track</b>');
});

test('keeps the covers of earlier tracks, up to a number of bytes', async () => {
  const { audience, json } = await open({ 'page.delay': 0 });
  const large = { png: new Uint8Array(5 * 1024 * 1024) };
  for (const position of [1, 2, 3, 4]) {
    audience.show(named(`Track ${position}`, position, { art: large }));
  }
  const { tracks } = await json('set.json');
  expect(tracks.map(({ art }: { art: string | null }) => art !== null)).toEqual([false, true, true, true]);
});

test("shows the DJ's logo and color, from this server alone", async () => {
  const logo = join(await testFolder(), 'my mark.svg');
  await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const { change, get, text } = await open({ 'page.logo': logo, 'page.color': '0099cc' });
  const html = await text('');
  expect(html).toContain('<img class="logo" src="logo.svg" alt="">');
  expect(html).toContain('<link rel="stylesheet" href="brand.css">');
  expect(await text('brand.css')).toContain('--brand: #0099cc');
  const picture = await get('logo.svg');
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  change({ 'page.logo': '' });
  expect((await get('logo.svg')).status).toBe(404);
  expect(await text('')).not.toContain('logo');
});

test('shows no logo once its file is not a picture', async () => {
  const logo = join(await testFolder(), 'mark.png');
  await writeFile(logo, 'no picture');
  const { get, text } = await open({ 'page.logo': logo });
  expect((await get('logo.png')).status).toBe(404);
  expect(await text('')).not.toContain('logo.png');
});

test('shows a track after the configured delay', async () => {
  const { audience, change, json } = await open({ 'page.delay': 600_000 });
  audience.show(named('One', 1));
  expect((await json('now.json')).track).toBe(null);
  change({ 'page.delay': 0 });
  expect((await json('now.json')).track.title).toBe('One');
});

test('shows a QR code with the reachable address, and none without one', async () => {
  const alone = await open();
  expect((await alone.get('qr.svg')).status).toBe(204);
  alone.change({ 'page.address': 'https://example.org/tonight/' });
  const code = await alone.get('qr.svg');
  expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const everywhere = await open({ 'http.addr': { host: '0.0.0.0', port: 0 } });
  expect((await everywhere.get('qr.svg')).status).toBe(200);
  const offline = await open({ 'http.addr': { host: '0.0.0.0', port: 0 } }, '127.0.0.1');
  expect((await offline.get('qr.svg')).status).toBe(204);
});
