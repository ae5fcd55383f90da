// Draws the documentation's pictures: the operator's page, every look, the steps of the set-up page, the settings, and the
// sign-in code for a phone. `scripts/animation.js` draws the README's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { launchChromium } from './chromium.js';
import { drawLooks } from './looks.js';

const root = new URL('..', import.meta.url);
const TRACK = 'Harbour Lights (Extended Mix)';

/**
 * @param {Buffer} picture
 * @param {string} name
 */
async function save(picture, name) {
  const file = fileURLToPath(new URL(`docs/images/${name}.png`, root));
  const { size } = await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
  console.log(`docs/images/${name}.png ${Math.round(size / 1024)} KB`);
}

/** Home without settings. Pictures show this typical path for it. */
const HOME_IN_PICTURES = '/home/dj';
const home = await mkdtemp(join(tmpdir(), 'dj-'));

/** @param {readonly string[]} words */
function start(words) {
  const program = spawn(process.execPath, ['bin/deckcast.js', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Created at once, because a line before the first reader would be lost.
  const lines = createInterface({ input: program.stderr })[Symbol.asyncIterator]();
  return { program, ended: once(program, 'exit'), lines };
}

/**
 * Returns the overlay's address, once it is known and a line with this text was logged.
 *
 * @param {AsyncIterable<string>} lines
 * @param {string} text
 */
async function addressOf(lines, text) {
  let address = '';
  let isLogged = false;
  for await (const line of lines) {
    address ||= /msg="overlay ready" url=(\S+)/.exec(line)?.[1] ?? '';
    isLogged ||= line.includes(text);
    if (address !== '' && isLogged) {
      return address;
    }
  }
  throw new Error(`the program ended without an address and “${text}”`);
}

/** One picture for each step of the set-up page, and one of the settings. */
async function drawSetUp() {
  // Pictures show the default address.
  const { program, ended, lines } = start(['start', '--source=http', '--http.addr=127.0.0.1:9090']);
  try {
    const address = await addressOf(lines, 'waiting for tracks');
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    await page.goto(`${address}setup/`);
    const step = page.locator('.step');
    await page.getByText('Waits for the first track').first().waitFor();
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
    program.kill('SIGTERM');
    await ended;
  }
}

/** Code on the operator's page. It is valid for two minutes, and its program has ended by then. */
async function drawPhone() {
  const { program, ended, lines } = start([
    'start',
    '--source=http',
    '--http.addr=0.0.0.0:9090',
    '--http.token=choose-something-long',
  ]);
  try {
    await addressOf(lines, 'waiting for tracks');
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    await page.goto('http://127.0.0.1:9090/dashboard/');
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
    program.kill('SIGTERM');
    await ended;
  }
}

const demo = start(['demo', '--http.addr=127.0.0.1:0']);
const browser = await launchChromium();
try {
  const address = await addressOf(demo.lines, TRACK);
  const overlay = await browser.newPage({ viewport: { width: 800, height: 160 } });
  await overlay.goto(address);
  const operator = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await operator.goto(`${address}dashboard/`);
  await overlay.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
  await overlay.waitForTimeout(1_500);
  // Before the looks, which take longer than the demo's current track.
  await save(await operator.screenshot(), 'operator');
  const photograph = fileURLToPath(new URL('themes/shared/scenes/photo.webp', root));
  await drawLooks(browser, address, await sharp(photograph).png().toBuffer(), save);
  await drawSetUp();
  await drawPhone();
} finally {
  await browser.close();
  demo.program.kill('SIGTERM');
  await demo.ended;
  await rm(home, { recursive: true, force: true });
}
