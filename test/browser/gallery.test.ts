/** The gallery, used as people use it; and what all pages have in common. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSettingsStore } from '../../src/app/settings/store.ts';
import { program } from '../../src/commands/index.ts';
import { readInvocation } from '../../src/config/invocation.ts';
import { THEMES } from '../../src/server/options.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { keptLog } from '../support/log.ts';
import { SOMEWHERE } from '../support/reference.ts';
import { realTools, startServer, WELL } from '../support/server.ts';
import { accessibilityProblems } from './accessibility.ts';
import { desks } from './desk.ts';

const later = cleanUps();
const { desk, open } = desks();

test.each(['dashboard/', 'overlay/', ...THEMES.map((theme) => `overlay/${theme}/?demo=code`)])(
  'what is hidden on /%s takes no room, whatever lays it out',
  async (path) => {
    const { page } = await desk(path);
    await page.waitForLoadState();
    const shown = await page.evaluate(() => {
      const all = [...document.body.querySelectorAll<HTMLElement>('*')];
      for (const element of all) {
        element.hidden = true;
      }
      return all
        .filter((element) => getComputedStyle(element).display !== 'none')
        .map((element) => `${element.tagName} ${element.id} ${element.className}`);
    });
    expect(shown).toEqual([]);
  },
);

describe('the gallery', () => {
  test('shows a place on the canvas as OBS does, however wide the window is', async () => {
    const { page } = await desk('overlay/');
    await page.getByRole('button', { name: 'Strap slider' }).click();
    await page.getByLabel('Place on the canvas').selectOption('top-right');
    const preview = page.frameLocator('iframe[title="Strap over a dark background"]');
    await preview.locator('html[data-opt-pos="top-right"][data-state="visible"]').waitFor();
    const card = await preview.locator('.card').evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return {
        width: innerWidth,
        height: innerHeight,
        isInCorner: left > innerWidth / 2 && bottom < innerHeight / 4,
      };
    });
    expect(card).toEqual({ width: 1920, height: 1080, isInCorner: true });
    for (const width of [1280, 700]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() =>
          page.evaluate(() => {
            const [place, frame] = ['.place', '.place iframe'].map((part) =>
              document.querySelector(`#previews ${part}`)?.getBoundingClientRect(),
            );
            return (
              Math.abs((place?.width ?? 0) - (frame?.width ?? 9)) +
              Math.abs((place?.height ?? 0) - (frame?.height ?? 9))
            );
          }),
        )
        .toBeLessThan(2);
    }
  });

  test.each([
    ['a canvas, 1920 x 1080', 1920, 1080],
    ['a tall canvas, 1080 x 1920', 1080, 1920],
  ])('shows every theme as it is on %s', async (name, width, height) => {
    const { page } = await desk('overlay/');
    await page.getByRole('button', { name: 'Tall card portrait' }).click();
    await page.getByLabel('Size', { exact: true }).first().selectOption(name);
    const preview = page.frameLocator('iframe[title="Tall card over a bright background"]');
    await expect
      .poll(() => preview.locator('html').evaluate(() => [innerWidth, innerHeight]))
      .toEqual([width, height]);
  });

  test('saves the look and its options as what the program shows', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'conf.yaml'), 'delay: 3 # for the stream\n');
    const environment = { ...SOMEWHERE, configDir: folder, cwd: folder, env: {} };
    const { command, ...read } = await readInvocation(program, ['start'], environment);
    const context = { command, ...read, environment, tools: realTools(keptLog()) };
    const nothing = { changed: [], needRestart: [], problems: [] };
    const settings = createSettingsStore(command.options, context, async () => nothing);
    const running = await startServer({}, { ...WELL, settings });
    later(running.stop);
    const { page } = await open(1280, 900);
    await page.goto(`${running.url}overlay/`);
    await page.getByRole('button', { name: 'Strap slider' }).click();
    await page.getByLabel('Accent', { exact: true }).fill('#00ff00');
    await page.getByLabel('Hide after').fill('12');
    await page.getByRole('button', { name: 'Save as my default' }).click();
    await page.getByText('Saved: this is the look at / now.').waitFor();
    const saved = await readFile(join(folder, 'conf.yaml'), 'utf8');
    expect(saved).toContain('delay: 3 # for the stream\n');
    expect(saved).toMatch(/internal: slider/);
    expect(saved).toMatch(/accent: ["']#00ff00["'][\s\S]*show: ["']?12/);
  });

  test('says why a look cannot be saved', async () => {
    const { page } = await desk('overlay/');
    await page.getByRole('button', { name: 'Save as my default' }).click();
    await page.getByText('only where deckcast reads a configuration file').waitFor();
  });

  test('comes back by itself when the server was away', async () => {
    const { page, running } = await desk('dashboard/');
    await page.route('**/api/v1/themes', (route) => route.abort());
    await page.goto(`${running.url}overlay/`);
    const problem = page.getByText('The server does not answer. Trying again…');
    await problem.waitFor();
    await page.unrouteAll();
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    expect(await problem.isVisible()).toBe(false);
  });

  test('shows every theme, and the address that its options make', async () => {
    const { running, page, errors } = await desk('overlay/');
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    await page.getByRole('button', { name: 'Strap slider' }).click();
    await page.getByLabel('Accent', { exact: true }).fill('#00ff00');
    await page.getByLabel('Hide after').fill('12');
    await page.getByLabel('Font').fill('Space Grotesk');
    await expect
      .poll(() => page.getByLabel('URL').inputValue())
      .toBe(`${running.url}overlay/slider/?accent=00ff00&show=12&font=Space+Grotesk`);
    const fonts = page.locator('#suggestions-font option');
    expect(await fonts.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toContain(
      'DM Serif Display',
    );
    const frame = page.frameLocator('#previews iframe').first();
    await expect
      .poll(() => frame.locator('html').evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    expect(errors).toEqual([]);
  });

  test('shows the chosen theme over every kind of picture, with the size for OBS', async () => {
    const { page } = await desk('overlay/');
    await page.getByRole('button', { name: 'Sleeve, left' }).click();
    await page.getByText('Width 800, height 180.').waitFor();
    for (const background of ['checker', 'dark', 'bright']) {
      const preview = page.frameLocator(`iframe[title="Sleeve, left over a ${background} background"]`);
      await preview.getByText('Paper Lanterns (Extended Mix)').first().waitFor();
    }
  });

  test('copies the address, says so, and says no more so of another address', async () => {
    const { page } = await desk('overlay/');
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
    const { page } = await desk('overlay/');
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
    const { page } = await open(1280, 900);
    await page.goto(`${running.url}overlay/`);
    await expect.poll(() => page.getByLabel('Hide after').inputValue()).toBe('12');
  });

  test('is usable by everybody', async () => {
    const { page } = await desk('overlay/', { width: 390, height: 844 });
    await expect.poll(() => page.locator('#themes button').count()).toBe(THEMES.length);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
