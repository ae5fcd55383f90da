/** Access on this computer, elsewhere, and in a second browser. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { startProgram } from '../support/program.ts';
import { waitForFile } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';
import { enterToken, optionField } from './desk.ts';

const later = cleanUps();
const pages = testPages();

const FILE = 'source: http\nsession.filename: ""\n';
const TOKENS = `${FILE}http.token: open sesame\nhttp.admin_token: open wide\n`;
const NEEDS_TOKEN = 'It may not set up or change settings. To allow it, type the token for settings.';

async function start(content: string, port: number, args: readonly string[] = [], env = {}) {
  const program = await startProgram(
    ['start', `--http.addr=127.0.0.1:${port}`, '--conf=conf.yaml', ...args],
    { files: { 'conf.yaml': content }, env },
  );
  later(() => program.stop());
  await program.waitForLine('overlay ready');
  return program;
}

/** A page behind a proxy: not on this computer. */
async function elsewhere() {
  const { page } = await pages.open(1280, 900);
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.9' });
  return page;
}

async function otherBrowser() {
  return (await pages.open(1280, 900, true)).page;
}

test('settings change from elsewhere with the admin token only, and options that name files are locked', async () => {
  const port = await freePort();
  const program = await start(TOKENS, port);
  const page = await elsewhere();
  const answer = async (token: string) => {
    await enterToken(page, token);
  };
  await page.goto(`http://127.0.0.1:${port}/dashboard/`);
  await answer('open sesame');
  await page.locator('#desk').waitFor();
  for (const [path, content] of [
    ['setup', '#steps'],
    ['settings', '#settings'],
  ] as const) {
    await page.goto(`http://127.0.0.1:${port}/${path}/`);
    await page.getByText(NEEDS_TOKEN, { exact: false }).waitFor();
    await answer('open sesame');
    await page.getByText(NEEDS_TOKEN, { exact: false }).waitFor();
    expect(await page.locator(content).isVisible()).toBe(false);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  // The wrong token has not replaced the operator's.
  await page.goto(`http://127.0.0.1:${port}/dashboard/`);
  await page.locator('#desk').waitFor();

  await page.goto(`http://127.0.0.1:${port}/settings/`);
  await answer('open wide');
  await page
    .getByText('is changed on the computer that deckcast runs on only', { exact: false })
    .first()
    .waitFor();
  for (const name of ['theme.dir', 'outfile.featured', 'mediacontrol.binarypath', 'session.filename']) {
    expect(await (await optionField(page, name)).isDisabled()).toBe(true);
    const row = page.locator('.option', { has: page.locator(`[id="option-${name}"]`) });
    await row.getByText('Changed on the computer that deckcast runs on only.').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  }
  await (await optionField(page, 'osc.port')).fill('9001');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForFile(join(program.folder, 'conf.yaml'), (text) => text.includes('osc.port: 9001'));
  await page.goto(`http://127.0.0.1:${port}/setup/`);
  const card = page.locator('[data-source="softa"]');
  await page.locator('#products').getByText('Something else').click();
  await card.getByText('What to do').click();
  await card
    .getByText('so it is changed on the computer that deckcast runs on only', { exact: false })
    .first()
    .waitFor();
  expect(await card.locator('.field input').first().isDisabled()).toBe(true);
});

test('a second browser here is told what to do, and gets in with the token, without a restart', async () => {
  const port = await freePort();
  const program = await start(FILE, port);
  const settings = `http://127.0.0.1:${port}/settings/`;
  const { page: first } = await pages.open(1280, 900);
  await first.goto(settings);
  await first.locator('#settings').waitFor();
  const second = await otherBrowser();
  await second.goto(settings);
  await second.getByText('This page may not change anything yet.', { exact: false }).waitFor();
  expect(await second.getByLabel('Token').isVisible()).toBe(false);
  // A second tab of the first browser needs no sign-in.
  const { page: tab } = await pages.open(1280, 900);
  await tab.goto(`http://127.0.0.1:${port}/setup/`);
  await tab.locator('#steps').waitFor();

  await (await optionField(first, 'http.admin_token')).fill('open wide');
  await first.getByRole('button', { name: 'Save' }).click();

  await first.getByText('Saved.', { exact: true }).waitFor();
  expect(await readFile(join(program.folder, 'conf.yaml'), 'utf8')).toContain('http.admin_token: open wide');
  await expect
    .poll(
      async () => {
        await second.goto(settings);
        await second.getByText(/type the token for settings|may not change anything yet/).waitFor();
        return second.getByLabel('Token').isVisible();
      },
      { interval: 500 },
    )
    .toBe(true);
  await enterToken(second, 'open wide');
  await second.locator('#settings').waitFor();
  expect(await (await optionField(second, 'theme.dir')).isDisabled()).toBe(false);
});

test('a page that stays open over a restart saves its input, and explains when another browser came first', async () => {
  const port = await freePort();
  const program = await start(FILE, port);
  const settings = `http://127.0.0.1:${port}/settings/`;
  const { page } = await pages.open(1280, 900);
  await page.goto(settings);
  await (await optionField(page, 'osc.port')).fill('9001');
  await program.stop();
  const again = await start(FILE, port);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await waitForFile(join(again.folder, 'conf.yaml'), (text) => text.includes('osc.port: 9001'));

  await again.stop();
  await start(FILE, port);
  const other = await otherBrowser();
  await other.goto(settings);
  await other.locator('#settings').waitFor();
  await (await optionField(page, 'osc.port')).fill('9002');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('On this computer, the page that came first may configure', { exact: false })
    .waitFor();
  expect(await (await optionField(page, 'osc.port')).inputValue()).toBe('9002');
});

/** Starts deckcast with the address that it opens in a browser. */
async function startOpening(port: number) {
  const folder = await testFolder();
  const opened = join(folder, 'opened');
  await writeFile(
    join(folder, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$1" > ${opened}.new\n/bin/mv ${opened}.new ${opened}\n`,
    { mode: 0o755 },
  );
  const program = await start(FILE, port, ['--open'], { DISPLAY: ':0', PATH: folder });
  return { program, address: await waitForFile(opened, (text) => text.startsWith('http')) };
}

test('a page that stays open over a restart goes on once the page that deckcast opens was opened beside it', async () => {
  const port = await freePort();
  const program = await start(FILE, port);
  const { page } = await pages.open(1280, 900);
  await page.goto(`http://127.0.0.1:${port}/setup/`);
  await page.locator('#steps').waitFor();
  await program.stop();
  const { address } = await startOpening(port);
  const refusal = page.getByText('This page may not change anything yet.', { exact: false });
  await refusal.waitFor();
  const { page: opened } = await pages.open(1280, 900);
  await opened.goto(address);
  await page.locator('#steps').waitFor();
  expect(await refusal.isVisible()).toBe(false);
});

test('the page that deckcast opens may configure, with a code that disappears from its address', async () => {
  const port = await freePort();
  const { program, address } = await startOpening(port);
  const { page: early } = await pages.open(1280, 900);
  await early.goto(`http://127.0.0.1:${port}/settings/`);
  await early.getByText('This page may not change anything yet.', { exact: false }).waitFor();
  const page = await otherBrowser();
  await page.goto(`http://127.0.0.1:${port}/dashboard/`);
  await page.locator('#desk').waitFor();
  // Only the fragment differs from the open page, so the browser loads nothing.
  await page.goto(address);
  await page.waitForURL(`http://127.0.0.1:${port}/dashboard/`);
  await page.locator('#desk').waitFor();
  await page.goto(`http://127.0.0.1:${port}/settings/`);
  await page.locator('#settings').waitFor();
  const [, code = ''] = address.split('=');
  expect(code.length).toBeGreaterThan(20);
  expect(program.stdout + program.stderr).not.toContain(code);
});

test('the token for phones lets in other devices, and every browser on this computer operates without it', async () => {
  const port = await freePort();
  await start(`${FILE}http.phone_token: open sesame\n`, port);
  const address = `http://127.0.0.1:${port}/dashboard/`;
  for (const page of [await otherBrowser(), await otherBrowser()]) {
    await page.goto(`${address}?dock`);
    await page.locator('#desk').waitFor();
  }
  const phone = await elsewhere();
  await phone.goto(address);
  await phone.getByText("This page needs the token that is set in deckcast's settings.").waitFor();
  await enterToken(phone, 'wrong');
  await phone.getByText('That code or token is wrong, or no longer counts.').waitFor();
  await enterToken(phone, 'open sesame');
  await phone.locator('#desk').waitFor();
});

test('a device whose access was taken away reads so, also if its user never typed a token, until another tab signs in', async () => {
  const port = await freePort();
  const program = await start(`${FILE}http.phone_token: open sesame\n`, port);
  const phone = await elsewhere();
  await phone.goto(`http://127.0.0.1:${port}/dashboard/`);
  await enterToken(phone, 'open sesame');
  await phone.locator('#desk').waitFor();
  await writeFile(join(program.folder, 'conf.yaml'), `${FILE}http.phone_token: close sesame\n`);
  const taken = phone.getByText('This device may no longer operate: access was taken away.');
  await taken.waitFor();
  // A camera opens the next code in a tab of its own.
  const tab = await phone.context().newPage();
  later(() => tab.close());
  await tab.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.9' });
  await tab.goto(`http://127.0.0.1:${port}/dashboard/`);
  await enterToken(tab, 'close sesame');
  await tab.locator('#desk').waitFor();
  await phone.bringToFront();
  await phone.locator('#desk').waitFor();
});

test('tells a second browser at the demo that nothing can be set in it', async () => {
  const port = await freePort();
  const demo = await startProgram(['demo', `--http.addr=127.0.0.1:${port}`]);
  later(() => demo.stop());
  await demo.waitForLine('overlay ready');
  const first = await otherBrowser();
  const second = await otherBrowser();
  for (const path of ['setup', 'settings']) {
    for (const page of [first, second]) {
      await page.goto(`http://127.0.0.1:${port}/${path}/`);
      await page.getByRole('heading', { name: 'This is the demo' }).waitFor();
      await page.getByText('deckcast start --open').waitFor();
    }
    expect(await second.getByText('deckcast open').count()).toBe(0);
    expect(await accessibilityProblems(second)).toEqual([]);
  }
});
