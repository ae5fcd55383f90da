import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { played } from '../support/publication.ts';
import { track } from '../support/tracks.ts';
import { waitUntilShown } from './browser.ts';
import { PATIENT } from './frame-page.ts';
import { overlays } from './overlays.ts';

let art: Uint8Array;
beforeAll(async () => {
  art = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#c2386b' } })
    .png()
    .toBuffer();
});
const { overlay, pages } = overlays();

describe('times', () => {
  test('the track leaves after the time in the address, and a recall shows it again', async () => {
    const { running, page } = await overlay('?show=6', { apart: (page) => page.clock.install() });
    await page.clock.pauseAt(Date.now() + 30_000);
    const comes = async () => {
      await page.locator('html[data-state="entering"]').waitFor({ state: 'attached' });
      await page.clock.runFor(5_000);
      await waitUntilShown(page, 'Low Tide');
    };
    running.server.audience.show(played('Low Tide', 1));
    await comes();
    await page.clock.runFor(2_000);
    await waitUntilShown(page, '');
    const { status } = await fetch(`${running.url}api/v1/recall`, { method: 'POST' });
    expect(status).toBe(200);
    await comes();
  });

  test('an invalid value is ignored, and ?debug=1 names it', async () => {
    const settings = { 'theme.options': { color: '#112233', panel: 'nonsense' } };
    const { page } = await overlay('?accent=bleu&color=rgb(1 2)&panel=inherit&pos=above&debug=1', {
      settings,
    });
    await page.locator('html[data-opt-color="#112233"]').waitFor();
    expect(await page.locator('.spine').evaluate((spine) => getComputedStyle(spine).backgroundColor)).toBe(
      'rgb(255, 90, 54)',
    );
    const root = page.locator('html');
    expect(await root.getAttribute('data-opt-panel')).toBe('#0b0d12');
    expect(await root.getAttribute('data-opt-pos')).toBe('auto');
    await page.getByText('option     accent=bleu: should be a color, such as 39f or rebeccapurple').waitFor();
    // Those of the settings come with the first event.
    for (const wrong of ['color=rgb(1 2)', 'panel=inherit', 'panel=nonsense', 'pos=above']) {
      await page.locator('#deckcast-debug', { hasText: `option ${wrong}: should be ` }).waitFor();
    }
  });

  test('a delay applies to everything but hiding', async () => {
    const { show } = await overlay('?delay=1');
    const shownAt = Date.now();
    await show('Low Tide', 1);
    expect(Date.now() - shownAt).toBeGreaterThan(1_000);
  });
});

describe('art', () => {
  test('belongs to the shown track', async () => {
    const { page, show } = await overlay('', { apart: (page) => page.addInitScript(PATIENT) });
    await show('Low Tide', 1, { art: { png: art } });
    const image = page.locator('.art img');
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
    const first = await image.getAttribute('src');
    await show('Paper Lanterns', 2, { art: { png: art } });
    expect(await image.getAttribute('src')).not.toBe(first);
    await show('White Label', 3);
    expect(await image.getAttribute('src')).toBeNull();
    expect(await page.locator('.art').isVisible()).toBe(false);
  });

  test('does not delay the track if it cannot be loaded', async () => {
    const { page, show } = await overlay();
    await page.route('**/art/**', () => undefined);
    await show('Low Tide', 1, { art: { png: art } });
    expect(await page.locator('html').getAttribute('class')).toContain('no-art');
  });
});

test.each([
  ['東京の夜明け前に', 'ja'],
  ['밤의 정원', 'ko'],
  ['夜行列車', null],
])('the title %s has the language %s, which its letters tell', async (title, language) => {
  const { page, show } = await overlay();
  await show('ひる', 1);
  await show(title, 2);
  expect(await page.locator('.title span').getAttribute('lang')).toBe(language);
});

