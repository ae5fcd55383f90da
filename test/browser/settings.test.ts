import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { FULL_LENGTH } from '../support/full-length.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { PATIENCE_MS, waitForFile } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { resize, testPages, watchErrors } from './browser.ts';
import { focused, optionField } from './desk.ts';

const pages = testPages();

const FILE = `# mine
source: http
session.filename: ""
chat: # to the fans
  channel: "42"
  token: hunter2
`;

let program: StartedProgram;
let page: Page;
let errors: string[];
let file: string;
/**
 * One page of one program for all tests, because opening it costs more than most of them. The file keeps each test's
 * saves.
 */
beforeAll(async () => {
  program = await startProgram(['start', '--http.addr=127.0.0.1:0', '--conf=conf.yaml', '--delay=3'], {
    files: { 'conf.yaml': FILE },
  });
  file = join(program.folder, 'conf.yaml');
  const url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await program.waitForLine('overlay ready'))?.[1] ?? '';
  page = await pages.browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  errors = watchErrors(page);
  await page.goto(`${url}/settings/`);
  await page.getByRole('link', { name: 'Overlay', exact: true }).waitFor();
});
afterAll(() => program.stop());

/** Resolves to the file's content. */
async function open(width = 1280): Promise<string> {
  errors.length = 0;
  await page.unrouteAll();
  await page.setViewportSize({ width, height: 900 });
  await page.getByLabel('Search').fill('');
  return readFile(file, 'utf8');
}

async function holdSave() {
  const held: Route[] = [];
  await page.route('**/api/v1/settings', (route) => {
    if (route.request().method() === 'PATCH' && held.length === 0) {
      held.push(route);
      return;
    }
    return route.continue();
  });
  return async () => {
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
  };
}

const saved = () => page.getByText('Saved.', { exact: true }).waitFor();

test('one group is shown at a time, its common options first, the rest behind all of it', async () => {
  await open();
  const shown = () => page.locator('.option:visible .key').allTextContents();
  expect(await shown()).toEqual(['theme.internal', 'theme.options']);
  await page.getByRole('link', { name: 'Chat and Twitch' }).click();
  // The service's address is an advanced option; the channel is common.
  await expect.poll(shown).toContain('chat.channel');
  expect(await shown()).not.toContain('chat.url');
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
  expect(await shown()).toContain('chat.url');
  expect(await page.getByRole('link', { name: 'Chat and Twitch' }).getAttribute('aria-current')).toBe('true');
  await page.goBack();
  await expect.poll(shown).toEqual(['theme.internal', 'theme.options']);
});

test('an unknown anchor shows the first group', async () => {
  await open();
  for (const nothing of ['100%', 'Nothing']) {
    await page.getByRole('link', { name: 'Chat and Twitch' }).click();
    await expect.poll(() => page.locator('.option:visible .key').first().textContent()).toBe('chat.service');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, nothing);
    await expect
      .poll(() => page.locator('.option:visible .key').first().textContent())
      .toBe('theme.internal');
  }
  expect(errors).toEqual([]);
});

