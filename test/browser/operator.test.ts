/** The operator's page and the gallery, used as people use them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secret } from '../../src/core/option.ts';
import { THEMES } from '../../src/server/index.ts';
import { cleanUps } from '../support/clean-up.ts';
import { deckView, type KeptControl, keptControl } from '../support/control.ts';
import { testFolder } from '../support/folder.ts';
import { keptRuns } from '../support/kept.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { type RunningServer, startServer, WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { launchBrowser } from './browser.ts';

const TOKEN = 'correct horse 🐎';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});
const later = cleanUps();

interface Desk {
  readonly running: RunningServer;
  readonly control: KeptControl;
  readonly page: Page;
  /** What the browser complained about: script errors, refused files. */
  readonly complaints: string[];
}

async function open(
  path: string,
  { token = '', width = 1280, height = 900, sessions = WELL.sessions } = {},
): Promise<Desk> {
  const control = keptControl();
  const running = await startServer({ 'http.token': new Secret(token) }, { ...WELL, control, sessions });
  later(running.stop);
  const context = await browser.newContext({ viewport: { width, height } });
  later(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') {
      complaints.push(message.text());
    }
  });
  await page.goto(`${running.url}${path}`);
  return { running, control, page, complaints };
}

describe('the operator’s page', () => {
  test('shows what is on air, what is held, and why a deck leads', async () => {
    const { running, control, page, complaints } = await open('dashboard/');
    control.deckViews = [deckView(), deckView({ deck: '2', featured: false, reason: 'Deck 2 waits' })];
    control.heldNow = { track: track({ title: 'Low Tide' }), hidden: false, until: Date.now() + 30_000 };
    running.server.audience.show(publication({ at: Date.now() - 65_000 }));
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    await page.getByText('for 1:05 · deck 2').waitFor();
    await page.getByText('Next: Low Tide').waitFor();
    await page.getByText('Deck 1 leads: 0.92 against 0.31').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test('offers to feature a held track only while one is held', async () => {
    const { running, control, page } = await open('dashboard/');
    running.server.audience.show(publication());
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    const featureNow = page.getByRole('button', { name: 'Feature now' });
    expect(await featureNow.isVisible()).toBe(false);
    control.heldNow = { track: track({ title: 'Low Tide' }), hidden: false, until: Date.now() + 30_000 };
    running.server.audience.show(publication({ seq: 2 }));
    await featureNow.waitFor({ state: 'visible' });
  });

  test('every button does what it says', async () => {
    const { running, control, page } = await open('dashboard/');
    control.deckViews = [deckView(), deckView({ deck: '2', featured: false })];
    control.heldNow = { track: track({ title: 'Low Tide' }), hidden: false, until: Date.now() + 30_000 };
    running.server.audience.show(publication());
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('button', { name: 'Feature now' }).click();
    await page.getByRole('button', { name: 'Put deck 2 on air' }).click();
    await page.getByRole('button', { name: 'Correct…' }).click();
    await page.getByLabel('Title').fill('Paper Lanterns (Dub)');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    await page.getByRole('button', { name: 'Reveal' }).click();
    await waitFor('five requests', () => (control.asked.length >= 5 ? true : undefined));
    expect(control.asked).toEqual([
      'hide',
      'skip',
      { deck: '2' },
      { title: 'Paper Lanterns (Dub)' },
      'reveal',
    ]);
  });

  test('a track that still waits for its pictures can be hidden', async () => {
    const { control, page } = await open('dashboard/');
    const hide = page.getByRole('button', { name: 'Hide' });
    await expect.poll(() => hide.isEnabled()).toBe(false);
    control.isWaiting = () => true;
    await hide.click();
    await waitFor('the request', () => (control.asked.length > 0 ? true : undefined));
    expect(control.asked).toEqual(['hide']);
  });

  test('corrects the track that the dialog was opened for, and no other', async () => {
    const { running, control, page } = await open('dashboard/');
    running.server.audience.show(publication());
    await page.getByRole('button', { name: 'Correct…' }).click();
    await page.getByLabel('Title').fill('Paper Lanterns (Dub)');
    const next = publication({ seq: 4, position: 4, playId: 'play-4', track: track({ title: 'Low Tide' }) });
    running.server.audience.show(next);
    await page.getByText('Low Tide', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await page.getByText('Another track is on air by now. Nothing was corrected.').waitFor();
    expect(control.asked).toEqual([]);
  });

  test('leaves the names of a hidden track that are not corrected as they are', async () => {
    const { running, control, page } = await open('dashboard/');
    running.server.audience.show(hiddenPublication());
    await page.getByRole('button', { name: 'Correct…' }).click();
    await page.getByLabel('Title').fill('Paper Lanterns (Dub)');
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await waitFor('the request', () => (control.asked.length > 0 ? true : undefined));
    expect(control.asked).toEqual([{ title: 'Paper Lanterns (Dub)' }]);
  });

  test('says why something was not done', async () => {
    const { control, page } = await open('dashboard/');
    control.deckViews = [deckView({ deck: '2', featured: false })];
    control.onAir = () => false;
    await page.getByRole('button', { name: 'Put deck 2 on air' }).click();
    await page.getByText('there is no such deck, or no track in it').waitFor();
  });

  test('shows nothing of a hidden track', async () => {
    const { running, control, page } = await open('dashboard/');
    control.deckViews = [deckView({ hidden: true, track: track({}) })];
    running.server.audience.show(hiddenPublication());
    await page.getByText('The audience sees nothing of this track.').waitFor();
    await page.getByText('Hidden track').waitFor();
    expect(await page.content()).not.toMatch(/Paper Lanterns|Nightjar/);
  });

  test('a double click on Hide hides', async () => {
    const { running, control, page } = await open('dashboard/');
    control.hide = () => {
      control.asked.push('hide');
      running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
      return true;
    };
    running.server.audience.show(publication());
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Hide' }).dblclick({ delay: 120 });
    const reveal = page.getByRole('button', { name: 'Reveal' });
    await expect.poll(() => reveal.isEnabled()).toBe(true);
    expect(control.asked).toEqual(['hide']);
    await reveal.click();
    await waitFor('the request', () => (control.asked.length > 1 ? true : undefined));
    expect(control.asked).toEqual(['hide', 'reveal']);
  });

  test('counts the time of a hidden track from its own beginning', async () => {
    const { running, page } = await open('dashboard/');
    running.server.audience.show(publication({ at: Date.now() - 65_000 }));
    await page.getByText('for 1:0').waitFor();
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    await page.getByText('The audience sees nothing of this track.').waitFor();
    await page.getByText('for 1:0').waitFor();
    running.server.audience.show(hiddenPublication({ seq: 5, position: 4 }));
    await page.getByText('for 0:0').waitFor();
  });

  test('asks for the token, and keeps it', async () => {
    const { running, page } = await open('dashboard/', { token: TOKEN });
    running.server.audience.show(publication());
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  test('shows and downloads what an earlier session played', async () => {
    const sessions = await keptRuns([
      publication({ track: track({ title: 'Low Tide' }), at: Date.UTC(2026, 10, 20, 20) }),
    ]);
    const { running, page, complaints } = await open('dashboard/', { token: TOKEN, sessions });
    running.server.audience.show(publication());
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    const list = page.getByRole('region', { name: 'Tracks' });
    await list.getByText('Paper Lanterns').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption({ index: 1 });
    await list.getByText('Low Tide').waitFor();
    expect(await list.getByText('Paper Lanterns').count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('set.txt');
    expect(await readFile(await file.path(), 'utf8')).toContain('Low Tide');
    await page.getByLabel('Show', { exact: true }).selectOption('This session');
    await list.getByText('Paper Lanterns').waitFor();
    // The door that was closed at first.
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
  });

  test('asks for the token again when the program comes back with another', async () => {
    const { running, page } = await open('dashboard/', { token: TOKEN });
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await running.stop();
    const again = await startServer(
      { 'http.addr': { host: '127.0.0.1', port: running.port }, 'http.token': new Secret('another') },
      { ...WELL, control: keptControl() },
    );
    later(again.stop);
    await page.getByLabel('Token').fill('another');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  test('says when it is cut off, and comes back', async () => {
    const { running, page } = await open('dashboard/');
    await page.getByText('Connected', { exact: true }).waitFor();
    await running.stop();
    await page.getByText('Connection lost. Trying again…').waitFor();
    const again = await startServer(
      { 'http.addr': { host: '127.0.0.1', port: running.port } },
      { ...WELL, control: keptControl() },
    );
    later(again.stop);
    await page.getByText('Connected', { exact: true }).waitFor();
  });

  test.each([
    [1280, 900],
    [390, 844],
  ])('is usable by everybody at %d x %d', async (width, height) => {
    const { running, control, page } = await open('dashboard/', { width, height });
    control.deckViews = [deckView(), deckView({ deck: '2', featured: false, level: 0.31 })];
    control.lines.push({ seq: 1, at: 0, level: 'warn', message: 'a chat service asks to wait', fields: {} });
    running.server.audience.show(publication());
    await page.getByText('Deck 1 leads', { exact: false }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(tooWide).toBe(false);
    // Everything that can be pressed is large enough for a thumb.
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, .check')]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
        .map((element) => element.textContent),
    );
    expect(small).toEqual([]);
  });

  test('can be worked by keyboard alone', async () => {
    const { running, control, page } = await open('dashboard/');
    running.server.audience.show(publication());
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Hide' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await waitFor('the request', () => (control.asked.length > 0 ? true : undefined));
    expect(control.asked).toEqual(['hide']);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('the gallery', () => {
  test('shows every theme, and the address that its options make', async () => {
    const { running, page, complaints } = await open('overlay/');
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    await page.getByRole('button', { name: 'Strap slider' }).click();
    await page.getByLabel('Accent').fill('#00ff00');
    await page.getByLabel('Hide after').fill('12');
    await expect
      .poll(() => page.getByLabel('URL').inputValue())
      .toBe(`${running.url}overlay/slider/?accent=00ff00&show=12`);
    const frame = page.frameLocator('#previews iframe').first();
    await expect
      .poll(() => frame.locator('html').evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    expect(complaints).toEqual([]);
  });

  test('shows the chosen theme over every kind of picture, with the size for OBS', async () => {
    const { page } = await open('overlay/');
    await page.getByRole('button', { name: 'Sleeve, left' }).click();
    await page.getByText('Width 800, height 180.').waitFor();
    for (const background of ['checker', 'dark', 'bright']) {
      const preview = page.frameLocator(`iframe[title="Sleeve, left over a ${background} background"]`);
      await preview.getByText('Paper Lanterns (Extended Mix)').first().waitFor();
    }
  });

  test('copies the address, says so, and says no more so of another address', async () => {
    const { page } = await open('overlay/');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied.').waitFor();
    const address = await page.getByLabel('URL').inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.getByRole('button', { name: 'Strap slider' }).click();
    await expect.poll(() => page.getByText('Copied.').count()).toBe(0);
  });

  test('says how to copy where the browser does not let it', async () => {
    const { page } = await open('overlay/');
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      document.execCommand = () => false;
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Press Ctrl+C').waitFor();
    // What the keys copy is chosen already.
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(
      await page.getByLabel('URL').inputValue(),
    );
  });

  test('begins with the defaults of a theme that sets its own', async () => {
    const folder = await testFolder();
    const options = { show: { type: 'duration', default: '12', label: 'Hide after' } };
    await writeFile(join(folder, 'theme.json'), JSON.stringify({ id: 'mine', name: 'Mine', options }));
    const running = await startServer({ 'theme.dir': folder });
    later(running.stop);
    const page = await browser.newPage();
    later(() => page.close());
    await page.goto(`${running.url}overlay/`);
    await expect.poll(() => page.getByLabel('Hide after').inputValue()).toBe('12');
  });

  test('is usable by everybody', async () => {
    const { page } = await open('overlay/', { width: 390, height: 844 });
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
