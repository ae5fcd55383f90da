/** The pages in German, before the real program: nothing on them is English, and nothing is cut on a phone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEXTS as GERMAN } from '../../dashboard/texts/de.js';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import { unfold } from './accessibility.ts';
import { testPages } from './browser.ts';

const pages = testPages();

/** Words that no German text has. */
const ENGLISH =
  /\b(the|and|of|with|not|from|this|that|your|you|when|which|where|has|have|are|is|to|its?|by|for|only|used)\b/i;
/** What people wrote, or what a program takes as it is written. */
const AS_IT_IS = 'code, .key, option, [lang="en"]';

let program: StartedProgram;
let url: string;
/** One for all: the browser that came first may change settings. */
let page: Page;

beforeAll(async () => {
  const settings = ['source: http,softa,osc', 'softa.filename: none/now.txt', 'osc.in.addr: 127.0.0.1:0'];
  program = await startProgram(['start', '--http.addr=127.0.0.1:0', '--conf=conf.yaml'], {
    files: { 'conf.yaml': `${settings.join('\n')}\n` },
  });
  url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const context = await pages.browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
});
afterAll(() => program.stop());

/** Visible texts, and those that are heard alone, that have English words, or that the table has in German. */
async function english(): Promise<readonly string[]> {
  const texts = await page.evaluate((asItIs) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node.parentElement?.checkVisibility() && node.parentElement.closest(asItIs) === null) {
        found.push(node.nodeValue ?? '');
      }
    }
    for (const name of ['aria-label', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (element.closest(asItIs) === null) {
          found.push(element.getAttribute(name) ?? '');
        }
      }
    }
    return found.map((text) => text.trim().replace(/\s+/g, ' '));
  }, AS_IT_IS);
  const isLeft = (text: string): boolean => text in GERMAN && GERMAN[text] !== text;
  return [...new Set(texts)].filter((text) => ENGLISH.test(text) || isLeft(text));
}

/** What is wider than its place. */
function cut(): Promise<readonly (string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, h2, summary, label, p, strong, li')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.textContent),
  );
}

async function isWholeAndGerman(): Promise<void> {
  expect(await english()).toEqual([]);
  expect(await cut()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

test('the set-up page, with the cards of all sources and outputs', async () => {
  await page.goto(`${url}/setup/`);
  await page.getByRole('button', { name: 'Etwas anderes' }).click();
  await page.locator('#sinks .card').first().waitFor({ state: 'attached' });
  await page.locator('#look-options .field').first().waitFor({ state: 'attached' });
  await unfold(page);
  await page.getByText('Player von Denon DJ / Engine OS').waitFor();
  await isWholeAndGerman();
});

test('the settings, with all options, which are found in German and in English', async () => {
  await page.goto(`${url}/settings/`);
  await page.getByRole('link', { name: 'Overlay', exact: true }).waitFor();
  for (const link of await page.locator('#topics a').all()) {
    await link.click();
    await expect.poll(() => link.getAttribute('aria-current')).toBe('true');
    const all = page.getByRole('button', { name: /^Alle \d+ zeigen$/ });
    if (await all.isVisible()) {
      await all.click();
    }
    await isWholeAndGerman();
  }
  for (const [query, name] of [
    ['größer', 'theme.options'],
    ['bigger', 'theme.options'],
    ['Telefon', 'http.token'],
    ['Titelliste', 'history.filename'],
    ['tracklist', 'history.filename'],
  ] as const) {
    await page.getByLabel('Suche').fill(query);
    await expect.poll(() => page.locator('.option:visible .key').first().textContent()).toBe(name);
  }
});

test('the operator’s page, with what its sources say', async () => {
  await page.goto(`${url}/dashboard/`);
  await page.getByRole('button', { name: 'Verbergen', exact: true }).waitFor();
  await unfold(page);
  await page.getByText('Quelle: Ein anderes Programm', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Untersuchen' }).click();
  await page.getByText('Zu tun:', { exact: false }).first().waitFor();
  await isWholeAndGerman();
  await page.getByLabel('Sprache (Language)').selectOption('English');
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Verbergen', exact: true }).waitFor();
});

test('why a track is hidden, and that the audience sees nothing of it, on a phone', async () => {
  const post = (verb: string, body: object) =>
    fetch(`${url}/api/v1/${verb}`, { method: 'POST', body: JSON.stringify(body) });
  await page.goto(`${url}/dashboard/`);
  await post('track', { artist: 'Ada', title: 'Blau' });
  // In the list it comes a moment later.
  await page.locator('#now-title', { hasText: 'Blau' }).waitFor();
  await post('hide', {});
  const why = page.locator('#now-artist');
  await expect
    .poll(() => why.textContent())
    .toBe('Vom Bediener verborgen. Das Publikum sieht nichts von diesem Titel.');
  expect(await why.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  await isWholeAndGerman();
});

test('the looks, with what is said of one that is saved or imported', async () => {
  // They are as they are in any language, and twenty pages.
  await page.route('**/overlay/*/?*demo=*', (route) => route.abort());
  await page.goto(`${url}/overlay/`);
  await page.getByLabel('Runde Ecken').waitFor();
  await isWholeAndGerman();
  const importing = page.getByLabel('Eine Datei importieren');
  await importing.setInputFiles({
    name: 'no.look.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  });
  await page.getByText('Diese Datei ist kein Look.').waitFor();
  await page.getByRole('button', { name: 'Als meinen Look speichern' }).click();
  await page.getByText('Ein Name hat bis zu 40', { exact: false }).waitFor();
  await page.getByLabel('Name deines Looks').fill('Freitag');
  await page.getByRole('button', { name: 'Als meinen Look speichern' }).click();
  await page.getByText('Als „Freitag“ gespeichert.').waitFor();
  await isWholeAndGerman();
  await page.getByRole('button', { name: 'Freitag entfernen' }).click();
  await page.getByText('„Freitag“ entfernt.').waitFor();
});
