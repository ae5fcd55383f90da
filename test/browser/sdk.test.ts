/** What the SDK promises to themes, in a real page. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerSettings } from '../../src/web/index.ts';
import { cleanUps } from '../support/clean-up.ts';
import { testFolder } from '../support/folder.ts';
import { hiddenPublication, played } from '../support/publication.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { shownOn, testPages, untilConnected, waitUntilShown } from './browser.ts';
import { lastingAddress } from './lasting-server.ts';

let art: Uint8Array;
beforeAll(async () => {
  art = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#c2386b' } })
    .png()
    .toBuffer();
});
const later = cleanUps();
const pages = testPages();

const startHere = lastingAddress();

async function start(settings: Partial<ServerSettings> = {}): Promise<RunningServer> {
  const running = await startHere(settings);
  later(running.stop);
  return running;
}

/** A server of a theme in this folder. */
async function startTheme(folder: string): Promise<RunningServer> {
  const running = await startServer({ 'theme.dir': folder });
  later(running.stop);
  return running;
}

/** A page that listens to the server. */
async function watch(running: RunningServer, query = ''): Promise<Page> {
  const { page } = await pages.open(800, 160);
  await page.goto(`${running.url}${query}`);
  await untilConnected(running.url);
  return page;
}

function recall({ url }: RunningServer): Promise<Response> {
  return fetch(`${url}api/v1/recall`, { method: 'POST' });
}

describe('times', () => {
  test('the track leaves after the time in the address, and a recall brings it back', async () => {
    const running = await start();
    // Longer than a busy machine stands still: the page that sleeps through it shows nothing, as it should.
    const page = await watch(running, '?show=6');
    running.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    await waitUntilShown(page, '');
    expect((await recall(running)).status).toBe(200);
    await waitUntilShown(page, 'Low Tide');
  });

  test('the configuration sets options too, and the address outranks it', async () => {
    const running = await start({ 'theme.options': { accent: '#00ff00', color: '#112233' } });
    const page = await watch(running, '?accent=00f');
    const option = (name: string): Promise<string> =>
      page.evaluate((wanted) => document.documentElement.style.getPropertyValue(wanted), `--opt-${name}`);
    await expect.poll(() => option('color')).toBe('#112233');
    expect(await option('accent')).toBe('#00f');
    expect(await page.locator('html').getAttribute('data-opt-accent')).toBe('#00f');
  });

  test('an invalid value is ignored, and ?debug=1 names it', async () => {
    const running = await start({ 'theme.options': { color: '#112233', panel: 'nonsense' } });
    const page = await watch(running, '?accent=bleu&color=rgb(1 2)&panel=inherit&pos=above&debug=1');
    await page.locator('html[data-opt-color="#112233"]').waitFor();
    expect(await page.locator('.spine').evaluate((spine) => getComputedStyle(spine).backgroundColor)).toBe(
      'rgb(255, 90, 54)',
    );
    const root = page.locator('html');
    expect(await root.getAttribute('data-opt-panel')).toBe('#0b0d12');
    expect(await root.getAttribute('data-opt-pos')).toBe('auto');
    await page.getByText('option     accent=bleu: should be a color, such as 39f or rebeccapurple').waitFor();
    const panel = (await page.locator('#deckcast-debug').textContent()) ?? '';
    for (const wrong of ['color=rgb(1 2)', 'panel=inherit', 'panel=nonsense', 'pos=above']) {
      expect(panel).toContain(`option     ${wrong}: should be `);
    }
  });

  test('a delay applies to everything but hiding', async () => {
    const running = await start();
    const page = await watch(running, '?delay=1');
    const shownAt = Date.now();
    running.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    expect(Date.now() - shownAt).toBeGreaterThan(1_000);
  });
});

describe('art', () => {
  test('belongs to the track that is shown', async () => {
    const running = await start();
    const page = await watch(running);
    running.server.audience.show({ ...played('Low Tide', 1), art: { png: art } });
    await waitUntilShown(page, 'Low Tide');
    const image = page.locator('.art img');
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(256);
    const first = await image.getAttribute('src');
    running.server.audience.show({ ...played('Paper Lanterns', 2), art: { png: art } });
    await waitUntilShown(page, 'Paper Lanterns');
    expect(await image.getAttribute('src')).not.toBe(first);
    running.server.audience.show(played('White Label', 3));
    await waitUntilShown(page, 'White Label');
    expect(await image.getAttribute('src')).toBeNull();
    expect(await page.locator('.art').isVisible()).toBe(false);
  });

  test('that cannot be loaded does not delay the track', async () => {
    const running = await start();
    const page = await watch(running);
    await page.route('**/art/**', () => undefined);
    running.server.audience.show({ ...played('Low Tide', 1), art: { png: art } });
    await waitUntilShown(page, 'Low Tide');
    expect(await page.locator('html').getAttribute('class')).toContain('no-art');
  });
});

