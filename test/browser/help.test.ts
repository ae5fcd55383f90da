import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { startFrom } from '../support/program.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

const NAMES = ['', 'set-up', 'options'];
/** Every combination only at full length. */
const VIEWS = [
  [1440, 'light'],
  [390, 'dark'],
  ...(FULL_LENGTH
    ? ([
        [1440, 'dark'],
        [390, 'light'],
      ] as const)
    : []),
] as const;

test.each(VIEWS)('the guides are accessible %i pixels wide, in %s', async (width, colorScheme) => {
  const program = await startFrom('http');
  later(() => program.stop());
  const [, help = ''] = /help=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page, errors } = await pages.open(width, 900);
  await page.emulateMedia({ colorScheme });
  for (const name of NAMES) {
    await page.goto(`${help}${name}`);
    expect(withoutCheckers(errors)).toEqual([]);
    expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([name, beyond]).toEqual([name, 0]);
  }
});

test('the frame and the list of the guides are German in a German browser, which says that guides are English', async () => {
  const program = await startFrom('http');
  later(() => program.stop());
  const [, help = ''] = /help=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page, errors } = await pages.open(1440, 900, { locale: 'de-DE' });
  await page.goto(help);
  await page.getByText('Die Anleitungen sind englisch.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Anleitungen' }).waitFor();
  await page.getByRole('searchbox', { name: 'Anleitungen durchsuchen' }).waitFor();
  await page.getByRole('link', { name: 'Das Overlay in OBS zeigen' }).waitFor();
  // Every guide of the list and every heading above has its German name.
  const english = await page
    .locator('.goals :is(h2, li a)')
    .evaluateAll((all) =>
      all.filter((one) => one.getAttribute('lang') !== 'de').map((one) => one.textContent),
    );
  expect(english).toEqual([]);
  await page.goto(`${help}set-up`);
  await page.getByText('Diese Anleitung ist englisch.').waitFor();
  expect(await page.locator('article').getAttribute('lang')).toBe('en');
  expect(errors).toEqual([]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('the search field leads to the heading that is about the words', async () => {
  const program = await startFrom('http');
  later(() => program.stop());
  const [, help = ''] = /help=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page, errors } = await pages.open(390, 800);
  await page.goto(help);
  const field = page.getByRole('searchbox', { name: 'Search the guides' });
  const results = page.getByRole('status').getByRole('link');
  await field.fill('crossf');
  await results.filter({ hasText: 'The crossfader' }).first().waitFor();
  await field.fill('home screen');
  await results.first().filter({ hasText: 'On the home screen' }).waitFor();
  await field.fill('no such word anywhere');
  await page.getByText('No guide mentions “no such word anywhere”.').waitFor();
  expect(await results.count()).toBe(0);
  await field.fill('firewall blocks port');
  await results.first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await field.fill('chapters youtube');
  await results.filter({ hasText: 'After the set' }).first().waitFor();
  await field.press('Enter');
  await page.waitForURL(/\/help\/[\w-]*#/);
  await page.getByRole('heading', { level: 1, name: 'After the set' }).waitFor();
  expect(withoutCheckers(errors)).toEqual([]);
});

test('the search field answers to what is typed while the page loads, and after the guides could not be read once', async () => {
  const program = await startFrom('http');
  later(() => program.stop());
  const [, help = ''] = /help=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page } = await pages.open(390, 800);
  let answer = () => {};
  const typed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/texts/pages/*', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(help, { waitUntil: 'commit' });
  const field = page.getByRole('searchbox');
  const results = page.getByRole('status').getByRole('link');
  await field.fill('crossf');
  answer();
  await results.filter({ hasText: 'The crossfader' }).first().waitFor();

  await page.unroute('**/texts/pages/*');
  await page.route('**/help/search.json', (route) => route.abort(), { times: 1 });
  await page.reload();
  await field.fill('crossf');
  await page.getByText('deckcast does not answer.').waitFor();
  await field.fill('crossfa');
  await results.filter({ hasText: 'The crossfader' }).first().waitFor();
});

/** The page's policy rejects the styles of the accessibility checker, and the browser may report that late. */
function withoutCheckers(errors: readonly string[]): readonly string[] {
  return errors.filter((error) => !error.startsWith('Applying inline style'));
}
