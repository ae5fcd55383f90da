/** The page of settings, before the real program with a file of its own. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { waitForFile } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';
import { focused, optionField } from './desk.ts';

const later = cleanUps();
const pages = testPages();

const FILE = `# mine
source: http
session.filename: ""
chat: # to the fans
  channel: "42"
  token: hunter2
`;

function start(...args: readonly string[]): Promise<StartedProgram> {
  return startProgram(['start', '--http.addr=127.0.0.1:0', '--conf=conf.yaml', ...args], {
    files: { 'conf.yaml': FILE },
  });
}

async function openPageOf(program: StartedProgram, width = 1280) {
  const url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  const { page, errors } = await pages.open(width, 900);
  await page.goto(`${url}/settings/`);
  await page.getByRole('link', { name: 'Overlay', exact: true }).waitFor();
  return { program, page, errors, file: join(program.folder, 'conf.yaml') };
}

async function open(width = 1280) {
  const program = await start();
  later(() => program.stop());
  return openPageOf(program, width);
}

const saved = (page: Page) => page.getByText('Saved.', { exact: true }).waitFor();

test('an option is found by a word, changed, saved, and set back to its default', async () => {
  const { page, errors, file } = await open();
  await page.getByLabel('Search').fill('osc.port');
  expect(await page.locator('.option:visible').count()).toBe(1);
  await page.getByText('1 option', { exact: true }).waitFor();
  await (await optionField(page, 'osc.port')).fill('9001');
  await page.getByText('One change.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  expect(await readFile(file, 'utf8')).toBe(`${FILE}osc.port: 9001\n`);
  await page.getByText('Set in conf.yaml: osc.port (line 7).').waitFor();
  await page.getByRole('button', { name: 'Use the default: Port that gets OSC' }).click();
  await page.getByText('Its default will apply: 7000.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => text === FILE);
  expect(errors).toEqual([]);
});

test('sources are called what people call them, with the names of the options beside', async () => {
  const { page } = await open();
  await page.getByLabel('Search').fill('source');
  const chosen = page.locator('.ordered li', { hasText: 'Another program' });
  expect(await chosen.locator('code').textContent()).toBe('http');
  expect(await page.locator('.option', { has: chosen }).locator('.help').first().textContent()).not.toContain(
    'mpd',
  );
  await page.getByRole('checkbox', { name: 'Denon DJ / Engine OS players' }).check();
  await page.getByRole('button', { name: 'Move Denon DJ / Engine OS players up' }).waitFor();
});

test('what is searched for in a look is changed over a preview of it', async () => {
  const { page, file } = await open();
  expect(await page.locator('.look-preview iframe').count()).toBe(0);
  await page.getByLabel('Search').fill('bigger');
  const overlay = page.frameLocator('.look-preview iframe');
  await overlay.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
  const labels = () => page.locator('.look-fields label:visible').allTextContents();
  expect(await labels()).toEqual(['Size']);
  await page.getByLabel('Size', { exact: true }).fill('1.5');
  await overlay.locator('html[data-opt-scale="1.5"]').waitFor({ state: 'attached' });
  await page.getByText('One change.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => /scale: ["']?1\.5/.test(text));
  await saved(page);
  await page.getByRole('button', { name: 'All of the look' }).click();
  expect(await labels()).toContain('Scroll long titles');
});

test('a secret is replaced and removed, and never shown', async () => {
  const { page, file } = await open();
  expect(await page.content()).not.toContain('hunter2');
  await (await optionField(page, 'chat.token')).fill('other');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => text.includes('token: other'));
  await saved(page);
  expect(await page.getByRole('button', { name: 'Remove: Webhook: key that signs' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Remove: Token of the chat bot' }).click();
  await (await optionField(page, 'chat.channel')).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => !text.includes('token'));
});

test('what is changed while a save is under way is saved with the next press', async () => {
  const { page, file } = await open();
  const held: Route[] = [];
  await page.route('**/api/v1/settings', (route) => {
    if (route.request().method() === 'PATCH' && held.length === 0) {
      held.push(route);
      return;
    }
    return route.continue();
  });
  const button = page.getByRole('button', { name: 'Save' });
  await (await optionField(page, 'osc.port')).fill('9001');
  await button.click();
  await page.getByText('Saving…').waitFor();
  await (await optionField(page, 'history.filename')).fill('h.txt');
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await held[0]?.continue();
  // Usable when the first save has been answered.
  await button.click();
  await waitForFile(file, (text) => text === `${FILE}osc.port: 9001\nhistory.filename: h.txt\n`);
});

