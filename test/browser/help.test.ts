/** The guides in a browser, by day and by night. */
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { startProgram } from '../support/program.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

/** Every width and both lights; in full length each with each. */
const VIEWS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  ...(FULL_LENGTH
    ? ([
        { width: 1440, colorScheme: 'dark' },
        { width: 390, colorScheme: 'light' },
      ] as const)
    : []),
] as const;

test.each(VIEWS)(
  'the guides can be read by everyone, $width pixels wide, $colorScheme',
  async ({ width, colorScheme }) => {
    const program = await startProgram([
      'start',
      '--source=http',
      '--http.addr=127.0.0.1:0',
      '--session.filename=',
    ]);
    later(() => program.stop());
    const [, help = ''] = /help=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
    const { page, errors } = await pages.open(width, 900);
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
  },
);