test('an option is found by a word, changed, saved, and set back to its default', async () => {
  const before = await open();
  await page.getByLabel('Search').fill('osc.port');
  await expect.poll(() => page.locator('.option:visible').count()).toBe(1);
  await page.getByText('1 option', { exact: true }).waitFor();
  await (await optionField(page, 'osc.port')).fill('9001');
  await page.getByText('One change.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await saved();
  expect(await readFile(file, 'utf8')).toBe(`${before}osc.port: 9001\n`);
  await page.getByText('Set in conf.yaml: osc.port (line 7).').waitFor();
  await page.getByRole('button', { name: 'Use the default: Port that gets OSC' }).click();
  await page.getByText('Its default will apply: 7000.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => text === before);
  await saved();
  expect(errors).toEqual([]);
});

test('every kind of option has an input, and shows the origin of its value', async () => {
  await open();
  const types = new Set<string>();
  for (const group of await page.locator('.topics a').all()) {
    await group.click();
    await page.locator('.topics [aria-current]', { hasText: (await group.textContent()) ?? '' }).waitFor();
    const names = await page.locator('.option .heading .key').allTextContents();
    const inputs = page.locator('.option .inputs > :first-child');
    expect(await inputs.count()).toBe(names.length);
    const found = await inputs.evaluateAll((elements) =>
      elements.map((element) => (element instanceof HTMLInputElement ? element.type : element.tagName)),
    );
    for (const type of found) {
      types.add(type);
    }
    const all = page.getByRole('button', { name: /^Show all \d+$/ });
    if (await all.isVisible()) {
      await all.click();
    }
  }
  expect(await (await optionField(page, 'delay')).isDisabled()).toBe(true);
  await page.getByText('Fixed by --delay: change it there.').waitFor();
  expect([...types].sort()).toEqual(
    ['OL', 'SELECT', 'TEXTAREA', 'checkbox', 'color', 'number', 'password', 'text'].sort(),
  );
});

test('a logo is chosen as a file of this computer, which deckcast keeps', async () => {
  await open();
  const field = await optionField(page, 'page.logo');
  const row = page.locator('.option', { has: field });
  const picked = row.getByLabel('Choose a file…');
  const choose = (name: string, content: string) =>
    picked.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  await choose('logo.png', 'no picture');
  await row.getByText('logo.png: This file is damaged, or not a PNG, JPEG, WebP or SVG picture').waitFor();
  expect(await field.inputValue()).toBe('');
  await choose('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const kept = join(program.folder, 'deckcast-logo.svg');
  await expect.poll(() => field.inputValue()).toBe(kept);
  expect(await readFile(kept, 'utf8')).toContain('<svg');
  await page.getByText('One change.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => text.includes('deckcast-logo.svg'));
  await saved();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('sources have everyday names with their option names', async () => {
  await open();
  await page.getByLabel('Search').fill('source');
  const chosen = page.locator('.ordered li', { hasText: 'Another program' });
  expect(await chosen.locator('code').textContent()).toBe('http');
  expect(await page.locator('.option', { has: chosen }).locator('.help').first().textContent()).not.toContain(
    'mpd',
  );
  await page.getByRole('checkbox', { name: 'Denon DJ / Engine OS players' }).check();
  await page.getByRole('button', { name: 'Move Denon DJ / Engine OS players up' }).waitFor();
  await page.getByRole('checkbox', { name: 'Denon DJ / Engine OS players' }).uncheck();
});

test('the theme is shown with the name of the saved look that is in use', async () => {
  const own = await startProgram(['start', '--http.addr=127.0.0.1:0', '--conf=conf.yaml'], {
    files: {
      'conf.yaml':
        'source: http\ntheme.internal: artleft\ntheme.options: {accent: "#00ff00"}\ntheme.looks: {Friday: "artleft?accent=00ff00"}\n',
    },
  });
  onTestFinished(async () => {
    await own.stop();
  });
  const url = /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await own.waitForLine('overlay ready'))?.[1] ?? '';
  const { page: settings } = await pages.open(1280, 900);
  await settings.goto(`${url}/settings/#theme.internal`);
  await settings.getByText('In use: your saved look “Friday”.').waitFor();
});

test('an option of a look is found and changed next to a preview', async () => {
  await open();
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
  await saved();
  await page.getByRole('button', { name: 'All of the look' }).click();
  expect(await labels()).toContain('Scroll long titles');
});

test('a logo of a look is refused in its field unless its file is there', async () => {
  await open();
  await page.getByLabel('Search').fill('brand');
  const fields = page.locator('.look-fields');
  const logo = fields.getByLabel('Your logo');
  const options = await page.locator('[id="option-theme.options"]').inputValue();
  const changed = async () => (await page.locator('[id="option-theme.options"]').inputValue()) !== options;
  await logo.fill('missing.svg');
  await fields.getByText('The folder of your files has no pictures').waitFor();
  expect([await logo.inputValue(), await logo.getAttribute('aria-invalid'), await changed()]).toEqual([
    'missing.svg',
    'true',
    false,
  ]);
  await fields.getByLabel('Choose a file…').setInputFiles({
    name: 'mark.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect.poll(() => logo.inputValue()).toBe('mark.svg');
  await expect.poll(changed).toBe(true);
  await logo.fill('other.svg');
  await fields.getByText('has no picture “other.svg”. Put it there, or choose one of: mark.svg.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await logo.fill('');
  await expect.poll(changed).toBe(false);
  expect(await fields.getByText('has no picture').count()).toBe(0);
});

test('a press during the answer to a save counts', async () => {
  await open();
  const goOn = await holdSave();
  await (await optionField(page, 'chat.format')).fill('$SONG$');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saving…').waitFor();
  await page.getByRole('button', { name: 'Remove: Token of the chat bot' }).hover();
  await page.mouse.down();
  await goOn();
  await waitForFile(file, (text) => text.includes('$SONG$'));
  await saved();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Keep it: Token of the chat bot' }).click();
});

test('a secret is replaced and removed, and never shown', async () => {
  await open();
  expect(await page.content()).not.toContain('hunter2');
  await (await optionField(page, 'chat.token')).fill('other');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => text.includes('token: other'));
  await saved();
  expect(await page.getByRole('button', { name: 'Remove: Webhook: key that signs' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Remove: Token of the chat bot' }).click();
  await (await optionField(page, 'chat.channel')).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => !text.includes('token'));
  await saved();
});

test('a change during a save goes with the next save', async () => {
  const before = await open();
  const goOn = await holdSave();
  const button = page.getByRole('button', { name: 'Save' });
  await (await optionField(page, 'osc.port')).fill('9001');
  await button.click();
  await page.getByText('Saving…').waitFor();
  const history = join(dirname(file), 'h.txt');
  await (await optionField(page, 'history.filename')).fill(history);
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await goOn();
  // Enabled again when the first save was answered.
  await button.click();
  await waitForFile(file, (text) => text === `${before}osc.port: 9001\nhistory.filename: ${history}\n`);
  await saved();
});

test('a file that cannot be written is reported at its option after the save', async () => {
  await open();
  await (await optionField(page, 'history.filename')).fill(join(file, 'history.txt'));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.option .wrong').getByText('Saved, but').waitFor();
  await (await optionField(page, 'history.filename')).fill(join(dirname(file), 'history.txt'));
  await page.getByRole('button', { name: 'Save' }).click();
  await saved();
  expect(await page.locator('.option .wrong').getByText('Saved, but').isVisible()).toBe(false);
});

test('a file edited meanwhile is not overwritten; the input stays and the second save works', async () => {
  const before = await open();
  await (await optionField(page, 'osc.port')).fill('9002');
  await writeFile(file, `${before}page.title: Friday\n`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Nothing saved: the configuration file changed').waitFor();
  expect(await (await optionField(page, 'page.title')).inputValue()).toBe('Friday');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(file, (text) => text.includes('osc.port: 9002'));
  await saved();
  expect(await readFile(file, 'utf8')).toContain('page.title: Friday\n');
});

test('a problem of the file disappears once it is mended outside the page; the input stays', async () => {
  const before = await open();
  await writeFile(file, `${before}obs: [\n`);
  await page.reload();
  const problems = page.getByRole('list', { name: 'What is wrong' }).getByRole('listitem');
  await problems.first().waitFor();
  await (await optionField(page, 'osc.port')).fill('9004');
  await writeFile(file, before);
  await problems.first().waitFor({ state: 'detached' });
  expect(await (await optionField(page, 'osc.port')).inputValue()).toBe('9004');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('the page works without a mouse, on a phone', async () => {
  await open(390);
  await page.getByLabel('Search').focus();
  await page.keyboard.type('detection crossfader');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toBe('option-detection.crossfader');
  await page.keyboard.type('no');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await waitForFile(file, (text) => text.includes('detection.crossfader: off'));
  await saved();
});

test('the page is accessible and never scrolls sideways at any width', async () => {
  await open();
  // 640 px equals a page of 1280 px at 200 %.
  for (const width of [1280, 640, 390]) {
    await resize(page, width, 900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (FULL_LENGTH || width === 390) {
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  }
});

test('asks before unsaved changes are left', async () => {
  await open();
  const field = await optionField(page, 'osc.port');
  await field.fill('9777');
  // The browser asks only after a gesture.
  await field.press('Tab');
  const asked = page.waitForEvent('dialog');
  const left = page.goto('about:blank').catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
  expect(await field.inputValue()).toBe('9777');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('a rejected value is explained at its option like on the command line, and no input is lost', async () => {
  const before = await open();
  await (await optionField(page, 'osc.port')).fill('70000');
  await (await optionField(page, 'webhook.url')).fill('ftp://x');
  await page.getByRole('button', { name: 'Save' }).click();
  const wrong = page.locator('.option .wrong');
  await wrong.getByText('A port is 1 to 65535, not "70000".').waitFor();
  await wrong.getByText('A web address begins with http://').waitFor();
  await page.getByText('Port that gets OSC: a port is 1 to 65535, not "70000".').waitFor();
  await expect.poll(() => focused(page)).toBe('option-osc.port');
  expect(await (await optionField(page, 'osc.port')).inputValue()).toBe('70000');
  expect(await readFile(file, 'utf8')).toBe(before);
  await (await optionField(page, 'osc.port')).fill('9001');
  await wrong.getByText('A port is 1 to 65535').waitFor({ state: 'hidden' });
});

test('a regular expression is tried while it is typed', async () => {
  await open();
  const row = page.locator('.option', { has: page.locator('[id="option-extract.regex.title"]') });
  await (await optionField(page, 'extract.regex.title')).fill('^(?P<title>.+) \\(');
  await row.getByText('It gives “Paper Lanterns”.').waitFor();
  await row.getByLabel('Try it on').fill('Low Tide');
  await row.getByText('It does not match.').waitFor();
  await (await optionField(page, 'extract.regex.title')).fill('(');
  const mistake = row.getByText(/missing|parenthes/i);
  await mistake.waitFor();
  // The message has another place after a save.
  await page.getByRole('button', { name: 'Save' }).click();
  await row
    .locator('.wrong')
    .filter({ hasText: /missing|parenthes/i })
    .waitFor();
  await expect.poll(() => mistake.count()).toBe(1);
  // The server would answer the corrected input a moment later.
  await page.route('**/api/v1/settings/check', () => new Promise(() => undefined));
  await (await optionField(page, 'extract.regex.title')).fill('(x)');
  await mistake.waitFor({ state: 'hidden' });
});

test('another group is shown from its heading', async () => {
  await open();
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.getByRole('link', { name: 'Denon DJ' }).click();
  await page.getByRole('heading', { name: 'Denon DJ' }).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: 'Pioneer DJ' }).click();
  const heading = page.getByRole('heading', { name: 'Pioneer DJ' });
  await expect
    .poll(() =>
      heading.evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 5, top + 5));
      }),
    )
    .toBe(true);
});

test('a server without an answer is asked again, and the search entered meanwhile runs then', async () => {
  await open();
  await page.route('**/api/v1/settings', (route) => route.abort());
  await page.reload();
  await page.getByText('Not connected. Trying again…').waitFor();
  // Beside the other route: without one, the next try could succeed.
  const json = { v: 1, done: false, reason: 'a deckcast file is missing' };
  await page.route('**/api/v1/settings', (route) => route.fulfill({ status: 500, json }));
  await page.getByText('A deckcast file is missing.').waitFor();
  await page.getByLabel('Search').fill('bigger');
  await page.unroute('**/api/v1/settings');
  await page.getByText('1 option', { exact: true }).waitFor();
  await page.getByLabel('Search').fill('language');
  await page.getByText('No option is called that.', { exact: false }).waitFor();
  await page.getByText('The language of these pages is chosen at the end of this one.').waitFor();
  expect(await page.locator('#connection').textContent()).toBe('');
});
