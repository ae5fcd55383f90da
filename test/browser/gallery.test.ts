import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../../src/commands/index.ts';
import { createSettingsStore } from '../../src/operator/settings/store.ts';
import { readInvocation } from '../../src/settings/invocation.ts';
import { THEMES } from '../../src/web/options.ts';
import { cleanUps } from '../support/clean-up.ts';
import { ROOT } from '../support/files.ts';
import { testFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { keptLog } from '../support/log.ts';
import { startProgram } from '../support/program.ts';
import { SOMEWHERE } from '../support/reference.ts';
import { type RunningServer, realTools, startServer, WELL } from '../support/server.ts';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { watchErrors } from './browser.ts';
import { desks, focused, keptSettings, wireOption } from './desk.ts';
import { shownThoughHidden } from './geometry.ts';
import { startLastingServer } from './lasting-server.ts';

const later = cleanUps();
const { desk, open, browser } = desks();
const USUAL = { width: 1280, height: 900 };

async function leaveOutPreview(page: Page): Promise<void> {
  await page.route('**/overlay/*/?*demo=*', (route) => route.abort());
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) {
    throw new Error('it is not on the page');
  }
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function isInLowerHalf(part: Locator, picture: Locator): Promise<boolean> {
  const [inner, outer] = [await boxOf(part), await boxOf(picture)];
  return inner.y + inner.height / 2 > outer.y + outer.height / 2 && inner.bottom <= outer.bottom;
}

/** Presses in the middle of `from`, and releases at this part of `place`. */
async function drag(from: Locator, place: Locator, x: number, y: number): Promise<void> {
  const [start, canvas] = [await boxOf(from), await boxOf(place)];
  const { mouse } = from.page();
  await mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await mouse.down();
  await mouse.move(canvas.x + canvas.width * x, canvas.y + canvas.height * y, { steps: 4 });
  await mouse.up();
}

/** Starts the real program, and returns its address. */
async function programAt(...flags: readonly string[]): Promise<string> {
  const started = await startProgram(['start', '--http.addr=127.0.0.1:0', '--source=dummy', ...flags]);
  later(() => started.stop());
  return /url="?(http:\/\/127\.0\.0\.1:\d+)/.exec(await started.waitForLine('overlay ready'))?.[1] ?? '';
}

/** Timers wait for the test. */
async function timelessForm({ url }: RunningServer): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { page: form } = await open(USUAL.width, USUAL.height, { permissions });
  await leaveOutPreview(form);
  await form.clock.install();
  await form.goto(`${url}overlay/`);
  await form.getByRole('button', { name: 'Strap', exact: true }).click();
  await form.clock.pauseAt(Date.now() + 3_600_000);
  return form;
}

