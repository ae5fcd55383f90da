import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { photoLike } from '../support/photo.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { startServer } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

const named = (title: string, position: number) =>
  publication({ position, playId: `play-${position}`, track: track({ artist: 'Ada', title }) });

async function serve() {
  const running = await startServer();
  later(running.stop);
  running.server.audience.show(named('One', 1));
  running.server.audience.show(named('Two', 2));
  return { url: `${running.url}page/`, audience: running.server.audience, stop: running.stop };
}

test('the page updates itself', async () => {
  const { url, audience } = await serve();
  const { page, errors } = await pages.open(390, 844, true);
  await page.clock.install();
  await page.goto(url);
  await page.getByText('On air now').waitFor();
  audience.show(named('Three', 3));
  await page.clock.fastForward(5_000);
  await page.locator('.now').getByText('Three').waitFor();
  audience.show(hiddenPublication({ kind: 'hide', position: 3, playId: 'play-3' }));
  await page.clock.fastForward(5_000);
  await page.locator('.now .title', { hasText: /^Unnamed track$/ }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('Three');
  expect(errors).toEqual([]);
});

test('the page has a small sleeve beside the names on a phone, and a large cover', async () => {
  const { url, audience } = await serve();
  const { page } = await pages.open(390, 844);
  const widthOfCover = async () => (await page.locator('.now .cover').boundingBox())?.width ?? 0;
  await page.goto(url);
  expect(await widthOfCover()).toBeLessThan(100);
  audience.show({ ...named('Three', 3), art: { png: await photoLike(64), accent: '#00a050' } });
  await page.goto(url);
  expect(await widthOfCover()).toBeGreaterThan(300);
});

test.each([
  { color: '#fff', scheme: 'light', plate: 'rgb(34, 34, 36)' },
  { color: '#fff', scheme: 'dark', plate: 'rgba(0, 0, 0, 0)' },
  { color: '#111', scheme: 'dark', plate: 'rgb(248, 247, 244)' },
  { color: '#111', scheme: 'light', plate: 'rgba(0, 0, 0, 0)' },
] as const)('a logo in $color is seen on a $scheme page', async ({ color, scheme, plate }) => {
  const logo = join(await testFolder(), 'mark.svg');
  await writeFile(
    logo,
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><circle cx="45" cy="20" r="18" fill="${color}"/></svg>`,
  );
  const { url, stop } = await startServer({ 'page.logo': logo });
  later(stop);
  const { page, errors } = await pages.open(660, 844);
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(`${url}page/`);
  await page.locator('.logo[data-shade]').waitFor();
  expect(await page.locator('.logo').evaluate((image) => getComputedStyle(image).backgroundColor)).toBe(
    plate,
  );
  expect(errors).toEqual([]);
});

test('the page does not say that a track is on air now whose broadcast has ended', async () => {
  const { url, audience } = await serve();
  const { page, errors } = await pages.open(390, 844, true);
  await page.clock.install();
  await page.goto(url);
  await page.getByText('On air now').waitFor();
  const endedAt = new Date(2026, 10, 30, 19, 51).getTime();
  audience.changeEarlier({ ...named('Two', 2), kind: 'end', endedAt });
  await page.clock.fastForward(5_000);
  await page.getByText(/^On air at \d+:51\s[AP]M$/).waitFor();
  expect(await page.locator('.now').innerText()).toContain('Two');
  expect(await page.locator('body').getAttribute('data-sure')).toBe('false');
  audience.show(named('Three', 3));
  await page.clock.fastForward(5_000);
  await page.getByText('On air now').waitFor();
  expect(errors).toEqual([]);
});

test('a word of the title breaks only if it is wider than the page', async () => {
  const { url, audience } = await serve();
  const { page } = await pages.open(660, 844);
  /** Lines of the first word. */
  async function linesOf(title: string, position: number): Promise<number> {
    audience.show(named(title, position));
    await page.goto(url);
    await page.locator('.now .title', { hasText: title }).waitFor();
    // The page may replace the element at any time, so it is found and measured at once.
    return page.evaluate((length) => {
      const [text] = document.querySelector('.now .title')?.childNodes ?? [];
      const word = document.createRange();
      if (text !== undefined) {
        word.setStart(text, 0);
        word.setEnd(text, length);
      }
      return new Set([...word.getClientRects()].map(({ top }) => top)).size;
    }, title.split(' ')[0]?.length ?? 0);
  }
  expect(await linesOf('Internationalization (Extended Mix)', 3)).toBe(1);
  expect(await linesOf('W'.repeat(80), 4)).toBeGreaterThan(1);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

/** Every combination only at full length. */
const VIEWS = [
  [390, 'dark'],
  [1440, 'light'],
  ...(FULL_LENGTH
    ? ([
        [390, 'light'],
        [1440, 'dark'],
      ] as const)
    : []),
] as const;

test('names begin beside the cover from both sides of writing, and a single one is a title', async () => {
  const { url, audience } = await serve();
  audience.show(named('قمر', 3));
  audience.show(publication({ position: 4, playId: 'play-4', track: track({ artist: 'Tape', title: '' }) }));
  audience.show(named('Five', 5));
  const { page } = await pages.open(1_280, 900);
  await page.goto(url);
  const titles = page.locator('ol .title').filter({ visible: true });
  await expect.poll(() => titles.allTextContents()).toEqual(['Tape', 'قمر', 'Two', 'One']);
  const lefts = await titles.evaluateAll((all) =>
    all.map((title) => {
      const words = document.createRange();
      words.selectNodeContents(title);
      return Math.round(words.getBoundingClientRect().left);
    }),
  );
  expect(new Set(lefts).size).toBe(1);
});

test('the page is accessible in light and dark, and loads nothing from elsewhere', async () => {
  const { url } = await serve();
  const { page } = await pages.open(390, 900, true);
  await page.goto(url);
  await page.getByText('On air now').waitFor();
  for (const [width, colorScheme] of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityProblems(page), `${width} ${colorScheme}`).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(233, 231, 226)' : 'rgb(10, 10, 11)');
  }
  // Print shows the list alone, black on white, in every color scheme.
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await page.locator('.now, .tools').filter({ visible: true }).count()).toBe(0);
  await expect.poll(() => page.locator('ol > li').filter({ visible: true }).count()).toBe(2);
  const colors = await page.evaluate(
    "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('ol .title')).color]",
  );
  expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
});

test('a page whose program has stopped says when it was last up to date', async () => {
  const { url, stop } = await serve();
  const { page } = await pages.open(390, 844, true);
  await page.clock.install();
  await page.goto(url);
  await page.getByText('On air now').waitFor();
  await stop();
  for (let polls = 0; polls < 3; polls += 1) {
    await Promise.all([page.waitForEvent('requestfailed'), page.clock.runFor(6_000)]);
  }
  // The last sure time follows if it is another minute.
  await page.getByText(/^On air at \d+:\d\d\s[AP]M( · last sure at \d+:\d\d\s[AP]M)?$/).waitFor();
  const clock = await page.locator('ol time.clock').first().textContent();
  expect(clock).toMatch(/^\d+:\d\d\s[AP]M$/);
});

test('the page without JavaScript has the whole set and no outdated claims', async () => {
  const { url } = await serve();
  const { page } = await pages.open(390, 844, { javaScriptEnabled: false });
  await page.goto(url);
  // The track on air is above the list.
  expect(await page.locator('.now').innerText()).toContain('Two');
  expect(await page.locator('ol > li').filter({ visible: true }).allInnerTexts()).toEqual([
    expect.stringContaining('One'),
  ]);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('ol > li').filter({ visible: true }).count()).toBe(2);
  await page.emulateMedia({ media: 'screen' });
  expect(await page.locator('#state').textContent()).toMatch(/^On air at \d\d:\d\d$/);
  expect(await page.getByRole('button').count()).toBe(0);
});
