/** `motion.test.ts` checks that the code covers nothing. */
import { expect, test } from 'vitest';
import { overlays } from './overlays.ts';

const { overlay } = overlays();

test("the code follows the page's address, stays without a track, and is absent if nobody else could open the page", async () => {
  const { running, page, errors, show } = await overlay('?qr=1', { apart: (page) => page.clock.install() });
  await show('Paper Lanterns', 1);
  const code = page.locator('.qr');
  expect(await code.count()).toBe(0);
  const change = async (address: string) => {
    running.change({ 'page.address': address });
    await page.clock.fastForward(31_000);
  };
  const seen = new Set<string | null>();
  for (const address of ['https://example.org/one/', 'https://example.org/two/']) {
    await change(address);
    await code.waitFor();
    await page.waitForFunction(
      (before) => !before.includes(document.querySelector('.qr')?.getAttribute('src') ?? null),
      [...seen],
    );
    seen.add(await code.getAttribute('src'));
  }
  expect(seen.size).toBe(2);
  await change('');
  await code.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});
