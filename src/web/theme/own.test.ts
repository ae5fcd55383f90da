import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../test/support/server.ts';
import type { ThemesMessage } from '../wire/themes.ts';

let above: string;
let server: RunningServer;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  const folder = join(above, 'brand');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await Promise.all([
    writeFile(join(folder, 'Gotham-Bold.woff2'), 'bold'),
    writeFile(join(folder, 'Gotham-Light.OTF'), 'light'),
    writeFile(join(folder, 'Old "Face" 2.ttf'), 'face'),
    writeFile(join(folder, 'logo weiß.png'), 'png'),
    writeFile(join(folder, 'mark.svg'), '<svg/>'),
    writeFile(join(folder, 'notes.txt'), 'secret'),
    writeFile(join(folder, '.hidden.png'), 'secret'),
    writeFile(join(folder, 'sub', 'inner.png'), 'secret'),
    writeFile(join(above, 'outside.png'), 'secret'),
    symlink(join(above, 'outside.png'), join(folder, 'link.png')),
  ]);
  server = await startServer({ 'theme.files': folder });
});
afterAll(async () => {
  await server.stop();
  await rm(above, { recursive: true, force: true });
});

const get = (path: string): Promise<Response> => fetch(`${server.url}own/${path}`);

test("groups the folder's fonts into families with weights, by file name", async () => {
  const response = await get('fonts.css');
  const sheet = await response.text();
  expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
  expect(sheet.match(/font-(?:family|weight): .*|src: .*/g)).toEqual([
    'font-family: "Gotham";',
    'font-weight: 700;',
    'src: url("Gotham-Bold.woff2") format("woff2");',
    'font-family: "Gotham";',
    'font-weight: 300;',
    'src: url("Gotham-Light.OTF") format("opentype");',
    'font-family: "Old \\22 Face\\22  2";',
    'font-weight: 100 900;',
    'src: url("Old%20%22Face%22%202.ttf") format("truetype");',
  ]);
});

test('lists families and pictures for the gallery', async () => {
  const { own } = (await (await fetch(`${server.url}api/v1/themes`)).json()) as ThemesMessage;
  expect(own.fonts).toEqual(['Gotham', 'Old "Face" 2']);
  expect(own.pictures).toEqual(expect.arrayContaining(['logo weiß.png', 'mark.svg']));
});

test('serves fonts and pictures to any origin, and neutralizes scripts in pictures', async () => {
  const font = await get('Gotham-Bold.woff2');
  expect([await font.text(), font.headers.get('Access-Control-Allow-Origin')]).toEqual(['bold', '*']);
  expect(await (await get('logo%20wei%C3%9F.png')).text()).toBe('png');
  expect((await get('mark.svg')).headers.get('Content-Security-Policy')).toContain('sandbox');
});

test.each([
  'notes.txt',
  '.hidden.png',
  'sub/inner.png',
  'sub%2Finner.png',
  '..%2Foutside.png',
  'link.png',
  'none.png',
  '',
])('does not serve %j', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('returns no fonts, without an error, if the folder is unset or missing', async () => {
  for (const folder of ['', join(above, 'gone')]) {
    const bare = await startServer({ 'theme.files': folder });
    const request = (path: string): Promise<Response> => fetch(`${bare.url}${path}`);
    expect(await (await request('own/fonts.css')).text()).toBe('');
    const { own } = (await (await request('api/v1/themes')).json()) as ThemesMessage;
    expect(own).toEqual({ fonts: [], pictures: [] });
    expect((await request('own/logo.png')).status).toBe(404);
    await bare.stop();
  }
});
