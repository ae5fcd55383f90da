/** A phone is signed in by a picture on the operator's page. */
import { expect, test } from 'vitest';
import { Secret } from '../../src/core/option.ts';
import type { PhoneCode } from '../../src/web/wire/phone.ts';
import { cleanUps } from '../support/clean-up.ts';
import { startServer, WELL } from '../support/server.ts';
import { keptSetup } from '../support/setup.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';
import { TOKEN } from './desk.ts';

const later = cleanUps();
const pages = testPages();

/** The operator's page of a server that other computers reach. */
async function open(token: string) {
  const setup = { ...keptSetup(), host: async () => '127.0.0.1' };
  const running = await startServer(
    { 'http.addr': { host: '0.0.0.0', port: 0 }, 'http.token': new Secret(token) },
    { ...WELL, setup: async () => setup },
  );
  later(running.stop);
  const { page } = await pages.open(1280, 900);
  await page.goto(`${running.url}dashboard/`);
  return { running, page };
}

test('a phone operates after it has scanned the code, and a second one does not', async () => {
  const { page } = await open(TOKEN);
  await page.getByLabel('Token').fill(TOKEN);
  await page.keyboard.press('Enter');
  const answered = page.waitForResponse('**/api/v1/phone');
  await page.getByRole('button', { name: 'Show a code' }).click();
  const { url } = (await (await answered).json()) as PhoneCode;
  const picture = page.getByAltText('QR code that signs one phone in');
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
  ).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);

  const phones = await Promise.all([pages.browser.newContext(), pages.browser.newContext()]);
  later(() => Promise.all(phones.map((phone) => phone.close())));
  const [first, second] = await Promise.all(phones.map((phone) => phone.newPage()));
  await first?.goto(url);
  await first?.getByText('Connected', { exact: true }).waitFor();
  // Nothing of it stays where somebody could read it.
  expect(first?.url()).not.toContain('sign-in');
  await first?.reload();
  await first?.getByText('Connected', { exact: true }).waitFor();
  await second?.goto(url);
  await second
    ?.getByText('This code was used already, or is too old: show a new one.', { exact: false })
    .waitFor();
});

test('without a token the page offers to make one, and says where there is no file to keep it', async () => {
  const { page } = await open('');
  await page.getByRole('button', { name: 'Show a code' }).click();
  await page.getByText('Without a token only this computer may operate.').waitFor();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByText('This is the demo, in which nothing can be changed: start deckcast itself.').waitFor();
});
