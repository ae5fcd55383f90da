/** Measures where a theme's parts are, instead of guessing from pixels. */
import type { Frame, Page } from 'playwright-core';

export function layoutProblems(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) {
      problems.push(`the page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
    }
    const displayed = [...document.querySelectorAll<HTMLElement>('.card, .art, .code, [data-bind]')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }),
    );
    const name = (element: Element): string => element.className || element.tagName;
    const slack = 1;
    // Elements clip overflowing text, so their box must fit.
    const boxOf = (element: HTMLElement): DOMRect => {
      let seenOf = wholeBoxOf(element);
      for (
        let parent = element.parentElement;
        parent && !parent.matches('.card');
        parent = parent.parentElement
      ) {
        if (getComputedStyle(parent).overflowX !== 'visible') {
          const cut = parent.getBoundingClientRect();
          const [left, right] = [Math.max(seenOf.left, cut.left), Math.min(seenOf.right, cut.right)];
          const [top, bottom] = [Math.max(seenOf.top, cut.top), Math.min(seenOf.bottom, cut.bottom)];
          seenOf = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
        }
      }
      return seenOf;
    };
    const wholeBoxOf = (element: HTMLElement): DOMRect => {
      const outer = element.getBoundingClientRect();
      if (!element.hasAttribute('data-bind')) {
        return outer;
      }
      const style = getComputedStyle(element);
      const left = outer.left + Number.parseFloat(style.paddingLeft);
      const right = outer.right - Number.parseFloat(style.paddingRight);
      const text = element.firstElementChild?.getBoundingClientRect() ?? outer;
      return element.hasAttribute('data-long')
        ? new DOMRect(left, text.top, right - left, text.height)
        : new DOMRect(text.left, text.top, text.width, text.height);
    };
    const seen = displayed.filter((element) => boxOf(element).width > 0);
    const leaves = (box: DOMRect, outer: DOMRect): boolean =>
      box.left < outer.left - slack ||
      box.top < outer.top - slack ||
      box.right > outer.right + slack ||
      box.bottom > outer.bottom + slack;
    const card = document.querySelector<HTMLElement>('.card')?.getBoundingClientRect();
    for (const element of seen) {
      const box = boxOf(element);
      if (leaves(box, new DOMRect(0, 0, innerWidth, innerHeight))) {
        problems.push(`${name(element)} leaves the page: ${JSON.stringify(box)}`);
      }
      if (card !== undefined && leaves(box, card)) {
        problems.push(`${name(element)} leaves the card`);
      }
    }
    for (const title of seen.filter((element) => element.matches('.title'))) {
      const artist = title.closest('.text')?.querySelector('.artist') ?? title.nextElementSibling;
      const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
      if (artist?.matches('.artist') && sizeOf(artist) > sizeOf(title)) {
        problems.push(`${name(artist)} is larger than the title: ${sizeOf(artist)} > ${sizeOf(title)}`);
      }
    }
    const parts = seen.filter((element) => element.matches('.art, .code, [data-bind]'));
    for (const [index, one] of parts.entries()) {
      for (const other of parts.slice(index + 1)) {
        const a = boxOf(one);
        const b = boxOf(other);
        const overlapX = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const overlapY = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (overlapX > slack && overlapY > slack) {
          problems.push(`${name(one)} and ${name(other)} overlap by ${overlapX} x ${overlapY}`);
        }
      }
    }
    return problems;
  });
}

/** Elements that a style lays out although everything is hidden. */
export function shownThoughHidden(page: Page | Frame): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.body.querySelectorAll('*')];
    for (const element of all) {
      element.toggleAttribute('hidden', true);
    }
    return all
      .filter((element) => getComputedStyle(element).display !== 'none')
      .map((element) => `${element.tagName} ${element.id} ${element.className}`);
  });
}
