import type { BrowserContextOptions, Locator, Page } from 'playwright-core';

export interface Hands {
  /** Presses, inputs and choices so far. */
  readonly clicks: number;
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** By the entry's text. */
  choose(list: Locator, entry: string): Promise<void>;
}

interface Way {
  readonly width: number;
  readonly height: number;
  /** Undefined: usual desktop browser. */
  readonly device?: BrowserContextOptions;
  readonly hands: (page: Page) => Hands;
}

type Deeds = Omit<Hands, 'clicks'>;

const MOST_TABS = 400;

export const WAYS: Readonly<Record<string, Way>> = {
  'by mouse': { width: 1280, height: 900, hands: (page) => counting(byMouse(page)) },
  'by keyboard alone': { width: 1280, height: 900, hands: (page) => counting(byKeyboard(page)) },
  'by touch on a phone': {
    width: 390,
    height: 844,
    device: { hasTouch: true, isMobile: true },
    hands: (page) => counting(byTouch(page)),
  },
};

function counting(deeds: Deeds): Hands {
  let clicks = 0;
  return {
    get clicks() {
      return clicks;
    },
    press(target) {
      clicks += 1;
      return deeds.press(target);
    },
    type(target, text) {
      clicks += 1;
      return deeds.type(target, text);
    },
    choose(list, entry) {
      clicks += 1;
      return deeds.choose(list, entry);
    },
  };
}

function byMouse({ keyboard }: Page): Deeds {
  return {
    press: (target) => target.click(),
    async type(target, text) {
      await target.click();
      await keyboard.type(text);
    },
    async choose(list, entry) {
      await list.selectOption({ label: entry });
    },
  };
}

function byTouch(page: Page): Deeds {
  return {
    ...byMouse(page),
    press: (target) => target.tap(),
    async type(target, text) {
      await target.tap();
      await page.keyboard.type(text);
    },
  };
}

function byKeyboard({ keyboard }: Page): Deeds {
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        return;
      }
      await keyboard.press('Tab');
    }
    throw new Error(`${MOST_TABS} presses of Tab do not reach ${target}`);
  }
  return {
    async press(target) {
      await reach(target);
      await keyboard.press('Enter');
    },
    async type(target, text) {
      await reach(target);
      await keyboard.type(text);
    },
    async choose(list, entry) {
      await reach(list);
      await keyboard.type(entry);
    },
  };
}
