import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../test/support/server.ts';
import { PATIENCE_MS } from '../../test/support/wait.ts';
import { nodeDisk } from '../host/disk/node-disk.js';
import { findFile } from './files.ts';

let outside: string;
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'deckcast-test-'));
  folder = join(outside, 'theme');
  await mkdir(join(folder, 'img'), { recursive: true });
  await mkdir(join(outside, 'theme-secret'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), '<p>theme</p>'),
    writeFile(join(folder, 'img', 'größe 1.svg'), '<svg/>'),
    writeFile(join(folder, '.env'), 'secret'),
    writeFile(join(outside, 'secret.txt'), 'secret'),
    writeFile(join(outside, 'theme-secret', 'secret.txt'), 'secret'),
    symlink(join(outside, 'secret.txt'), join(folder, 'link.txt')),
    symlink(outside, join(folder, 'up')),
    symlink(join(folder, 'index.html'), join(folder, 'home.html')),
  ]);
  server = await startServer({ 'theme.dir': folder });
});
afterAll(async () => {
  await server.stop();
  await rm(outside, { recursive: true, force: true });
});

describe('findFile', () => {
  test.each([
    ['', 'index.html'],
    ['index.html', 'index.html'],
    ['img/gr%C3%B6%C3%9Fe%201.svg', 'größe 1.svg'],
    ['home.html', 'index.html'],
  ])('finds %j', async (path, name) => {
    expect((await findFile(folder, path, nodeDisk))?.path.endsWith(name)).toBe(true);
  });

  test.each([
    ['leads up', '../secret.txt ..%2fsecret.txt %2e%2e/secret.txt ..%5csecret.txt ..\\secret.txt'],
    ['leads up after it led down, or beside', 'img/../../secret.txt ../theme-secret/secret.txt'],
    ['begins at a root', '/etc/passwd %2fetc%2fpasswd C:/secret.txt C%3A%5Csecret.txt file:secret.txt'],
    ['means another file to some systems', 'index.html%00.png index.html::$DATA index.html. index.html%20'],
    ['is a device of Windows', 'con NUL.txt com1'],
    ['is hidden, a folder, or a link that leads out', '.env img img/ link.txt up/secret.txt'],
    ['cannot be read, or names nothing', '% %ff nothing.txt'],
  ])('does not find %s: %s', async (_, paths) => {
    for (const path of paths.split(' ')) {
      expect([path, await findFile(folder, path, nodeDisk)]).toEqual([path, undefined]);
    }
  });

  test('never finds a file outside the folder', async () => {
    const part = fc.constantFrom(...'.. . %2e%2e %2f %5c \\ / up img secret.txt'.split(' '), '\0', '');
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        for (const path of [parts.join(''), parts.join('/')]) {
          expect((await findFile(folder, path, nodeDisk))?.path ?? folder).toContain(folder);
        }
      }),
    );
  });

  test('the 404 page names the overlay and looks like the other pages', async () => {
    const page = await fetch(`${server.url}no/such/thing`);
    expect(page.status).toBe(404);
    const text = await page.text();
    expect(text).toContain('<a href="/"');
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
    expect((await fetch(new URL(style, server.url))).headers.get('content-type')).toContain('text/css');
  });

  test('the listener reveals no file outside', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/up/secret.txt',
      '/link.txt',
      '//etc/passwd',
      '/.env',
    ]) {
      const { status, body } = await rawGet(path);
      expect(status, path).toBe(404);
      expect(body).not.toMatch(/secret|root:/);
    }
  });

  test('does not resend a file that the browser has', async () => {
    const first = await fetch(server.url);
    expect(first.headers.get('content-type')).toContain('text/html');
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(server.url, { headers: { 'If-None-Match': etag } });
    expect([second.status, await second.text()]).toEqual([304, '']);
  });

  test('sends a file that an editor writes and removes either whole or not at all', async () => {
    const path = join(folder, 'edited.json');
    const texts = ['{"short":1}', `{"long":"${'x'.repeat(50_000)}"}`];
    let editing = true;
    const editor = (async () => {
      for (let turn = 0; editing; turn += 1) {
        await writeFile(path, texts[turn % 2] ?? '');
        await rm(path, { force: true });
      }
    })();
    const statuses = new Set<number>();
    for (let request = 0; request < 300; request += 1) {
      const response = await fetch(`${server.url}edited.json`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      const length = Number(response.headers.get('content-length') ?? 0);
      const body = await response.arrayBuffer();
      statuses.add(response.status);
      expect(response.status === 404 || body.byteLength === length).toBe(true);
    }
    editing = false;
    await editor;
    expect(statuses).toContain(404);
  });

  test('HEAD returns the size without a body', async () => {
    const response = await fetch(server.url, { method: 'HEAD' });
    expect([response.headers.get('content-length'), await response.text()]).toEqual(['12', '']);
  });
});

/** `fetch` would normalize the path. */
function rawGet(path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: server.port, path }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}