test('a press that is under way when a save is answered counts', async () => {
  const { page, file } = await open();
  const held: Route[] = [];
  await page.route('**/api/v1/settings', (route) => {
    if (route.request().method() === 'PATCH') {
      held.push(route);
      return;
    }
    return route.continue();
  });
  await (await optionField(page, 'chat.format')).fill('$SONG$');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saving…').waitFor();
  await page.getByRole('button', { name: 'Remove: Token of the chat bot' }).hover();
  await page.mouse.down();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
  await waitForFile(file, (text) => text.includes('$SONG$'));
  await saved(page);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Keep it: Token of the chat bot' }).waitFor();
});

test('a file that cannot be written is said at its option as soon as it is saved', async () => {
  const { page, file } = await open();
  await (await optionField(page, 'history.filename')).fill(join(file, 'history.txt'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.option .wrong').getByText('Saved, but').waitFor();
  await (await optionField(page, 'history.filename')).fill('history.txt');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  expect(await page.locator('.option .wrong').getByText('Saved, but').isVisible()).toBe(false);
});

test('a file that was edited meanwhile is not overwritten; what was typed stays, and is saved the second time', async () => {
  const { page, file } = await open();
  await (await optionField(page, 'osc.port')).fill('9001');
  await writeFile(file, `${FILE}history.filename: h.txt\n`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The configuration file has changed since you read it').waitFor();
  expect(await (await optionField(page, 'history.filename')).inputValue()).toBe('h.txt');
  await page.getByRole('button', { name: 'Save' }).click();
  await saved(page);
  expect(await readFile(file, 'utf8')).toBe(`${FILE}history.filename: h.txt\nosc.port: 9001\n`);
});

test('everything goes without a mouse, on a phone', async () => {
  const { page, file } = await open(390);
  await page.getByLabel('Search').focus();
  await page.keyboard.type('detection crossfader');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('option-detection.crossfader');
  await page.keyboard.type('off');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForFile(file, (text) => text.includes('detection.crossfader: off'));
});

describe('where nothing is saved', () => {
  let program: StartedProgram;
  beforeAll(async () => {
    program = await start('--delay=3');
  });
  afterAll(() => program.stop());
  const openPage = () => openPageOf(program);

  test('what is searched for before the settings have come is found then, and nothing is said to be found', async () => {
    const { page } = await openPage();
    let answer: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/settings', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByLabel('Search').fill('bigger');
    answer?.();
    await page.getByText('1 option', { exact: true }).waitFor();
    await page.getByLabel('Search').fill('language');
    await page.getByText('No option is called that.', { exact: false }).waitFor();
    await page.getByText('The language of these pages is chosen at the end of this one.').waitFor();
  });

  test('every option of every kind has an input, and says where its value comes from', async () => {
    const { page } = await openPage();
    const names = await page.locator('.option .heading .key').allTextContents();
    expect(names).toContain('theme.options');
    expect(await page.locator('.option .inputs > :first-child').count()).toBe(names.length);
    expect(await (await optionField(page, 'delay')).isDisabled()).toBe(true);
    await page.getByText('Fixed by --delay: change it there.').waitFor();
    const types = new Set(
      await page
        .locator('.option .inputs > :first-child')
        .evaluateAll((elements) =>
          elements.map((element) => (element instanceof HTMLInputElement ? element.type : element.tagName)),
        ),
    );
    expect([...types].sort()).toEqual(
      ['OL', 'SELECT', 'TEXTAREA', 'checkbox', 'color', 'number', 'password', 'text'].sort(),
    );
  });

  test('a server that does not answer at first is asked again', async () => {
    const { page } = await openPage();
    await page.route('**/api/v1/settings', (route) => route.abort());
    await page.reload();
    await page.getByText('Connection lost. Trying again…').waitFor();
    await page.unroute('**/api/v1/settings');
    await page.locator('[id="option-osc.port"]').waitFor({ state: 'attached' });
    expect(await page.locator('#connection').textContent()).toBe('');
  });

  test('one group stands there at a time, what most people change first, and the rest behind all of it', async () => {
    const { page } = await openPage();
    const shown = () => page.locator('.option:visible .key').allTextContents();
    expect(await shown()).toEqual(['theme.internal', 'theme.options']);
    await page.getByRole('link', { name: 'Chat and Twitch' }).click();
    // The service's address is not for most people; the channel is set.
    await expect.poll(shown).toContain('chat.channel');
    expect(await shown()).not.toContain('chat.url');
    await page.getByRole('button', { name: /^Show all \d+$/ }).click();
    expect(await shown()).toContain('chat.url');
    expect(await page.getByRole('link', { name: 'Chat and Twitch' }).getAttribute('aria-current')).toBe(
      'true',
    );
    await page.goBack();
    await expect.poll(shown).toEqual(['theme.internal', 'theme.options']);
  });

  test('a refused value is told at its option, in the words of the command line, and nothing is lost', async () => {
    const { page, file } = await openPage();
    await (await optionField(page, 'osc.port')).fill('70000');
    await (await optionField(page, 'webhook.url')).fill('ftp://x');
    await page.getByRole('button', { name: 'Save' }).click();
    const wrong = page.locator('.option .wrong');
    await wrong.getByText('A port is 1 to 65535, not "70000".').waitFor();
    await wrong.getByText('An address on the web begins with http://').waitFor();
    await page.getByText('Port that gets OSC: a port is 1 to 65535, not "70000".').waitFor();
    await expect.poll(() => focused(page)).toBe('option-osc.port');
    expect(await (await optionField(page, 'osc.port')).inputValue()).toBe('70000');
    expect(await readFile(file, 'utf8')).toBe(FILE);
    await (await optionField(page, 'osc.port')).fill('9001');
    await wrong.getByText('A port is 1 to 65535').waitFor({ state: 'hidden' });
  });

  test('a regular expression is tried while it is typed', async () => {
    const { page } = await openPage();
    const row = page.locator('.option', { has: page.locator('[id="option-extract.regex.title"]') });
    await (await optionField(page, 'extract.regex.title')).fill('^(?P<title>.+) \\(');
    await row.getByText('It gives “Paper Lanterns”.').waitFor();
    await row.getByLabel('Try it on').fill('Low Tide');
    await row.getByText('It does not match.').waitFor();
    await (await optionField(page, 'extract.regex.title')).fill('(');
    const mistake = row.getByText(/missing|parenthes/i);
    await mistake.waitFor();
    // Saved, it is said in another place of the row, and there alone.
    await page.getByRole('button', { name: 'Save' }).click();
    await row
      .locator('.wrong')
      .filter({ hasText: /missing|parenthes/i })
      .waitFor();
    await expect.poll(() => mistake.count()).toBe(1);
    // The server would answer the corrected one a moment later.
    await page.route('**/api/v1/settings/check', () => new Promise(() => undefined));
    await (await optionField(page, 'extract.regex.title')).fill('(x)');
    await mistake.waitFor({ state: 'hidden' });
  });

  test('it breaks no rule and never scrolls sideways, however wide it is', async () => {
    const { page } = await openPage();
    // 640: a page of 1280 pixels at 200 %.
    for (const width of [1280, 640, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (FULL_LENGTH || width === 390) {
        expect(await accessibilityProblems(page)).toEqual([]);
      }
    }
  });
});
