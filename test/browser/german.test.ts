/** Real program: no English, no text cut on a phone, and nothing that lies over something else on a desktop. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import TEXTS from '../../texts/english/de.json' with { type: 'json' };
import options from '../../texts/options/de.json' with { type: 'json' };
import titles from '../../texts/options/en.json' with { type: 'json' };
import germanWords from '../../texts/pages/de.json' with { type: 'json' };
import englishWords from '../../texts/pages/en.json' with { type: 'json' };
import { type StartedProgram, startProgram } from '../support/program.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import { unfold } from './accessibility.ts';
import { testPages } from './browser.ts';

const pages = testPages();

const GERMAN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(pairs(titles, options)),
  ...Object.fromEntries(pairs(englishWords, germanWords)),
  ...TEXTS,
};

function pairs(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) {
  return Object.entries(one).map(([id, text]) => [text, other[id] ?? text] as const);
}

const ENGLISH =
  /\b(the|and|of|with|not|from|this|that|your|you|when|which|where|has|have|are|is|to|its?|by|for|only|used)\b/i;
/** User input and text to be typed as it is. */
const AS_IT_IS = 'code, .key, option, [lang="en"]';

/** Rejects every password. */
const refusing = createServer((_, response) => response.writeHead(401).end());

/** Nothing listens on port 2. */
const FAILING = ['webhook.url: http://127.0.0.1:2/', 'os2l.addr: 127.0.0.1:2'];

let program: StartedProgram;
let url: string;
/** The first browser may change settings. */
let page: Page;

beforeAll(async () => {
  await new Promise<void>((resolve) => void refusing.listen(0, '127.0.0.1', resolve));
  const { port } = refusing.address() as AddressInfo;
  const settings = [
    'source: http,softa,osc,mpd,virtualdj',
    'softa.filename: none/now.txt',
    'osc.in.addr: 127.0.0.1:0',
    'mpd.addr: 127.0.0.1:2',
    'virtualdj.url: http://127.0.0.1:2',
    ...FAILING,
    `radio.url: "icecast://dj:secret@127.0.0.1:${port}/live"`,
    'page.url: http://dj:secret@127.0.0.1:2/',
    'obs.url: ws://127.0.0.1:2',
  ];
  program = await startProgram(['start', '--http.addr=127.0.0.1:0', '--conf=conf.yaml'], {
    files: { 'conf.yaml': `${settings.join('\n')}\n` },
  });
  url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const context = await pages.browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
});
afterAll(async () => {
  refusing.close();
  await program.stop();
});

/** Visible or for screen readers, with English words or a German version. */
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

/** Wider than their container. */
function cut(): Promise<readonly (string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, h2, summary, label, p, strong, li')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => element.textContent),
  );
}

/** Buttons and fields that lie over others. */
function overlaps(): Promise<readonly string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('main :is(button, select, input, summary)')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    return all.flatMap(({ element, box }, at) =>
      all
        .slice(at + 1)
        .filter(({ element: other }) => !element.contains(other) && !other.contains(element))
        .filter(
          ({ box: { left, right, top, bottom } }) =>
            Math.min(right, box.right) - Math.max(left, box.left) > 1 &&
            Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1,
        )
        .map(({ element: other }) => `${element.textContent} over ${other.textContent}`),
    );
  });
}

async function isWholeAndGerman(): Promise<void> {
  expect(await english()).toEqual([]);
  expect(await cut()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
}

test('the set-up page is German, with the cards of all sources and outputs', async () => {
  await page.goto(`${url}/setup/`);
  await page.getByRole('button', { name: 'Etwas anderes' }).click();
  await page.getByText('Ein Programm, das OSC sendet').waitFor();
  for (const [step, part] of [
    ['Geräte', '#sources .card'],
    ['Look', '#look-options .field'],
    ['OBS', '#obs-url'],
    ['Weitere Ziele', '#sinks .card'],
    ['Jeder Auftritt', '#start'],
  ] as const) {
    await page.getByRole('link', { name: new RegExp(`^\\d ${step}`) }).click();
    await page.locator(part).first().waitFor({ state: 'attached' });
    await unfold(page);
    await isWholeAndGerman();
    if (step === 'Weitere Ziele') {
      const card = page.locator('[data-sink=page]');
      await card.getByLabel('Webserver, der die Seite bekommt').fill('/var/www/');
      await card.getByRole('button', { name: /^Speichern/ }).click();
      await card.getByText('die Adresse eines Webservers oder Speichers').waitFor();
      await isWholeAndGerman();
    }
  }
});

test('the settings are German, with all options, and can be searched in both languages', async () => {
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
    ['Telefon', 'http.phone_token'],
    ['Titelliste', 'history.filename'],
    ['tracklist', 'history.filename'],
  ] as const) {
    await page.getByLabel('Suche').fill(query);
    await expect.poll(() => page.locator('.option:visible .key').first().textContent()).toBe(name);
  }
});

