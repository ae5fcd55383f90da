/** `?qr=1`: the code of the set's page on an overlay. That it covers nothing is looked at in `motion.test.ts`. */
import { expect, test } from 'vitest';
import { publication } from '../support/publication.ts';
import { testPages, waitUntilShown } from './browser.ts';
import { lastingAddress } from './lasting-server.ts';

const pages = testPages();
const startHere = lastingAddress();

test('the code follows the address of the page, stays without a track, and is not there where nobody could open it', async () => {
  const here = await startHere();
  try {
    const { page, errors } = await pages.open(800, 160, true);
    await page.clock.install();
    await page.goto(`${here.url}?qr=1`);
    here.server.audience.show(publication());
    await waitUntilShown(page, publication().track.title);
    const code = page.locator('.qr');
    expect(await code.count()).toBe(0);
    const seen = new Set<string | null>();
    for (const address of ['https://example.org/one/', 'https://example.org/two/']) {
      here.change({ 'page.address': address });
      await page.clock.fastForward(31_000);
      await code.waitFor();
      await page.waitForFunction(
        (before) => !before.includes(document.querySelector('.qr')?.getAttribute('src') ?? null),
        [...seen],
      );
      seen.add(await code.getAttribute('src'));
    }
    expect(seen.size).toBe(2);
    here.change({ 'page.address': '' });
    await page.clock.fastForward(31_000);
    await code.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  } finally {
    await here.stop();
  }
});