describe('long titles', () => {
  const LONG = 'Everything We Said Before the Long Summer Came Back to the City '.repeat(2).trim();
  const LONG_ARABIC = 'ليالي المدينة الطويلة قبل أن يعود الصيف إلى البيت القديم '.repeat(3).trim();

  /** First offset of the scrolling text, in pixels to the right. */
  function firstPlace(page: Page): Promise<number | undefined> {
    return page.evaluate(() => {
      const effect = document.querySelector('.title span')?.getAnimations()[0]?.effect;
      const transform = effect instanceof KeyframeEffect ? effect.getKeyframes()[0]?.transform : undefined;
      return transform === undefined ? undefined : new DOMMatrix(String(transform)).m41;
    });
  }

  test('scroll from their beginning in both reading directions', async () => {
    const { page, show } = await overlay();
    await show(LONG, 1);
    expect(await firstPlace(page)).toBe(0);
    await show(LONG_ARABIC, 2);
    expect(await firstPlace(page)).toBeLessThan(-100);
  });

  test('scroll in one rhythm, and return together within a moment', async () => {
    const { page, show } = await overlay();
    await show(LONG, 1, { track: track({ title: LONG, artist: LONG.slice(0, 90) }) });
    await page.locator('.artist[data-long]').waitFor();
    const [title, artist] = await page.evaluate(() =>
      ['.title span', '.artist span'].map((line) => {
        const effect = document.querySelector(line)?.getAnimations()[0]?.effect;
        const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
        const { duration } = effect?.getComputedTiming() ?? {};
        const at = frames.map(({ computedOffset }) => Math.round(computedOffset * Number(duration)));
        return { duration, starts: at[1], arrives: at[2] ?? 0, returns: at[3] ?? 0 };
      }),
    );
    expect(title).toMatchObject({ starts: 2_500 });
    expect(artist).toMatchObject({ duration: title?.duration, starts: 2_500, returns: title?.returns });
    expect(artist?.arrives).toBeLessThan(title?.arrives ?? 0);
    expect(Number(title?.duration) - Number(title?.returns)).toBeLessThan(1_000);
  });

  test('scroll without the artist, which ends in an ellipsis, on a tall canvas in both reading directions', async () => {
    const { page, show } = await overlay();
    await page.setViewportSize({ width: 540, height: 960 });
    for (const [index, artist] of [LONG, LONG_ARABIC].entries()) {
      await show(`${index} ${LONG}`, index + 1, { track: track({ title: `${index} ${LONG}`, artist }) });
      const state = await page.locator('.artist[data-long] span').evaluate((text) => ({
        moves: text.getAnimations().length,
        isCut: text.scrollWidth > text.clientWidth,
        end: getComputedStyle(text).textOverflow,
      }));
      expect(state).toEqual({ moves: 0, isCut: true, end: 'ellipsis' });
    }
  });

  test('are measured again when only the height of the page changes', async () => {
    const { page, show } = await overlay();
    await show(LONG.slice(0, 54), 1);
    const shrunk = (): Promise<string> =>
      page.locator('.title').evaluate((box: HTMLElement) => box.style.getPropertyValue('--fit'));
    // A font that loads late fits the title again.
    await expect.poll(async () => Number(await shrunk())).toBe(0.78);
    await page.setViewportSize({ width: 800, height: 60 });
    await expect.poll(shrunk).toBe('');
  });

  test('show their beginning instead of scrolling if the address says so, in both reading directions', async () => {
    const { page, show } = await overlay('?marquee=off');
    await show(LONG_ARABIC, 1);
    const right = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
    expect(await right('.title span')).toBeLessThanOrEqual(await right('.title'));
    await show(LONG, 2);
    expect(await firstPlace(page)).toBeUndefined();
  });

  test('do not scroll while the page is not visible', async () => {
    const { page, show } = await overlay();
    await show(LONG, 1);
    expect(await firstPlace(page)).toBe(0);
    await obs(page, 'obsSourceVisibleChanged', { visible: false });
    expect(await firstPlace(page)).toBeUndefined();
    await obs(page, 'obsSourceVisibleChanged', { visible: true });
    expect(await firstPlace(page)).toBe(0);
  });
});

function obs(page: Page, name: string, detail: Record<string, boolean>): Promise<void> {
  return page.evaluate(
    (event) => {
      dispatchEvent(new CustomEvent(event.name, { detail: event.detail }));
    },
    { name, detail },
  );
}