test('the operator’s page is German, with the messages of its sources', async () => {
  await page.goto(`${url}/dashboard/`);
  await page.getByRole('button', { name: 'Verbergen', exact: true }).waitFor();
  await page.locator('#chain', { hasText: 'Ein anderes Programm' }).waitFor();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await isWholeAndGerman();
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await overlaps()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
  }
  await fetch(`${url}/api/v1/track`, {
    method: 'POST',
    body: JSON.stringify({ artist: 'Ada', title: 'Grün' }),
  });
  const health = async () =>
    (await (await fetch(`${url}/api/v1/health`)).json()) as { sinks: { lastError?: string }[] };
  await expect
    .poll(async () => (await health()).sinks.filter(({ lastError }) => lastError !== undefined).length)
    // And the radio and the page.
    .toBe(FAILING.length + 2);
  await page.reload();
  await page.locator('#chain', { hasText: 'der Webhook ist nicht erreichbar' }).waitFor();
  await isWholeAndGerman();
  await page.getByRole('tab', { name: 'Prüfung' }).click();
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await page.getByText('Zu tun:', { exact: false }).first().waitFor();
  await isWholeAndGerman();
  await page.getByLabel('Sprache (Language)').selectOption('English');
  await page.getByRole('button', { name: 'Hide', exact: true }).waitFor();
  await expect.poll(() => page.locator('.set time').first().textContent()).toMatch(/[AP]M$/);
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('button', { name: 'Verbergen', exact: true }).waitFor();
});

test('the operator’s page is German on a phone, with the reason why a track is hidden', async () => {
  const post = (verb: string, body: object) =>
    fetch(`${url}/api/v1/${verb}`, { method: 'POST', body: JSON.stringify(body) });
  await page.goto(`${url}/dashboard/`);
  await post('track', { artist: 'Ada', title: 'Blau' });
  await page.locator('#now-title', { hasText: 'Blau' }).waitFor();
  await post('hide', {});
  const why = page.locator('#now-artist');
  await expect.poll(() => why.textContent()).toBe('Von Hand verborgen.');
  expect(await why.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
  await isWholeAndGerman();
});

test('a missing page and the page for guests are German', async () => {
  await page.goto(`${url}/help/nothing-here`);
  await page.getByRole('heading', { name: 'Hier ist nichts' }).waitFor();
  expect(await page.title()).toBe('Hier ist nichts · deckcast');
  await isWholeAndGerman();
  // As on a web server that gives every reader the same file.
  await page.route('**/page/', async (route) =>
    route.fulfill({
      response: await route.fetch({ headers: { ...route.request().headers(), 'accept-language': 'fr' } }),
    }),
  );
  await page.goto(`${url}/page/`);
  await page.getByText('Gemacht mit').waitFor();
  await isWholeAndGerman();
  await page.unroute('**/page/');
});

test('the gallery is German, with its messages after a save and an import', async () => {
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
  await page.getByRole('button', { name: 'Zu meinen Looks speichern' }).click();
  await page.getByText('Gib dem Look zuerst einen Namen.').waitFor();
  await page.getByLabel('Name deines Looks').fill('Freitag');
  await page.getByRole('button', { name: 'Zu meinen Looks speichern' }).click();
  await page.getByText('Als „Freitag“ gespeichert.').waitFor();
  await isWholeAndGerman();
  page.once('dialog', (question) => question.accept());
  await page.getByRole('button', { name: 'Freitag entfernen' }).click();
  await page.getByText('„Freitag“ ist entfernt.').waitFor();
});
