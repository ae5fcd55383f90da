import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { POLICIES } from '../src/web/headers.ts';
import { afterTest } from './support/clean-up.ts';
import { filesBelow, ROOT } from './support/files.ts';
import { startFrom } from './support/program.ts';

async function pages(): Promise<string> {
  const program = await startFrom('http');
  afterTest(() => program.stop());
  return /help=(\S+)help\//.exec(await program.waitForLine('pages ready'))?.[1] ?? '';
}

const all = (html: string, expression: RegExp): string[] =>
  [...html.matchAll(expression)].map(([, found = '']) => found.replaceAll('&#38;', '&'));

test('every link, picture and anchor of a help page exists', async () => {
  const base = await pages();
  const found = new Map<string, { readonly html: string; readonly response: Response }>();
  const get = async (path: string) => {
    const known = found.get(path);
    if (known !== undefined) {
      return known;
    }
    const response = await fetch(new URL(path, base));
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    const html = isPage ? await response.text() : '';
    const got = { html, response };
    found.set(path, got);
    return got;
  };
  const lost: string[] = [];
  const waiting = ['/help/'];
  for (const path of waiting) {
    const { html } = await get(path);
    for (const link of all(html, /(?:href|src)="([^"]*)"/g).filter((to) => !/^[a-z]+:/.test(to))) {
      const url = new URL(link, new URL(path, base));
      const isNew = !found.has(url.pathname);
      const { response, html: there } = await get(url.pathname);
      const isThere = url.hash === '' || there.includes(`id="${decodeURIComponent(url.hash.slice(1))}"`);
      if (response.status !== 200 || !isThere) {
        lost.push(`${path}: ${link}`);
      }
      if (isNew && url.pathname.startsWith('/help/') && there !== '') {
        waiting.push(url.pathname);
      }
    }
  }
  expect(lost).toEqual([]);
  const guides = filesBelow(join(ROOT, 'docs/guide'), '.md').map((file) => `/help/${basename(file, '.md')}`);
  expect(guides.filter((path) => !waiting.includes(path))).toEqual([]);
  for (const path of waiting) {
    const { html, response } = await get(path);
    expect(response.headers.get('content-security-policy')).toBe(POLICIES.page);
    // The policy allows the script that begins each page.
    const rest = html.replace(/<head><script>.*?<\/script>/s, '');
    expect(rest).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style="/);
    const ids = all(html, /\sid="([^"]*)"/g);
    expect(ids).toEqual([...new Set(ids)]);
  }
});

test('help links of the program lead to existing pages, and no user-facing text names a source file', () => {
  const texts = ['src', 'packages', 'dashboard', 'live', 'themes', 'bin', 'scripts/package/files'].flatMap(
    (folder) =>
      ['.ts', '.js', '.html', '.txt', '.sh', '.cmd', '.desktop'].flatMap((ending) =>
        filesBelow(join(ROOT, folder), ending),
      ),
  );
  const guides = filesBelow(join(ROOT, 'docs/guide'), '.md').map((file) => basename(file, '.md'));
  const said = texts
    .filter((file) => !file.endsWith('.test.ts'))
    .concat(join(ROOT, 'texts/en.json'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '') }));
  const named = said.flatMap(({ text }) => all(text, /\/help\/([a-z-]+)(?![\w.])/g));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !guides.includes(name))).toEqual([]);
  expect(
    said.filter(({ text }) => /docs\/guide|packages\/\w+\/\w+\.md/.test(text)).map(({ file }) => file),
  ).toEqual([]);
});