describe('the gallery', () => {
  let running: RunningServer;
  let page: Page;
  let errors: string[] = [];
  beforeAll(async () => {
    running = await startLastingServer();
    page = await browser().newPage({ viewport: USUAL });
    page.setDefaultTimeout(PATIENCE_MS);
    errors = watchErrors(page);
    await page.goto(`${running.url}overlay/`);
    await page
      .locator('#themes button')
      .nth(THEMES.length - 1)
      .waitFor();
  });
  afterAll(async () => {
    await page.close();
    await running.stop();
  });
  beforeEach(async () => {
    errors.length = 0;
    await page.bringToFront();
    await page.setViewportSize(USUAL);
  });

  const choose = async (look: string, tab: string) => {
    await page.getByRole('button', { name: look, exact: true }).click();
    await page.getByRole('tab', { name: tab }).click();
  };
  /** Puts the card there, and returns the preview once it is drawn. */
  const placed = async (wanted: string): Promise<Locator> => {
    const places = page.getByLabel('Place on the canvas');
    await places.selectOption(wanted);
    const drawn = `html[data-opt-pos="${await places.inputValue()}"][data-state="visible"]`;
    const place = page.locator('#screen .place').last();
    await place.frameLocator('iframe').locator(drawn).waitFor({ state: 'attached' });
    return place;
  };

  test('shows every theme in its own shape on a smaller and on a tall canvas', async () => {
    await page.getByRole('button', { name: 'Tall card' }).click();
    const size = page.getByLabel('Size of the source');
    onTestFinished(async () => {
      await size.selectOption('1920x1080');
    });
    const preview = page.frameLocator('iframe[title="Tall card, preview"]').last();
    for (const [width, height] of [
      [1280, 720],
      [1080, 1920],
    ]) {
      await size.selectOption(`${width}x${height}`);
      await expect
        .poll(() => preview.locator('html').evaluate(() => [innerWidth, innerHeight]))
        .toEqual([width, height]);
    }
  });

  test('shows the overlay on the canvas as OBS does in every window size, and lets the user drag it', async () => {
    await choose('Strap', 'Place');
    const place = await placed('Bottom left');
    const hand = place.locator('.hand');
    const dragOnce = async (from: Locator, x: number, y: number): Promise<void> => {
      // Outlasts the reload of the previews.
      await page.evaluate(() => new Promise((later) => setTimeout(later, 200)));
      // The hand is small until the card has its text.
      await place.frameLocator('iframe').locator('html[data-state="visible"]').waitFor({ state: 'attached' });
      await from.scrollIntoViewIfNeeded();
      await drag(from, place, x, y);
    };
    await dragOnce(hand, 0.85, 0.1);
    await expect.poll(() => page.getByLabel('Place on the canvas').inputValue()).toBe('top-right');
    const preview = page.frameLocator('iframe[title="Strap, preview"]').last();
    await preview
      .locator('html[data-opt-pos="top-right"][data-state="visible"]')
      .waitFor({ state: 'attached' });
    // Each step of the drag may reload the preview.
    const card = () =>
      preview.locator('.card').evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect();
        return {
          width: innerWidth,
          height: innerHeight,
          isInCorner: left > innerWidth / 2 && bottom < innerHeight / 4,
        };
      });
    await expect.poll(card).toEqual({ width: 1920, height: 1080, isInCorner: true });
    await page.setViewportSize({ width: 700, height: 900 });
    const isCut = async () => {
      const shown = await place.boundingBox();
      const frame = await place.locator('iframe').boundingBox();
      return Math.abs((shown?.width ?? 0) - (frame?.width ?? 9)) > 1;
    };
    await expect.poll(isCut).toBe(false);
    await page.setViewportSize(USUAL);
    const before = await page.locator('#option-scale').inputValue();
    await dragOnce(hand.locator('.corner'), 1, 0);
    await expect.poll(() => page.locator('#option-scale').inputValue()).not.toBe(before);
    const address = await page.getByLabel('Address for OBS').inputValue();
    expect(address).toMatch(/pos=top-right&scale=[\d.]+$/);
  });

  test('says how to move the card, and moves it by arrow keys, also after a reload of the preview', async () => {
    await choose('Board', 'Place');
    await page.locator('#options').getByText('press the arrow keys').waitFor();
    expect(await page.locator('#options output').first().innerText()).toBe('5%');
    await placed('Bottom left');
    const place = page.getByLabel('Place on the canvas');
    const hand = page.locator('#screen').getByRole('button');
    await hand.last().focus();
    for (const [key, wanted] of [
      ['ArrowUp', 'left'],
      ['ArrowUp', 'top-left'],
      ['ArrowUp', 'top-left'],
      ['ArrowRight', 'top'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await place.inputValue()).toBe(wanted);
      await page
        .frameLocator('#screen iframe')
        .last()
        .locator(`html[data-opt-pos="${wanted}"][data-state="visible"]`)
        .waitFor({ state: 'attached' });
      await expect
        .poll(() => hand.evaluateAll((all) => all.map((one) => one.matches(':focus'))))
        .toEqual([true]);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('moves a card by arrow keys that was dragged before', async () => {
    await choose('Board', 'Place');
    const canvas = await placed('Bottom left');
    const place = page.getByLabel('Place on the canvas');
    await page.getByRole('tab', { name: 'Place' }).focus();
    await drag(canvas.locator('.hand'), canvas, 0.5, 0.5);
    await expect.poll(() => place.inputValue()).toBe('center');
    await page.keyboard.press('ArrowUp');
    expect(await place.inputValue()).toBe('top');
  });

  test('shows a part of the next look on a phone, which tells that there are more', async () => {
    const strip = page.locator('#themes');
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      const end = (await boxOf(strip)).right;
      const looks = await Promise.all((await strip.locator('li').all()).map(boxOf));
      const seen = looks.map(({ x, right }) => Math.min(end, right) - x).filter((part) => part > 0);
      expect(seen.at(-1), `${width}`).toBeGreaterThan(20);
      expect(seen.at(-1), `${width}`).toBeLessThan((looks[0]?.width ?? 0) * 0.8);
    }
  });

  test.each(['Tall card', 'Ticker', 'Decks'])(
    'keeps the corner that resizes %s beside it in every place, and covers it only below the pointer',
    async (look) => {
      await choose(look, 'Place');
      const hand = page.locator('#screen .place').last().locator('.hand');
      const opacity = () => hand.evaluate((each) => getComputedStyle(each).opacity);
      for (const wanted of await page.getByLabel('Place on the canvas').locator('option').allInnerTexts()) {
        const place = await placed(wanted);
        await page.locator('#obs').hover();
        await expect.poll(opacity).toBe('0');
        await place.hover();
        await expect.poll(opacity).toBe('1');
        const isBeside = async () => {
          const [corner, card, canvas] = [
            await boxOf(hand.locator('.corner')),
            await boxOf(hand),
            await boxOf(place),
          ];
          const isInside =
            corner.x >= canvas.x &&
            corner.right <= canvas.right &&
            corner.y >= canvas.y &&
            corner.bottom <= canvas.bottom;
          return isInside && (corner.bottom <= card.y || corner.y >= card.bottom);
        };
        await expect.poll(isBeside).toBe(true);
      }
    },
  );

  test.each(['Bottom left', 'Bottom right', 'Top left', 'Top right'])(
    'grows the card when its corner is dragged to the middle (%s)',
    async (wanted) => {
      await choose('Strap', 'Place');
      const scale = page.locator('#option-scale');
      await scale.fill('1');
      const place = await placed(wanted);
      await place.hover();
      await drag(place.locator('.corner'), place, 0.5, 0.5);
      await expect.poll(async () => Number(await scale.inputValue())).toBeGreaterThan(1);
    },
  );

  test('says that the cover comes before the chosen color only while it does', async () => {
    await choose('Block', 'Color');
    const label = page.locator('label[for="option-accent"]');
    expect(await label.innerText()).toBe('Field, where the cover has no color');
    // Fields of a row stand in line.
    const middles = ['#option-cover-accent', '#option-accent'].map(async (field) => {
      const { y, height } = await boxOf(page.locator(field));
      return y + height / 2;
    });
    expect(await middles[0]).toBeCloseTo((await middles[1]) ?? Number.NaN, 0);
    await page.getByLabel('Field in a color of the cover').uncheck();
    await expect.poll(() => label.innerText()).toBe('Field');
    await page.getByRole('button', { name: 'Lower third', exact: true }).click();
    await page.getByLabel('Accent color from the cover').check();
    await expect.poll(() => label.innerText()).toBe('Accent, where the cover has no color');
    const fields = page.locator('#options input');
    const ids = await fields.evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.indexOf('option-cover-accent')).toBeLessThan(ids.indexOf('option-accent'));
  });

  test("keeps the chosen sample for other looks, and begins with each look's usual one", async () => {
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    await form.goto(`${running.url}overlay/`);
    const sample = form.getByLabel('Try with');
    const chooseLook = (name: string) => form.getByRole('button', { name, exact: true }).click();
    const preview = form.locator('#screen iframe').last();
    await chooseLook('Strap with code');
    await expect.poll(() => sample.inputValue()).toBe('code');
    await chooseLook('Strap');
    await expect.poll(() => sample.inputValue()).toBe('usual');
    await sample.selectOption('Japanese and Korean');
    await chooseLook('Block');
    await expect.poll(() => preview.getAttribute('src')).toMatch(/block.*demo=cjk/);
    expect(await sample.inputValue()).toBe('cjk');
  });

  test.each([{}, { 'Friday night': 'slider?accent=00ff00' }])(
    'offers to show the saved looks only if there are some (%j)',
    async (looks) => {
      const { settings } = keptSettings(
        wireOption({ name: 'theme.looks', field: 'map', value: JSON.stringify(looks) }),
      );
      const own = await startServer({ 'theme.looks': looks }, { ...WELL, settings });
      later(own.stop);
      const { page: form } = await open(USUAL.width, USUAL.height, true);
      await leaveOutPreview(form);
      await form.goto(`${own.url}overlay/`);
      await form.locator('#themes button').first().waitFor();
      const isThere = Object.keys(looks).length > 0;
      expect(await form.getByRole('button', { name: 'Show my looks' }).isVisible()).toBe(isThere);
      expect(await form.getByText('None yet.').isVisible()).toBe(!isThere);
      expect(own.pass.isFree).toBe(true);
    },
  );

  test('shows the saved looks again after a restart of the program in the browser that has read them', async () => {
    const looks = { 'Friday night': 'slider?accent=00ff00' };
    const { settings } = keptSettings(
      wireOption({ name: 'theme.looks', field: 'map', value: JSON.stringify(looks) }),
    );
    const addr = { host: '127.0.0.1', port: await freePort() };
    const start = () => startServer({ 'theme.looks': looks, 'http.addr': addr }, { ...WELL, settings });
    const first = await start();
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    await form.goto(`${first.url}overlay/`);
    await form.getByRole('button', { name: 'Show my looks' }).click();
    const mine = form.locator('#mine').getByText('Friday night');
    await mine.waitFor();
    await first.stop();
    const second = await start();
    later(second.stop);
    await form.goto(`${second.url}overlay/`);
    await mine.waitFor();
  });

  test('says in the demo at once that no look is kept, and how to take one along', async () => {
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    await form.goto(`${running.url}overlay/`);
    const note = form.locator('#blocked').getByText('This is the demo, which keeps no looks');
    await note.waitFor();
    expect(await form.getByRole('heading', { name: 'My looks' }).isVisible()).toBe(false);
    expect(await accessibilityProblems(form)).toEqual([]);
    await form.getByLabel('Accent', { exact: true }).fill('#00ff00');
    const use = form.getByRole('button', { name: 'Use this look' });
    expect(await use.getAttribute('aria-disabled')).toBe('true');
    await use.press('Enter');
    await form.locator('#copied').getByText('This is the demo').waitFor();
    await form.getByLabel('Name of your look').fill('Friday night');
    await form.getByRole('button', { name: 'Save to my looks' }).press('Enter');
    await form.locator('#saved').getByText('This is the demo').waitFor();
    await form.getByText('Move it to another computer').click();
    const [download] = await Promise.all([
      form.waitForEvent('download'),
      form.getByRole('button', { name: 'Export as a file' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('"accent": "00ff00"');
  });

  test('says at the first change that another page may save looks, but not while looks are looked at', async () => {
    const { settings } = keptSettings(wireOption({ name: 'theme.looks', value: '{}' }));
    const own = await startServer({}, { ...WELL, settings });
    later(own.stop);
    const { page: first } = await open(USUAL.width, USUAL.height, true);
    await first.goto(`${own.url}setup/`);
    await first.locator('.tile').first().waitFor();
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    await form.goto(`${own.url}overlay/`);
    await form.getByRole('button', { name: 'Strap', exact: true }).click();
    expect(await form.locator('#blocked').isVisible()).toBe(false);
    await form.getByLabel('Accent', { exact: true }).fill('#00ff00');
    await form.getByText('This page cannot save looks: On this computer, the page that came first').waitFor();
  });

  test('shows every theme, and the address for its options', async () => {
    await page.getByRole('button', { name: 'Strap', exact: true }).click();
    // Options that were chosen before another look was tried are kept.
    await expect.poll(() => page.getByLabel('Address for OBS').inputValue()).toMatch(/pos=top-right/);
    await page.getByRole('button', { name: 'Reset' }).click();
    const colors = page.getByRole('tab', { name: 'Color' });
    await colors.click();
    await page.getByLabel('Accent', { exact: true }).fill('#00ff00');
    await colors.press('ArrowRight');
    await page.getByLabel('Font').fill('Space Grotesk');
    const fonts = page.locator('#suggestions-option-font option');
    expect(await fonts.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toContain(
      'DM Serif Display',
    );
    await page.getByRole('tab', { name: 'Motion' }).click();
    await page.getByLabel('Hide after, in seconds').fill('12');
    await expect
      .poll(() => page.getByLabel('Address for OBS').inputValue())
      .toBe(`${running.url}overlay/slider/?accent=00ff00&font=Space+Grotesk&show=12`);
    const frame = page.frameLocator('#screen iframe').last();
    await expect
      .poll(() => frame.locator('html').evaluate((root) => root.style.getPropertyValue('--opt-accent')))
      .toBe('#00ff00');
    expect(errors).toEqual([]);
  });

  test('shows the chosen look over every scene, with the size for OBS', async () => {
    await page.getByRole('button', { name: 'Sleeve, left' }).click();
    const size = page.locator('#size');
    await expect.poll(() => size.textContent()).toBe('1920 × 1080');
    const preview = page.frameLocator('iframe[title="Sleeve, left, preview"]').last();
    await preview.getByText('Paper Lanterns (Extended Mix)').first().waitFor();
    for (const [name, file] of [
      ['Daylight', 'day'],
      ['Busy picture', 'photo'],
      ['Dark club', 'club'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      const shown = page.locator('#screen .place').last();
      const ground = await shown.evaluate((place) => getComputedStyle(place).backgroundImage);
      expect(ground).toContain(`/sdk/scenes/${file}.webp`);
    }
    await page.getByLabel('Size of the source').selectOption('');
    await expect.poll(() => size.textContent()).toBe('800 × 180');
    await page.getByLabel('Size of the source').selectOption('1920x1080');
  });

  test('says that a file is no picture for the background, and takes one that is', async () => {
    const input = page.locator('#scenes input[type="file"]');
    const ground = () =>
      page
        .locator('#screen .place')
        .last()
        .evaluate((place) => getComputedStyle(place).backgroundImage);
    const before = await ground();
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText('This browser cannot show “a.png” as a picture.').waitFor();
    expect(await ground()).toBe(before);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await input.setInputFiles({ name: 'b.svg', mimeType: 'image/svg+xml', buffer });
    await expect.poll(ground).toContain('data:image/svg+xml');
    expect(await page.locator('#no-scene').textContent()).toBe('');
    await page.getByRole('button', { name: 'Dark club' }).click();
  });

  test('refuses a logo that is not in the folder of the files, and takes one that is', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const own = await startServer({ 'theme.files': folder });
    later(own.stop);
    const { page: form } = await open(USUAL.width, USUAL.height);
    await leaveOutPreview(form);
    await form.goto(`${own.url}overlay/`);
    await form.getByRole('tab', { name: 'More' }).click();
    await form.getByLabel('Your logo').fill('missing.svg');
    await form.getByText('has no picture “missing.svg”. Put it there, or choose one of: mark.svg.').waitFor();
    const address = () => form.getByLabel('Address for OBS').inputValue();
    expect(await address()).toBe(`${own.url}overlay/default/`);
    await form.getByLabel('Your logo').fill('mark.svg');
    await expect.poll(address).toBe(`${own.url}overlay/default/?logo=mark.svg`);
    expect(await form.getByText('has no picture').count()).toBe(0);
  });

  test('takes the file of a logo, keeps it, and says why it takes another one not', async () => {
    const url = await programAt();
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    await form.goto(`${url}/overlay/`);
    await form.getByRole('tab', { name: 'More' }).click();
    const choose = (name: string, content: Buffer) =>
      form
        .getByLabel('Choose a file…')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
    await choose('large.png', Buffer.concat([Buffer.from('\x89PNG\r\n', 'latin1'), Buffer.alloc(500_000)]));
    await form.getByText('large.png: The picture has more than 500 kB: choose a smaller one.').waitFor();
    const logo = form.getByLabel('Your logo');
    expect(await logo.inputValue()).toBe('');
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await choose('my mark.svg', drawing);
    await expect.poll(() => logo.inputValue()).toBe('my-mark.svg');
    const bitmap = await readFile(join(ROOT, 'dashboard/shell/icon-180.png'));
    const damaged = {
      'other.png': Buffer.from('no picture'),
      'half.png': bitmap.subarray(0, bitmap.length / 2),
      'half.svg': drawing.subarray(0, -1),
    };
    for (const [name, content] of Object.entries(damaged)) {
      await choose(name, content);
      await form
        .getByText(`${name}: This file is damaged, or not a PNG, JPEG, WebP or SVG picture`)
        .waitFor();
      expect(await logo.inputValue()).toBe('my-mark.svg');
    }
    const address = form.getByLabel('Address for OBS');
    expect(await address.inputValue()).toBe(`${url}/overlay/default/?logo=my-mark.svg`);
    expect(await (await fetch(`${url}/own/my-mark.svg`)).text()).toContain('<svg');
    expect(await accessibilityProblems(form)).toEqual([]);
  });

  test('takes the file of a font, which overlays load before they show a name in it, and fit if it comes later', async () => {
    const url = await programAt();
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await form.goto(`${url}/overlay/`);
    await form.getByRole('tab', { name: 'Type' }).click();
    const choose = (name: string, content: Buffer) =>
      form
        .getByLabel('Choose a font file…')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
    await choose('logo.png', Buffer.from('no font'));
    await form.getByText('This file is not a WOFF2, WOFF, TTF or OTF font: choose another one.').waitFor();
    const field = form.locator('#option-font');
    expect(await field.inputValue()).toBe('Inter');
    await choose('big.ttf', Buffer.concat([Buffer.from('wOF2'), Buffer.alloc(4_000_000)]));
    await form.getByText('The font has more than 4 MB: choose a smaller one, such as its WOFF2.').waitFor();
    // Wider than any other font here.
    const mono = join(ROOT, 'themes/shared/font-choices/jetbrains-mono-latin.woff2');
    await choose('Wide Brand-Bold.ttf', await readFile(mono));
    await expect.poll(() => field.inputValue()).toBe('Wide-Brand');
    const isLoaded = () => document.fonts.check('700 20px "Wide-Brand"');
    await expect
      .poll(() => form.frameLocator('#screen iframe').last().locator('html').evaluate(isLoaded))
      .toBe(true);
    expect(await accessibilityProblems(form)).toEqual([]);

    const address = await form.getByLabel('Address for OBS').inputValue();
    expect(address).toBe(`${url}/overlay/default/?font=Wide-Brand`);
    const { page: overlay } = await open(1920, 1080);
    let arrive = () => {};
    const isLate = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await overlay.route('**/own/Wide-Brand-Bold.woff2', async (route) => {
      await isLate;
      await route.continue();
    });
    await overlay.goto(`${address}&demo=usual`);
    // The overlay waits for a late font only so long.
    await overlay.locator('html[data-state=visible]').waitFor({ state: 'attached' });
    expect(await overlay.evaluate(isLoaded)).toBe(false);
    arrive();
    await expect.poll(() => overlay.evaluate(isLoaded)).toBe(true);
    const { page: punctual } = await open(1920, 1080);
    await punctual.goto(`${address}&demo=usual`);
    await punctual.locator('html[data-state=visible]').waitFor({ state: 'attached' });
    expect(await punctual.evaluate(isLoaded)).toBe(true);
    const sizeOfTitle = (page: Page) =>
      page.locator('[data-bind=title]').evaluate(({ style }) => Number(style.getPropertyValue('--fit') || 1));
    await expect.poll(() => sizeOfTitle(punctual)).toBeLessThan(1);
    await expect.poll(() => sizeOfTitle(overlay)).toBe(await sizeOfTitle(punctual));

    // A page that is open loads a font that came after its list of fonts.
    await overlay.goto(`${url}/`);
    const inUse = () =>
      overlay.evaluate(() =>
        [...document.fonts].flatMap(({ family, status }) =>
          status === 'loaded' && /Brand|Second/.test(family) ? family.replaceAll('"', '') : [],
        ),
      );
    await form.getByRole('button', { name: 'Use this look' }).click();
    await expect.poll(inUse).toEqual(['Wide-Brand']);
    await choose('Second.woff2', await readFile(join(dirname(mono), 'dm-serif-display-latin.woff2')));
    await expect.poll(() => field.inputValue()).toBe('Second');
    await form.getByRole('button', { name: 'Use this look' }).click();
    await expect.poll(inUse).toContain('Second');
  });

  test('moves nothing while thumbnails load', async () => {
    const { page: slow } = await open(USUAL.width, USUAL.height);
    await slow.addInitScript(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          Object.assign(globalThis, {
            shift: Reflect.get(globalThis, 'shift') + Reflect.get(entry, 'value'),
          });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await slow.route('**/thumbnail.webp', async (route) => {
      await slow.locator('#options label').first().waitFor();
      await slow.evaluate(() => Object.assign(globalThis, { shift: 0 }));
      await route.continue();
    });
    await slow.goto(`${running.url}overlay/`);
    const isDrawn = () =>
      slow.evaluate(() => [...document.querySelectorAll('img')].filter((img) => img.naturalWidth > 0).length);
    await expect.poll(isDrawn).toBeGreaterThan(5);
    // Fonts may move a text by part of a pixel; a thumbnail without a size moves much more.
    expect(await slow.evaluate(() => Reflect.get(globalThis, 'shift'))).toBeLessThan(0.001);
  });

  test('copies the address, confirms it, and drops the confirmation when the address changes', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByText('Copied.').waitFor();
    const address = await page.getByLabel('Address for OBS').inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await page.getByRole('button', { name: 'Strap', exact: true }).click();
    await expect.poll(() => page.getByText('Copied.').count()).toBe(0);
  });

  test.each([
    [1440, 900],
    [1280, 720],
  ])(
    'keeps preview, options and buttons on screen beside the last look, at %d x %d',
    async (width, height) => {
      await page.setViewportSize({ width, height });
      onTestFinished(() => page.evaluate(() => scrollTo(0, 0)));
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await page.getByRole('tab', { name: 'Color' }).click();
      for (const part of ['#screen', '#save', '#save-look', '#groups', '#options label']) {
        const box = await page.locator(part).first().boundingBox();
        const isOnScreen = box !== null && box.y >= 60 && box.y + box.height <= height;
        expect([part, isOnScreen]).toEqual([part, true]);
      }
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        const { bottom } = await boxOf(page.locator('#options > :last-child'));
        expect(bottom, (await tab.textContent()) ?? '').toBeLessThanOrEqual(height);
      }
      const preview = await boxOf(page.locator('#screen .place').last());
      expect(preview.width).toBeGreaterThan(0.4 * width);
    },
  );

  test.each([1280, 1024, 901])('cuts no button of the preview off, %d pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const bench = page.locator('.bench');
    expect(await bench.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const sizes = await page
      .getByLabel('Size of the source')
      .evaluate((size) => size.getBoundingClientRect().width);
    expect(sizes).toBeGreaterThan(120);
  });

  test('asks before an unsaved look is left, unless its address was copied', async () => {
    const { page: form } = await open(USUAL.width, USUAL.height);
    await leaveOutPreview(form);
    await form.goto(`${running.url}overlay/`);
    await form.getByRole('tab', { name: 'Motion' }).click();
    const hides = form.getByLabel('Hide after');
    await hides.fill('12');
    await hides.press('Tab');
    const asked = form.waitForEvent('dialog');
    const left = form.goto('about:blank').catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    expect(await hides.inputValue()).toBe('12');
    await form.getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => form.locator('#copied').textContent()).not.toBe('');
    const questions: string[] = [];
    form.on('dialog', async (another) => {
      questions.push(another.type());
      await another.accept();
    });
    await form.goto('about:blank');
    expect(questions).toEqual([]);
  });

  test('tells how to copy if the browser denies access', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      document.execCommand = () => false;
    });
    onTestFinished(() =>
      page.evaluate(() => {
        Reflect.deleteProperty(navigator.clipboard, 'writeText');
        Reflect.deleteProperty(document, 'execCommand');
      }),
    );
    await page.getByRole('button', { name: 'Copy address' }).click();
    await page.getByText('Press Ctrl+C').waitFor();
    // Selected for Ctrl+C.
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(
      await page.getByLabel('Address for OBS').inputValue(),
    );
  });

  test('is accessible', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('begins with the saved options of the look in use', async () => {
    const own = await startServer({ 'theme.options': { pos: 'top-right', accent: '#00ff00' } });
    later(own.stop);
    const { page: form } = await open(USUAL.width, USUAL.height);
    await leaveOutPreview(form);
    await form.goto(`${own.url}overlay/`);
    const address = () => form.getByLabel('Address for OBS').inputValue();
    const inUse = `${own.url}overlay/default/?pos=top-right&accent=00ff00`;
    await expect.poll(address).toBe(inUse);
    // Its picture has these options; the others are stored pictures.
    const items = form.locator('#themes li').filter({ hasText: 'In use' });
    expect(await items.getByRole('button').textContent()).toContain('Lower third');
    const picture = await items.locator('.picture iframe').getAttribute('src');
    expect(picture).toMatch(/pos=top-right&accent=%2300ff00/);
    await expect.poll(() => form.locator('.picture iframe').count()).toBe(1);
    // The look is at the top.
    expect(await isInLowerHalf(items.locator('.tag'), items.locator('.picture'))).toBe(true);
    await form.getByRole('button', { name: 'Strap', exact: true }).click();
    // Without the place and color of the look in use, which count at each address that names none.
    await expect.poll(address).toBe(`${own.url}overlay/slider/?pos=auto&accent=2f5bff`);
    await form.getByRole('button', { name: 'Lower third', exact: true }).click();
    await expect.poll(address).toBe(inUse);
  });

  test('offers no look that is in use, also after another page has changed that', async () => {
    const folder = await testFolder();
    const file = join(folder, 'conf.yaml');
    await writeFile(file, 'theme.internal: slider\n');
    const url = await programAt(`--conf=${file}`);
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    await form.goto(`${url}/overlay/`);
    const use = form.locator('#save:not([aria-disabled=true])', { hasText: 'Use this look' });
    const used = form.locator('#save[aria-disabled=true]', { hasText: 'In use' });
    await used.waitFor();
    await form.getByLabel('Accent', { exact: true }).fill('#00ff00');
    await use.waitFor();
    await form.getByRole('button', { name: 'Reset' }).click();
    await used.waitFor();
    await form.locator('.chip').waitFor();
    await writeFile(file, 'theme.internal: text\n');
    await use.click();
    await used.waitFor();
    await form.getByText(/^Saved: .* shows this look now\./).waitFor();
  });

  test('marks the saved look that is in use in place of its theme, with a picture of its own', async () => {
    const options = {
      name: 'theme.looks',
      value: '{"Sunday":"text?show=5&pos=top-left","Friday night":"slider?accent=00ff00&show=12"}',
    };
    const { settings } = keptSettings(wireOption(options));
    const own = await startServer(
      { 'theme.internal': 'slider', 'theme.options': { accent: '#00ff00', show: 12 } },
      { ...WELL, settings },
    );
    later(own.stop);
    const { page: form } = await open(USUAL.width, USUAL.height);
    await leaveOutPreview(form);
    // Claims the right to configure.
    await form.goto(`${own.url}setup/`);
    await form.locator('.tile').first().waitFor();
    await form.goto(`${own.url}overlay/`);
    const marked = form.locator('.looks li').filter({ hasText: 'In use' });
    await marked.waitFor();
    expect(await marked.locator('.name').allTextContents()).toEqual(['Friday night']);
    expect(await form.locator('.looks [aria-pressed=true] .name').allTextContents()).toEqual([
      'Friday night',
    ]);
    expect(await form.getByLabel('Address for OBS').inputValue()).toBe(`${own.url}looks/Friday%20night/`);
    const picture = await marked.locator('.picture iframe').getAttribute('src');
    expect(picture).toContain('/overlay/slider/?accent=00ff00&');
    // The cross is beside the name, where it covers no look.
    const cross = await marked.locator('.remove').evaluate((button) => {
      const { top, height } = button.getBoundingClientRect();
      return top + height / 2;
    });
    const covered = await marked.locator('.picture').boundingBox();
    expect(cross).toBeGreaterThan((covered?.y ?? 0) + (covered?.height ?? 0) + 10);
    // A change leaves it chosen; a copy of it may replace another one.
    await form.getByLabel('Accent', { exact: true }).fill('#ff0000');
    await expect
      .poll(() => form.locator('.looks [aria-pressed=true] .name').allTextContents())
      .toEqual(['Friday night, changed']);
    await form.getByRole('button', { name: 'Save as…' }).click();
    for (const [name, isInUse] of [
      ['Sunday', false],
      ['Friday night', true],
    ] as const) {
      const asked = form.waitForEvent('dialog');
      await form.getByLabel('Name of your look').fill(name);
      const pressed = form.getByRole('button', { name: 'Save to my looks' }).click();
      const question = await asked;
      expect([name, question.message().includes('It is in use')]).toEqual([name, isInUse]);
      await question.dismiss();
      await pressed;
    }
    expect(await accessibilityProblems(form)).toEqual([]);
  });

  test('saves the look with its options for the program, under a name, and as a file', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'conf.yaml'), 'delay: 3 # for the stream\n');
    const environment = { ...SOMEWHERE, configDir: folder, cwd: folder, env: {} };
    const { command, ...read } = await readInvocation(program, ['start'], environment);
    const context = { command, ...read, environment, tools: realTools(keptLog()) };
    const nothing = { changed: [], needRestart: [], problems: [] };
    const settings = createSettingsStore(command.options, context, async (write) => {
      await write();
      return nothing;
    });
    const looks = { Sunday: 'text?show=5' };
    const own = await startServer({ 'theme.looks': looks }, { ...WELL, settings });
    later(own.stop);
    await writeFile(
      join(folder, 'conf.yaml'),
      'delay: 3 # for the stream\ntheme.looks.Sunday: text?show=5\n',
    );
    const form = await timelessForm(own);
    // Looking at looks must not claim the right to configure.
    expect(own.pass.isFree).toBe(true);
    await form.getByRole('button', { name: 'Show my looks' }).click();
    await form.getByRole('button', { name: 'Sunday', exact: true }).waitFor();
    await form.getByLabel('Accent', { exact: true }).fill('#00ff00');
    await form.getByRole('tab', { name: 'Motion' }).click();
    await form.getByLabel('Hide after').fill('12');
    await form.getByRole('button', { name: 'Copy address' }).click();
    await form.getByText('Copied.').waitFor();
    expect(await form.evaluate(() => navigator.clipboard.readText())).toBe(
      `${own.url}overlay/slider/?accent=00ff00&show=12`,
    );
    await form.getByRole('button', { name: 'Use this look' }).click();
    await form.getByText(/^Saved: .* shows this look now\./).waitFor();
    await form.clock.runFor(10_000);
    await form.getByText(/^Saved: .* shows this look now\./).waitFor();
    const saved = await readFile(join(folder, 'conf.yaml'), 'utf8');
    expect(saved).toContain('delay: 3 # for the stream\n');
    expect(saved).toMatch(/internal: slider/);
    expect(saved).toMatch(/accent: ["']#00ff00["'][\s\S]*show: ["']?12/);

    await form.getByLabel('Name of your look').fill('Friday night');
    await form.getByLabel('Name of your look').press('Enter');
    await form.getByText('Saved as “Friday night”.').waitFor();
    expect(await readFile(join(folder, 'conf.yaml'), 'utf8')).toContain(
      'Friday night: slider?accent=00ff00&show=12',
    );
    await form.getByRole('button', { name: 'Sunday', exact: true }).waitFor();
    const address = () => form.getByLabel('Address for OBS').inputValue();
    expect(await address()).toBe(`${own.url}looks/Friday%20night/`);
    await form.getByText('Move it to another computer').click();
    const [download] = await Promise.all([
      form.waitForEvent('download'),
      form.getByRole('button', { name: 'Export as a file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Friday night.look.json');
    const file = await download.path();

    await form.getByRole('button', { name: 'Type', exact: true }).click();
    expect(await address()).toBe(`${own.url}overlay/text/`);
    await form.getByRole('button', { name: 'Friday night', exact: true }).click();
    expect(await address()).toBe(`${own.url}looks/Friday%20night/`);
    await form.getByLabel('Hide after').fill('5');
    expect(await address()).toBe(`${own.url}overlay/slider/?accent=00ff00&show=5`);
    await form.getByRole('button', { name: 'Reset' }).click();
    expect(await address()).toBe(`${own.url}looks/Friday%20night/`);
    await form.getByRole('tab', { name: 'Color' }).click();
    expect(await form.getByLabel('Accent', { exact: true }).inputValue()).toBe('#00ff00');
    form.once('dialog', (question) => question.dismiss());
    await form.getByRole('button', { name: 'Remove Friday night' }).click();
    await expect.poll(() => form.getByRole('button', { name: 'Friday night', exact: true }).count()).toBe(1);
    form.once('dialog', (question) => question.accept());
    await form.getByRole('button', { name: 'Remove Friday night' }).click();
    await form.getByText('Removed “Friday night”.').waitFor();
    expect(await address()).toBe(`${own.url}overlay/slider/?accent=00ff00&show=12`);
    expect(await form.getByRole('button', { name: 'Friday night' }).count()).toBe(0);

    await form.getByRole('button', { name: 'Type', exact: true }).click();
    await form.getByLabel('Import a file').setInputFiles(file);
    await form.getByText('This is how it looks. Save it to keep it.').waitFor();
    expect([await address(), await form.getByLabel('Name of your look').inputValue()]).toEqual([
      `${own.url}overlay/slider/?accent=00ff00&show=12`,
      'Friday night',
    ]);
    // A large file is not read.
    await form.getByLabel('Import a file').setInputFiles({
      name: 'holiday.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.concat([await readFile(file), Buffer.alloc(24_000_000, ' ')]),
    });
    await form.getByText('This file is not a look.').waitFor();
  });

  test('takes logo and font of a look along to another computer, where files of the same names stay', async () => {
    /** Gallery of a program with its own folder, which has these files for looks. */
    const galleryOf = async (files: Readonly<Record<string, string | Buffer>>) => {
      const folder = await testFolder();
      const conf = join(folder, 'conf.yaml');
      await writeFile(conf, `theme:\n  files: ${JSON.stringify(folder)}\n`);
      await Promise.all(
        Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)),
      );
      const url = await programAt(`--conf=${conf}`);
      const { page: form } = await open(USUAL.width, USUAL.height, true);
      await leaveOutPreview(form);
      await form.goto(`${url}/overlay/`);
      await form.getByText('Move it to another computer').click();
      return { form, folder, url };
    };
    const fonts = join(ROOT, 'themes/shared/font-choices');
    const mono = await readFile(join(fonts, 'jetbrains-mono-latin.woff2'));
    const serif = await readFile(join(fonts, 'dm-serif-display-latin.woff2'));
    const mark = (color: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="${color}"/></svg>`;
    const here = await galleryOf({
      'mark.svg': mark('teal'),
      'Brand-Bold.woff2': mono,
      'Brand-Light.woff2': serif,
    });
    await here.form.getByRole('tab', { name: 'More' }).click();
    const address = () => here.form.getByLabel('Address for OBS').inputValue();
    await here.form.getByLabel('Your logo').fill('mark.svg');
    // The server is asked for the file first.
    await expect.poll(address).toBe(`${here.url}/overlay/default/?logo=mark.svg`);
    await here.form.getByRole('tab', { name: 'Type' }).click();
    await here.form.locator('#option-font').fill('Brand');
    await expect.poll(address).toBe(`${here.url}/overlay/default/?logo=mark.svg&font=Brand`);
    await here.form.getByLabel('Name of your look').fill('Nebel');
    const [download] = await Promise.all([
      here.form.waitForEvent('download'),
      here.form.getByRole('button', { name: 'Export as a file' }).click(),
    ]);
    await here.form.getByText('The file has mark.svg, Brand-Bold.woff2, Brand-Light.woff2 in it.').waitFor();

    const there = await galleryOf({ 'mark.svg': mark('red'), 'Brand-Bold.woff2': serif });
    const { form, folder, url } = there;
    await form.getByLabel('Import a file').setInputFiles(await download.path());
    await form.getByText('This is how it looks. Save it to keep it.').waitFor();
    expect(await form.getByLabel('Address for OBS').inputValue()).toBe(
      `${url}/overlay/default/?logo=mark-2.svg&font=Brand-2`,
    );
    const kept = async (name: string) => await readFile(join(folder, name));
    expect(String(await kept('mark.svg'))).toBe(mark('red'));
    expect(String(await kept('mark-2.svg'))).toBe(mark('teal'));
    expect(serif.equals(await kept('Brand-Bold.woff2'))).toBe(true);
    expect(mono.equals(await kept('Brand-2-Bold.woff2'))).toBe(true);
    expect(serif.equals(await kept('Brand-2-Light.woff2'))).toBe(true);
    // What is here already is not kept twice.
    await form.getByRole('button', { name: 'Reset' }).click();
    await form.getByLabel('Import a file').setInputFiles(await download.path());
    await expect
      .poll(() => form.getByLabel('Address for OBS').inputValue())
      .toBe(`${url}/overlay/default/?logo=mark-2.svg&font=Brand-2`);

    // A file from before, and one whose logo is none.
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    const give = (content: object) =>
      form.getByLabel('Import a file').setInputFiles({
        name: 'a.look.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ ...exported, ...content })),
      });
    await give({ options: { logo: 'old.svg', font: 'Gotham' }, files: undefined });
    await form
      .locator('#moved')
      .getByText(
        'The file old.svg is not in it: choose it at “Your logo”. The font Gotham is not in it: choose its file under “Type”',
      )
      .waitFor();
    expect(await form.getByLabel('Your logo').inputValue()).toBe('old.svg');
    await form.locator('#wrong-option-logo').getByText('The file old.svg is not in it').waitFor();
    await give({ options: { logo: 'mark.svg' }, files: { logo: [{ name: 'mark.svg', data: 'bm9uZQ==' }] } });
    await form.locator('#moved').getByText('“mark.svg” was not kept here: This file is damaged').waitFor();
    expect(await form.getByLabel('Address for OBS').inputValue()).toBe(`${url}/overlay/default/`);
    expect(await accessibilityProblems(form)).toEqual([]);
  });

  test('keeps a saved look chosen while it is edited, and saves it, also under another name, by keyboard', async () => {
    const folder = await testFolder();
    const file = join(folder, 'conf.yaml');
    const looks = ['theme:', '  internal: slider', '  options:', '    accent: "#00ff00"', '  looks:'];
    await writeFile(
      file,
      [...looks, '    Club: slider?accent=00ff00', '    Day: text?show=5', ''].join('\n'),
    );
    const url = await programAt(`--conf=${file}`);
    const { page: form } = await open(USUAL.width, USUAL.height, true);
    await leaveOutPreview(form);
    const { page: overlay } = await open(800, 160);
    const accent = () =>
      overlay.locator('html').evaluate(({ style }) => style.getPropertyValue('--opt-accent'));
    await overlay.goto(`${url}/looks/Club/`);
    await form.goto(`${url}/setup/`);
    await form.locator('.tile').first().waitFor();
    await form.goto(`${url}/overlay/`);
    const chosen = () => form.locator('.looks [aria-pressed=true] .name').allTextContents();
    const inUse = () =>
      form.locator('.looks li').filter({ hasText: 'In use' }).locator('.name').allTextContents();
    const address = () => form.getByLabel('Address for OBS').inputValue();
    const save = form.getByRole('button', { name: 'Save', exact: true });
    const color = form.getByLabel('Accent', { exact: true });
    await expect.poll(chosen).toEqual(['Club']);
    expect(await save.getAttribute('aria-disabled')).toBe('true');

    await color.fill('#ff0000');
    await expect.poll(chosen).toEqual(['Club, changed']);
    await form.locator('#choices').getByText('Club, changed').waitFor();
    // OBS would not show the change at the look's own address yet.
    expect(await address()).toBe(`${url}/overlay/slider/?accent=ff0000`);
    expect(await accessibilityProblems(form)).toEqual([]);
    await form.getByRole('button', { name: 'Day', exact: true }).click();
    await form.getByRole('button', { name: 'Club', exact: true }).click();
    expect([await chosen(), await color.inputValue()]).toEqual([['Club, changed'], '#ff0000']);
    await color.fill('#00ff00');
    await expect.poll(chosen).toEqual(['Club']);
    await color.fill('#0000ff');

    await save.press('Enter');
    await form.getByText('Saved “Club”. Overlays that show it follow at once.').waitFor();
    expect([await chosen(), await inUse(), await address()]).toEqual([
      ['Club'],
      ['Club'],
      `${url}/looks/Club/`,
    ]);
    await expect.poll(accent).toBe('#0000ff');
    expect(await readFile(file, 'utf8')).toMatch(/accent: ["']?#0000ff[\s\S]*Club: slider\?accent=0000ff/);

    await color.fill('#ffff00');
    await form.getByRole('button', { name: 'Save as…' }).press('Enter');
    const name = form.getByLabel('Name of your look');
    await expect.poll(() => focused(form)).toBe('look-name');
    await name.press('Escape');
    await expect.poll(() => focused(form)).toBe('save-as');
    await form.getByRole('button', { name: 'Save as…' }).press('Enter');
    // The name is selected.
    await form.keyboard.type('Club gold');
    await form.keyboard.press('Enter');
    await form.getByText('Saved as “Club gold”.').waitFor();
    expect([await chosen(), await inUse(), await focused(form)]).toEqual([
      ['Club gold'],
      ['Club'],
      'save-as',
    ]);
    expect(await accent()).toBe('#0000ff');
    const questions: string[] = [];
    form.on('dialog', async (question) => {
      questions.push(question.type());
      await question.accept();
    });
    await form.goto('about:blank');
    expect(questions).toEqual([]);
  });

  test('reconnects after an outage, and lays out no hidden track', async () => {
    const { page: away, running: own } = await desk('api/v1/now');
    await leaveOutPreview(away);
    await away.route('**/api/v1/themes', (route) => route.abort());
    await away.goto(`${own.url}overlay/`);
    const problem = away.getByText('deckcast does not answer. Trying again…');
    await problem.waitFor();
    await away.unroute('**/api/v1/themes');
    await expect.poll(() => away.locator('#themes button').count()).toBe(THEMES.length);
    expect(await problem.isVisible()).toBe(false);
    expect(await shownThoughHidden(away)).toEqual([]);
  });

  test("begins with a theme's own defaults", async () => {
    const folder = await testFolder();
    const options = { show: { type: 'duration', default: '12', label: 'Hide after' } };
    await writeFile(join(folder, 'index.html'), '/ws');
    await writeFile(join(folder, 'theme.json'), JSON.stringify({ id: 'mine', name: 'Mine', options }));
    const own = await startServer({ 'theme.dir': folder });
    later(own.stop);
    const { page: form } = await open(1280, 900);
    await leaveOutPreview(form);
    await form.goto(`${own.url}overlay/`);
    await form.getByRole('tab', { name: 'Motion' }).click();
    expect(await form.getByLabel('Hide after').inputValue()).toBe('12');
  });
});

test('an overlay at the address of a saved look follows the look at once, and reloads only for another theme', async () => {
  const looks: Record<string, string> = { Friday: 'slider?accent=00ff00&show=9' };
  const own = await startServer({ 'theme.looks': looks, 'theme.options': { accent: '#123456' } }, WELL);
  later(own.stop);
  const { page } = await open(800, 160);
  await page.goto(`${own.url}looks/Friday/?show=5`);
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const isSamePage = () => page.evaluate(() => Reflect.get(globalThis, 'isSamePage') === true);
  looks.Friday = 'slider?accent=ff0000&show=9';
  own.server.settingsChanged([]);
  const root = page.locator('html');
  const accent = () => root.evaluate(({ style }) => style.getPropertyValue('--opt-accent'));
  await expect.poll(accent).toBe('#ff0000');
  expect([await isSamePage(), await root.getAttribute('data-opt-show')]).toEqual([true, '5000']);
  looks.Friday = 'slider';
  own.server.settingsChanged([]);
  // Its own, not that of the look in use.
  await expect.poll(accent).toBe('#2f5bff');
  looks.Friday = 'text';
  own.server.settingsChanged([]);
  await page.waitForURL(/overlay\/text\/\?show=5/);
  // A change is noticed after an outage, too.
  const { port } = own;
  await own.stop();
  looks.Friday = 'ticker';
  const again = await startServer({ 'http.addr': { host: '127.0.0.1', port }, 'theme.looks': looks }, WELL);
  later(again.stop);
  await page.waitForURL(/overlay\/ticker\/\?show=5/);
});

test('an overlay at the address of a saved look shows its newest options, though an older answer comes later or never', async () => {
  const looks: Record<string, string> = { Friday: 'slider?accent=00ff00' };
  const own = await startServer({ 'theme.looks': looks }, WELL);
  later(own.stop);
  const { page } = await open(800, 160, true);
  await page.clock.install();
  await page.goto(`${own.url}looks/Friday/`);
  const accent = () => page.locator('html').evaluate(({ style }) => style.getPropertyValue('--opt-accent'));
  await expect.poll(accent).toBe('#00ff00');
  await page.evaluate(() => {
    const seen: string[] = [];
    const note = () => seen.push(document.documentElement.style.getPropertyValue('--opt-accent'));
    new MutationObserver(note).observe(document.documentElement, { attributes: true });
    Object.assign(globalThis, { seen });
  });
  const held: Route[] = [];
  await page.route(/\/looks\/Friday/, (route) => void held.push(route));
  const change = async (color: string): Promise<Route> => {
    const { length } = held;
    looks.Friday = `slider?accent=${color}`;
    own.server.settingsChanged([]);
    return waitFor('the overlay to ask', async () => held[length]);
  };
  const old = await change('ff0000');
  await (await change('0000ff')).continue();
  await expect.poll(accent).toBe('#0000ff');
  const location = '/overlay/slider/?accent=ff0000&look=Friday';
  await old.fulfill({ status: 302, headers: { location } }).catch(() => undefined);
  await (await change('0000fe')).continue();
  await expect.poll(accent).toBe('#0000fe');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).not.toContain('#ff0000');

  await change('ffffff');
  await page.clock.runFor(5_000);
  await (await waitFor('the overlay to ask again', async () => held[4])).continue();
  await expect.poll(accent).toBe('#ffffff');
});

test('an overlay at the address of a saved look follows the look at a refresh', async () => {
  const looks: Record<string, string> = { Friday: 'slider?accent=00ff00' };
  const own = await startServer({ 'theme.looks': looks }, WELL);
  later(own.stop);
  const { page } = await open(800, 160);
  await page.goto(`${own.url}looks/Friday/?show=5`);
  expect(new URL(page.url()).pathname).toBe('/overlay/slider/');
  looks.Friday = 'text';
  await page.reload();
  await page.waitForURL(/overlay\/text\/\?show=5/);
  delete looks.Friday;
  await page.reload();
  await page.waitForURL(`${own.url}?show=5&look=*`);
});
