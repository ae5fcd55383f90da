/** Recorded set without a server. */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyLooks, looks } from '../../scripts/site/looks.js';
import { THEMES } from '../../src/web/options.ts';
import { testFolder } from '../support/folder.ts';
import { testPages } from './browser.ts';
import { LOOK_EVERY_MS, STACKED } from './frame-page.ts';

const pages = testPages();

const SITE = 'http://site.example';
const BASE = '/deckcast/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

test('every look shows tracks of the recorded set with their covers, below any folder', async () => {
  const folder = await testFolder();
  copyLooks(folder, BASE);
  const { page, errors } = await pages.open(1920, 1080);
  const elsewhere: string[] = [];
  await page.route('**', (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (origin !== SITE || !pathname.startsWith(BASE)) {
      elsewhere.push(route.request().url());
      return route.abort();
    }
    const path = pathname.slice(BASE.length).replace(/\/$/, '/index.html');
    return path === ''
      ? route.fulfill({ contentType: 'text/html', body: '' })
      : route.fulfill({ contentType: TYPES[extname(path)] ?? '', body: readFileSync(join(folder, path)) });
  });
  await page.goto(`${SITE}${BASE}`);
  const frames = looks().map(({ id }) => `<iframe name="${id}" src="${BASE}overlay/${id}/"></iframe>`);
  await page.setContent(`<style>${STACKED}</style>${frames.join('')}`);
  const titles = readFileSync(join(folder, 'feed', 'feed.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line): string[] => JSON.parse(line).message.track?.title || []);
  expect(new Set(titles).size).toBe(9);
  for (const { id } of looks()) {
    // A busy computer may show the next track before a look is examined.
    await page.frame(id)?.waitForFunction(
      (recorded) => {
        const text = document.body.textContent ?? '';
        const covers = [...document.querySelectorAll<HTMLImageElement>('img[data-bind-src="art"]')];
        return (
          document.documentElement.dataset.state === 'visible' &&
          recorded.some((title) => text.includes(title)) &&
          covers.every(({ src, naturalWidth }) => src.includes('/feed/') && naturalWidth > 0)
        );
      },
      titles,
      { polling: LOOK_EVERY_MS },
    );
  }
  expect(
    looks()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(THEMES.toSorted());
  expect(elsewhere).toEqual([]);
  expect(errors).toEqual([]);
});
