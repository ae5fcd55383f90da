// Draws the documentation's pictures: the operator's page and its dock, looks, steps of the set-up page, settings, and the
// sign-in code for a phone, which needs a network with a default route. `scripts/animation.js` draws the README's.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { launchChromium } from './chromium.js';
import { drawLooks } from './looks.js';
import { addressOf, startProgram } from './running-program.js';

const root = new URL('..', import.meta.url);
const TRACK = 'Harbour Lights (Extended Mix)';

/**
 * @param {Buffer} picture
 * @param {string} name
 */
async function save(picture, name) {
  await write(`${name}.png`, sharp(picture).png({ palette: true, quality: 90, effort: 10 }));
}

/** For photographs and covers. @param {Buffer} picture @param {string} name */
async function saveWebp(picture, name) {
  await write(`${name}.webp`, sharp(picture).webp({ quality: 80, effort: 6 }));
}

/** @param {string} name @param {import('sharp').Sharp} picture */
async function write(name, picture) {
  const { size } = await picture.toFile(fileURLToPath(new URL(`docs/images/${name}`, root)));
  console.log(`docs/images/${name} ${Math.round(size / 1024)} KB`);
}

/** Pictures show this path instead of the temporary home's. */
const HOME_IN_PICTURES = '/home/dj';
const home = await mkdtemp(join(tmpdir(), 'dj-'));

async function drawSetUp() {
  // Pictures show the default address.
  const program = startProgram(['start', '--source=http', '--http.addr=127.0.0.1:9090'], home);
  try {
    const address = await addressOf(program.lines, 'waiting for tracks');
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, bypassCSP: true });
    await page.goto(`${address}setup/`);
    // No text touches the edge of a picture.
    await page.addStyleTag({ content: '.step, .viewers { padding: 16px }' });
    const step = page.locator('.step');
    await page.getByText('Waiting for a track').first().waitFor();
    await save(await step.screenshot(), 'set-up-sources');
    const track = JSON.stringify({ artist: 'Night Ferry', title: 'Harbour Lights (Extended Mix)' });
    await page.request.post(`${address}api/v1/track`, { data: track });
    await page.frameLocator('#on-air iframe').getByText('Harbour Lights').first().waitFor();
    await page.waitForTimeout(1_500);
    await save(await page.locator('.viewers').screenshot(), 'set-up-on-air');
    await save(await page.locator('.card:visible').first().screenshot(), 'set-up-arrived');
    for (const [id, name] of /** @type {const} */ ([
      ['look', 'look'],
      ['obs', 'obs'],
      ['more', 'outputs'],
      ['gig', 'start'],
    ])) {
      await page.locator(`.steps a[href="#${id}"]`).click();
      await page.locator(`#step-${id}`).waitFor();
      await page.waitForTimeout(1_500);
      await save(await step.screenshot(), `set-up-${name}`);
    }
    await page.route('**/api/v1/settings', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(home, HOME_IN_PICTURES) });
    });
    await page.goto(`${address}settings/`);
    await page.getByRole('searchbox').fill('history');
    await page.getByText('Found').first().waitFor();
    await save(await page.locator('#settings').screenshot(), 'settings');
  } finally {
    await program.stop();
  }
}

/** The code is valid for two minutes; its program has then ended. */
async function drawPhone() {
  const program = startProgram(
    ['start', '--source=http', '--http.addr=0.0.0.0:9090', '--http.token=choose-something-long'],
    home,
  );
  try {
    await addressOf(program.lines, 'waiting for tracks');
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, bypassCSP: true });
    await page.goto('http://127.0.0.1:9090/dashboard/');
    await page.addStyleTag({ content: '.codes section { padding: 16px }' });
    await page.getByLabel('Token').fill('choose-something-long');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Phone' }).click();
    await page.getByRole('button', { name: 'Use my phone' }).click();
    await page.getByAltText('QR code that signs one phone in').waitFor();
    await save(
      await page
        .locator('section', { has: page.locator('#phone-heading') })
        .last()
        .screenshot(),
      'phone',
    );
  } finally {
    await program.stop();
  }
}

const demo = startProgram(['demo', '--http.addr=127.0.0.1:0'], home);
const browser = await launchChromium();
try {
  const address = await addressOf(demo.lines, TRACK);
  const overlay = await browser.newPage({ viewport: { width: 800, height: 160 } });
  await overlay.goto(address);
  const operator = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await operator.goto(`${address}dashboard/`);
  await overlay.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
  await overlay.waitForTimeout(1_500);
  // The looks take longer than the demo's current track.
  await save(await operator.screenshot(), 'operator');
  await operator.setViewportSize({ width: 360, height: 640 });
  await operator.goto(`${address}dashboard/?dock`);
  await operator.locator('#next .title').waitFor();
  await saveWebp(await operator.screenshot({ fullPage: true }), 'dock');
  const photograph = fileURLToPath(new URL('themes/shared/scenes/photo.webp', root));
  await drawLooks(browser, address, await sharp(photograph).png().toBuffer(), (picture, id) =>
    saveWebp(picture, `looks/${id}`),
  );
  await drawSetUp();
  await drawPhone();
} finally {
  await browser.close();
  await demo.stop();
  await rm(home, { recursive: true, force: true });
}