describe('an OBS source', () => {
  const shownOn = (page: Page) =>
    page.evaluate(() => [
      document.documentElement.dataset.state,
      document.querySelector('[data-bind="title"]')?.textContent,
    ]);

  /** Whether any part has moved since. */
  async function movement(page: Page): Promise<() => Promise<boolean>> {
    await page.evaluate(() => {
      addEventListener('transitionrun', () => document.documentElement.classList.add('test-moved'));
    });
    return async () => (await page.locator('.test-moved').count()) > 0;
  }

  test('shows the right track without an entrance when it becomes visible', async () => {
    const { page, show } = await overlay();
    await show('Low Tide', 1);
    const hasMoved = await movement(page);
    await obs(page, 'obsSourceActiveChanged', { active: false });
    await show('Paper Lanterns', 2);
    await obs(page, 'obsSourceActiveChanged', { active: true });
    expect(await shownOn(page)).toEqual(['visible', 'Paper Lanterns']);
    expect(await hasMoved()).toBe(false);
  });

  test('repeats its entrance if the address says so', async () => {
    const { page, show } = await overlay('?replay=1');
    await show('Low Tide', 1);
    const hasMoved = await movement(page);
    await obs(page, 'obsSourceVisibleChanged', { visible: false });
    await obs(page, 'obsSourceVisibleChanged', { visible: true });
    await waitUntilShown(page, 'Low Tide');
    await expect.poll(hasMoved).toBe(true);
  });

  test('keeps the demo when it becomes visible again', async () => {
    const { page } = await overlay('?demo=short');
    await page.waitForFunction(() => document.documentElement.dataset.state === 'visible');
    const before = await shownOn(page);
    await obs(page, 'obsSourceVisibleChanged', { visible: false });
    await obs(page, 'obsSourceVisibleChanged', { visible: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await shownOn(page)).toEqual(before);
  });
});

describe('a custom theme', () => {
  const PAGE = `<!doctype html><title>mine</title><p data-bind="title"></p>
    <script type="module" src="/sdk/v1.js"></script>`;

  async function own(files: Readonly<Record<string, string>>, path = '') {
    const folder = await testFolder();
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
    }
    return { folder, ...(await overlay(path, { settings: { 'theme.dir': folder } })) };
  }

  test('shows an edit at once', async () => {
    const { folder, page } = await own({ 'index.html': PAGE });
    await writeFile(join(folder, 'index.html'), PAGE.replace('mine', 'changed'));
    await page.waitForFunction(() => document.title === 'changed' && document.readyState === 'complete');
  });

  test('reports its problem on the page', async () => {
    const { folder, running, page } = await own({
      'index.html': `${PAGE}<script type="module" src="mine.js"></script>`,
      'mine.js': 'import { none } from "/sdk/v1.js";',
    });
    await writeFile(join(folder, 'theme.json'), '{ "id": "mine", }');
    await page.getByText('This theme has a problem').waitFor();
    await page.getByText('theme.json: Expected').waitFor();
    await page.getByText("/mine.js:1: Uncaught SyntaxError: The requested module '/sdk/v1.js'").waitFor();
    const { page: inObs } = await pages.open(800, 160, true);
    await inObs.addInitScript('window.obsstudio = {}');
    await inObs.goto(`${running.url}?debug=1`);
    await inObs.getByText('connected  true').waitFor();
    expect(await inObs.getByText('This theme has a problem').count()).toBe(0);
    await rm(join(folder, 'theme.json'));
    await writeFile(join(folder, 'mine.js'), '');
    await page.waitForFunction(
      () =>
        document.readyState === 'complete' &&
        document.documentElement.dataset.state === 'idle' &&
        !document.body.textContent.includes('This theme has a problem'),
    );
  });

  test('hides an empty element with any `display`', async () => {
    const html = `<!doctype html><style>#art { display: flex }</style><div id="art" data-if="art">art</div>
      <script type="module" src="/sdk/v1.js"></script>`;
    const { page } = await own({ 'index.html': html }, '?demo=noart');
    await page.locator('html[data-state="visible"]').waitFor();
    expect(await page.locator('#art').isVisible()).toBe(false);
  });

  test('gets the track of a demo too', async () => {
    const html = `<!doctype html><p id="mine"></p><script type="module">
      import { overlay } from '/sdk/v1.js';
      overlay.onState(({ track }) => {
        document.getElementById('mine').textContent = track?.title ?? 'nothing';
      });
    </script>`;
    const { page } = await own({ 'index.html': html }, '?demo=short');
    await expect.poll(() => page.locator('#mine').textContent()).toBe('Low Tide');
  });

  test.each(['throw new Error("mine")', 'return Promise.reject(new Error("mine"))'])(
    'shows nothing of a hidden track when its code fails (%s)',
    async (failure) => {
      const html = `${PAGE}<script type="module">
        import { overlay } from '/sdk/v1.js';
        overlay.onState(({ track }) => { if (track === null) { ${failure}; } });
      </script>`;
      const { show, hide } = await own({ 'index.html': html });
      await show('Low Tide', 1);
      await hide(1);
      await show('Paper Lanterns', 3);
    },
  );
});
