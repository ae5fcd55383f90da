import { describe, expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { amount } from '../support/full-length.ts';
import { hiddenPublication, played } from '../support/publication.ts';
import type { RunningServer } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { resize, shownOn, testPages, untilConnected, type WatchedPage, waitUntilShown } from './browser.ts';
import { layoutProblems } from './geometry.ts';
import { lastingAddress } from './lasting-server.ts';

/** Tracks in a row. */
const MANY = amount({ short: 6, full: 40 });

const later = cleanUps();
const pages = testPages();

const startHere = lastingAddress();

async function start(): Promise<RunningServer> {
  const running = await startHere();
  later(running.stop);
  return running;
}

async function watch(url: string, width = 800, height = 160): Promise<WatchedPage> {
  const watched = await pages.open(width, height);
  await watched.page.goto(url);
  return watched;
}

describe('the overlay', () => {
  test('is empty and transparent before the first track', async () => {
    const { url } = await start();
    const { page } = await watch(url);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    expect(await shownOn(page)).toMatchObject({ title: '', artist: '' });
    const picture = await page.screenshot({ omitBackground: true });
    const empty = await emptyPicture(800, 160);
    expect(picture.equals(empty)).toBe(true);
  });

  test.each(['', 'overlay/slider/'])('takes over changed options of the theme at /%s', async (path) => {
    const { server, url, change } = await start();
    const { page } = await watch(`${url}${path}`);
    server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    change({ 'theme.options': { accent: '#0000ff' } });
    const accent = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--opt-accent'));
    await expect.poll(accent).toBe('#0000ff');
    await waitUntilShown(page, 'Low Tide');
  });

  test('shows track one, then two, never both', async () => {
    const { server, url } = await start();
    const { page, errors } = await watch(url);
    server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    await recordTitles(page);
    server.audience.show(played('Paper Lanterns', 2));
    await waitUntilShown(page, 'Paper Lanterns');
    expect(await recordedTitles(page)).toEqual(['Low Tide', 'Paper Lanterns']);
    expect(errors).toEqual([]);
  });

  test('the last of many tracks wins', async () => {
    const { server, url } = await start();
    const { page } = await watch(url);
    for (let position = 1; position <= MANY; position += 1) {
      server.audience.show(played(`Track ${position}`, position));
      // The next one comes while this one enters or the one before leaves, in turn.
      await page.waitForFunction(
        ([wanted, states]) =>
          states?.includes(document.documentElement.dataset.state ?? '') ||
          document.querySelector('[data-bind="title"]')?.textContent === wanted,
        [`Track ${position}`, position % 2 === 0 ? 'exiting' : 'entering'],
        { polling: 20 },
      );
    }
    await waitUntilShown(page, `Track ${MANY}`);
  });

  test('a hidden track does not stay for the time of its exit', async () => {
    const { server, url } = await start();
    const { page } = await watch(url);
    server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    // No time passes in the page from now on.
    await page.evaluate(() => Object.assign(window, { setTimeout: () => 0 }));
    server.audience.show(hiddenPublication({ kind: 'hide', seq: 2, position: 1 }));
    await waitUntilShown(page, '');
  });

  test('shows nothing of a hidden track, and shows it when it is revealed', async () => {
    const { server, url } = await start();
    const { page } = await watch(url);
    server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    server.audience.show(hiddenPublication({ kind: 'hide', seq: 2, position: 1 }));
    await waitUntilShown(page, '');
    server.audience.show({ ...played('Low Tide', 1), kind: 'reveal', seq: 3 });
    await waitUntilShown(page, 'Low Tide');
  });

  test('a reload shows the track at once, without another entrance', async () => {
    const { server, url } = await start();
    const page = await pages.browser.newPage({ viewport: { width: 800, height: 160 } });
    later(() => page.close());
    await page.addInitScript(() => {
      addEventListener('transitionrun', () => document.documentElement.classList.add('test-moved'));
    });
    const moved = (): Promise<number> => page.locator('.test-moved').count();
    await page.goto(url);
    await untilConnected(url);
    server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    expect(await moved()).toBe(1);
    await page.reload();
    await waitUntilShown(page, 'Low Tide');
    expect(await moved()).toBe(0);
  });

  test('survives a restart of the server', async () => {
    const first = await start();
    const { page } = await watch(first.url);
    first.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
    await first.stop();
    const second = await start();
    second.server.audience.show(played('Paper Lanterns', 1));
    await waitUntilShown(page, 'Paper Lanterns');
  });

  test('opens before the server runs', async () => {
    const first = await start();
    const { page, errors } = await watch(first.url);
    await first.stop();
    await expect.poll(() => errors.join()).toContain('ERR_CONNECTION_REFUSED');
    const second = await start();
    second.server.audience.show(played('Low Tide', 1));
    await waitUntilShown(page, 'Low Tide');
  });

  test('nothing overflows, whatever the text and however large the page', async () => {
    const { server, url } = await start();
    const { page } = await watch(url);
    for (const [index, title] of AWKWARD.slice(0, amount({ short: 2, full: 5 })).entries()) {
      server.audience.show({ ...played(title, index + 1), track: track({ artist: title, title }) });
      await waitUntilShown(page, title);
      for (const [width, height] of [
        [300, 75],
        [800, 160],
        [1920, 1080],
      ] as const) {
        await resize(page, width, height);
        expect(await layoutProblems(page), `${title} at ${width} x ${height}`).toEqual([]);
      }
    }
  });
});

/** First those that have no sample, with which every theme is measured in `goldens.test.ts`. */
const AWKWARD = [
  'W'.repeat(120),
  'ليالي المدينة (ريمكس) · נועה לוי',
  'Everything We Said Before the Long Summer Came Back '.repeat(3).slice(0, 120),
  '🌊🔥 Waves on Fire 👩‍🚀🏳️‍🌈',
  '東京の夜明け前に (深夜特急 Remix) 밤의 정원',
];

async function emptyPicture(width: number, height: number): Promise<Buffer> {
  const { page } = await pages.open(width, height);
  return page.screenshot({ omitBackground: true });
}

/** Notes every title that can be seen from now on, in order. */
function recordTitles(page: WatchedPage['page']): Promise<void> {
  return page.evaluate(() => {
    const titles: string[] = [];
    Object.assign(globalThis, { titles });
    const sample = (): void => {
      const seen = [...document.querySelectorAll('[data-bind="title"]')]
        .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
        .map((element) => element.textContent ?? '')
        .filter((title) => title !== '')
        .join(' + ');
      if (seen !== '' && seen !== titles.at(-1)) {
        titles.push(seen);
      }
      requestAnimationFrame(sample);
    };
    sample();
  });
}

function recordedTitles(page: WatchedPage['page']): Promise<unknown> {
  return page.evaluate('titles');
}
