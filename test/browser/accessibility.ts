import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Pages reject foreign scripts, but not the debugger's.
  await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async () => {
    // Axe was just evaluated in this page.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
  });
}

export function unfold(page: Page, folds = 'details'): Promise<void> {
  return page.evaluate((selector) => {
    for (const details of document.querySelectorAll(selector)) {
      details.removeAttribute('name');
      details.setAttribute('open', '');
    }
  }, folds);
}

/** Visible targets too small for a thumb. */
export function tooSmall(page: Page, targets: string): Promise<string[]> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML),
    targets,
  );
}
