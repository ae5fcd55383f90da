/** The guides in a browser, by day and by night. */
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { startProgram } from '../support/program.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

test.each([1440, 390])(
  'the guides can be read by everyone, %d pixels wide, light and dark',
  async (width) => {
    const program = await startProgram(['start', '--source=http', '--http.addr=127.0.0.1:0']);
    later(() => program.stop());
    const [, help = ''] = /help=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
    const { page, errors } = await pages.open(width, 900);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ['', 'set-up', 'options']) {
        await page.goto(`${help}${name}`);
        expect(errors).toEqual([]);
        expect([name, await accessibilityProblems(page)]).toEqual([name, []]);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([name, beyond]).toEqual([name, 0]);
        // The judge writes styles into the page, which that refuses.
        errors.splice(0);
      }
    }
  },
);