describe('long titles', () => {
  const LONG = 'Everything We Said Before the Long Summer Came Back to the City '.repeat(2);
  const LONG_ARABIC = 'ليالي المدينة الطويلة قبل أن يعود الصيف إلى البيت القديم '.repeat(3);

  /** The first offset of the scrolling text, in pixels to the right. */
  function firstPlace(page: Page): Promise<number | undefined> {
    return page.evaluate(() => {
      const effect = document.querySelector('.title span')?.getAnimations()[0]?.effect;
      const transform = effect instanceof KeyframeEffect ? effect.getKeyframes()[0]?.transform : undefined;
      return transform === undefined ? undefined : new DOMMatrix(String(transform)).m41;
    });
  }

  test('scroll from their beginning, in either reading direction', async () => {
    const running = await start();
    const page = await watch(running);
    running.server.audience.show(played(LONG.trim(), 1));
    await waitUntilShown(page, LONG.trim());
    expect(await firstPlace(page)).toBe(0);
    running.server.audience.show(played(LONG_ARABIC.trim(), 2));
    await waitUntilShown(page, LONG_ARABIC.trim());
    expect(await firstPlace(page)).toBeLessThan(-100);
  });

  test('scroll in one rhythm, and come back together in a moment', async () => {
    const running = await start();
    const page = await watch(running);
    running.server.audience.show({
      ...played(LONG, 1),
      track: track({ title: LONG, artist: LONG.slice(0, 90) }),
    });
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

  test('that do not scroll show their beginning, in either reading direction', async () => {
    const running = await start();
    const page = await watch(running, '?marquee=off');
    running.server.audience.show(played(LONG_ARABIC.trim(), 1));
    await waitUntilShown(page, LONG_ARABIC.trim());
    const right = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
    expect(await right('.title span')).toBeLessThanOrEqual(await right('.title'));
    running.server.audience.show(played('Low Tide', 2));
    await waitUntilShown(page, 'Low Tide');
    expect(await firstPlace(page)).toBeUndefined();
  });

  test('are measured again when only the height of the page changes', async () => {
    const running = await start();
    const title = LONG.slice(0, 54);
    running.server.audience.show(played(title, 1));
    const page = await watch(running);
    await waitUntilShown(page, title);
    const shrunk = (): Promise<string> =>
      page.locator('.title').evaluate((box: HTMLElement) => box.style.getPropertyValue('--fit'));
    expect(Number(await shrunk())).toBe(0.74);
    await page.setViewportSize({ width: 800, height: 60 });
    await expect.poll(shrunk).toBe('');
  });

  test('do not scroll when the address says so, and while the page is not visible', async () => {
    const running = await start();
    running.server.audience.show(played(LONG.trim(), 1));
    const still = await watch(running, '?marquee=off');
    await waitUntilShown(still, LONG.trim());
    expect(await firstPlace(still)).toBeUndefined();
    const page = await watch(running);
    await waitUntilShown(page, LONG.trim());
    expect(await firstPlace(page)).toBe(0);
    await obs(page, 'obsSourceVisibleChanged', { visible: false });
    expect(await firstPlace(page)).toBeUndefined();
    await obs(page, 'obsSourceVisibleChanged', { visible: true });
    expect(await firstPlace(page)).toBe(0);
  });
});

/** What OBS does in its pages. */
function obs(page: Page, name: string, detail: Record<string, boolean>): Promise<void> {
  return page.evaluate(
    (event) => {
      dispatchEvent(new CustomEvent(event.name, { detail: event.detail }));
    },
    { name, detail },
  );
}

describe('in OBS', () => {
  /** Asks whether anything has moved since. */
  async function movement(page: Page): Promise<() => Promise<boolean>> {
    await page.evaluate(() => {
      addEventListener('transitionrun', () => document.documentElement.classList.add('test-moved'));
    });
    return async () => (await page.locator('.test-moved').count()) > 0;
  }

  test('a source that comes up shows the right track without an entrance', async () => {
    const running = await start();
    const page = await watch(running);
    running.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    const hasMoved = await movement(page);
    await obs(page, 'obsSourceActiveChanged', { active: false });
    running.server.audience.show(played('Paper Lanterns', 2));
    await waitUntilShown(page, 'Paper Lanterns');
    await obs(page, 'obsSourceActiveChanged', { active: true });
    expect(await shownOn(page)).toMatchObject({ title: 'Paper Lanterns', state: 'visible' });
    expect(await hasMoved()).toBe(false);
  });

  test('it makes its entrance again when the address asks for it', async () => {
    const running = await start();
    const page = await watch(running, '?replay=1');
    running.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    const hasMoved = await movement(page);
    await obs(page, 'obsSourceVisibleChanged', { visible: false });
    await obs(page, 'obsSourceVisibleChanged', { visible: true });
    await waitUntilShown(page, 'Low Tide');
    expect(await hasMoved()).toBe(true);
  });

  test.each(['short', '1'])('the demo %s is still there when the source comes up again', async (demo) => {
    const running = await start();
    const { page } = await pages.open(800, 160);
    await page.goto(`${running.url}?demo=${demo}`);
    await page.waitForFunction(() => document.documentElement.dataset.state === 'visible');
    const before = await shownOn(page);
    await obs(page, 'obsSourceVisibleChanged', { visible: false });
    await obs(page, 'obsSourceVisibleChanged', { visible: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await shownOn(page)).toEqual(before);
  });

  test('custom CSS of the source reaches the page', async () => {
    const running = await start();
    const page = await watch(running);
    // As OBS adds it: a style element made by a script.
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.innerHTML = '.card { opacity: 0.5 }';
      document.head.append(style);
    });
    expect(await page.locator('.card').evaluate((card) => getComputedStyle(card).opacity)).toBe('0.5');
  });
});

describe('a custom theme', () => {
  const PAGE = `<!doctype html><title>mine</title><p data-bind="title"></p>
    <script type="module" src="/sdk/v1.js"></script>`;

  test('shows an edit at once', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'index.html'), PAGE);
    const page = await watch(await startTheme(folder));
    await writeFile(join(folder, 'index.html'), PAGE.replace('mine', 'changed'));
    await page.waitForFunction(() => document.title === 'changed' && document.readyState === 'complete');
  });

  test('says on the page what keeps it from working', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'index.html'), `${PAGE}<script type="module" src="mine.js"></script>`);
    await writeFile(join(folder, 'mine.js'), 'import { none } from "/sdk/v1.js";');
    const running = await startTheme(folder);
    const page = await watch(running);
    await writeFile(join(folder, 'theme.json'), '{ "id": "mine", }');
    await page.getByText('This theme has a problem').waitFor();
    await page.getByText('theme.json: Expected').waitFor();
    await page.getByText("/mine.js:1: Uncaught SyntaxError: The requested module '/sdk/v1.js'").waitFor();
    const inObs = await pages.browser.newPage();
    later(() => inObs.close());
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

  test('hides an empty element, whatever `display` its style gives it', async () => {
    const folder = await testFolder();
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><style>#art { display: flex }</style><div id="art" data-if="art">art</div>
        <script type="module" src="/sdk/v1.js"></script>`,
    );
    const running = await startTheme(folder);
    const { page } = await pages.open(400, 100);
    await page.goto(`${running.url}?demo=noart`);
    await page.locator('html[data-state="visible"]').waitFor();
    expect(await page.locator('#art').isVisible()).toBe(false);
  });

  test('gets the track of a demo, too', async () => {
    const folder = await testFolder();
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><p id="mine"></p><script type="module">
        import { overlay } from '/sdk/v1.js';
        overlay.onState(({ track }) => {
          document.getElementById('mine').textContent = track?.title ?? 'nothing';
        });
      </script>`,
    );
    const running = await startTheme(folder);
    const { page } = await pages.open(400, 100);
    await page.goto(`${running.url}?demo=short`);
    await expect.poll(() => page.locator('#mine').textContent()).toBe('Low Tide');
  });

  test.each(['throw new Error("mine")', 'return Promise.reject(new Error("mine"))'])(
    'whose code fails (%s) shows nothing of a hidden track',
    async (failure) => {
      const folder = await testFolder();
      await writeFile(
        join(folder, 'index.html'),
        `${PAGE}<script type="module">
          import { overlay } from '/sdk/v1.js';
          overlay.onState(({ track }) => { if (track === null) { ${failure}; } });
        </script>`,
      );
      const running = await startTheme(folder);
      const page = await watch(running);
      running.server.audience.show(played('Low Tide', 1));
      await waitUntilShown(page, 'Low Tide');
      running.server.audience.show(hiddenPublication({ seq: 2, position: 2 }));
      await waitUntilShown(page, '');
      running.server.audience.show(played('Paper Lanterns', 3));
      await waitUntilShown(page, 'Paper Lanterns');
    },
  );

  test('that listens to /ws by itself needs nothing of ours', async () => {
    const folder = await testFolder();
    await writeFile(
      join(folder, 'index.html'),
      `<!doctype html><p id="title"></p><script>
        new WebSocket('ws://' + location.host + '/ws').onmessage = ({ data }) => {
          document.getElementById('title').textContent = JSON.parse(data).title;
        };
      </script>`,
    );
    const running = await startTheme(folder);
    running.server.audience.show(played('Low Tide', 1));
    const { page } = await pages.open(400, 100);
    await page.goto(running.url);
    await page.getByText('Low Tide').waitFor();
  });
});
