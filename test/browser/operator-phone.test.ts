import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Secret } from '../../src/core/option.ts';
import type { PhoneCode } from '../../src/web/wire/phone.ts';
import { cleanUps } from '../support/clean-up.ts';
import { deckView } from '../support/control.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { keptSetup } from '../support/setup.ts';
import { slowNetworkTo } from '../support/slow-network.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { waitUntilShown } from './browser.ts';
import { desks, enterToken, putOnAir, TOKEN } from './desk.ts';

const later = cleanUps();
const { desk, open } = desks();

/** One-way delay in ms: far more than all other work, but too little to count as disconnected. */
const TRIP_MS = 1_000;
/** The server closes a connection that loaded files five to six seconds later. */
const FILES_CLOSED_MS = 7_000;

const PHONE = { width: 390, height: 844 };

async function phone({ width, height } = PHONE, options: BrowserContextOptions = {}) {
  const apart = { hasTouch: true, isMobile: true, ...options };
  const opened = await desk('dashboard/', { width, height, apart });
  const title = 'A Title That Is Longer Than Any Phone Is Wide';
  opened.control.deckViews = [deckView(), deckView({ deck: '2', featured: false, track: track({ title }) })];
  await putOnAir(opened);
  await opened.page.locator('.deck').first().waitFor();
  return opened;
}

function isOnScreen(place: Locator): Promise<boolean> {
  return place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Largest first. */
function targets(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, select, input, summary')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { width, height, left, right, top, bottom } = element.getBoundingClientRect();
        return { name: element.id || element.textContent, area: width * height, left, right, top, bottom };
      })
      .sort((one, other) => other.area - one.area),
  );
}

/** WCAG contrast. */
function contrast(page: Page, selector: string, against: string) {
  return page.evaluate(
    ([of, behind]) => {
      const luminance = (color: string): number => {
        const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
          const value = Number(part) / 255;
          return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const background = (query: string): number => {
        let element = document.querySelector(query);
        let color = '';
        do {
          color = element === null ? '' : getComputedStyle(element).backgroundColor;
          element = element?.parentElement ?? null;
        } while (element !== null && color === 'rgba(0, 0, 0, 0)');
        return luminance(color);
      };
      const [light = 0, dark = 0] = [background(of), background(behind)].sort((one, other) => other - one);
      return (light + 0.05) / (dark + 0.05);
    },
    [selector, against] as const,
  );
}

test('the page works on a phone although the style for phones cannot be read', async () => {
  const { page } = await phone();
  await page.route('**/small.css', (route) => route.abort());
  await page.reload();
  await page.locator('.deck').first().waitFor();
});

describe('Hide on a phone', () => {
  test('is the largest target of the first screen, alone in its row, with the strongest contrast in light and dark', async () => {
    const { running, page } = await phone();
    const long = 'A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day';
    running.server.audience.show(
      publication({ seq: 2, playId: 'next', track: track({ artist: long, title: long }) }),
    );
    await page.locator('#now-title').getByText(long).waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const [hide, second, ...others] = await targets(page);
      expect(hide?.name).toBe('hide');
      expect(hide?.area).toBeGreaterThan(1.5 * (second?.area ?? 0));
      expect(hide?.bottom).toBeLessThan(PHONE.height * 0.7);
      const isBeside = (other: { top: number; bottom: number }): boolean =>
        other.top < (hide?.bottom ?? 0) && other.bottom > (hide?.top ?? 0);
      expect([second, ...others].filter((other) => other !== undefined && isBeside(other))).toEqual([]);
      const most = await contrast(page, '#hide', '#on-air');
      expect(most).toBeGreaterThan(12);
      expect(most).toBeGreaterThan(4 * (await contrast(page, '#recall', '#on-air')));
    }
  });

  test('stays in its place, however long the names are, and while nothing is on air', async () => {
    const { running, page } = await phone();
    const long = 'A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day';
    const names = [
      { artist: 'Ada', title: 'Blue' },
      { artist: '', title: 'Blue' },
      { artist: 'Ada', title: long },
      { artist: long, title: long },
    ];
    const places: unknown[] = [];
    for (const [at, name] of names.entries()) {
      running.server.audience.show(
        publication({
          ...{ seq: at + 2, position: at + 4, playId: `play ${at}`, at: Date.now() },
          track: track(name),
        }),
      );
      await page
        .locator('.set')
        .getByText(`${at + 2}`, { exact: true })
        .waitFor();
      places.push(await page.locator('#hide').boundingBox());
    }
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 9, position: 7, at: Date.now() }));
    await page.locator('#reveal').waitFor();
    places.push(await page.locator('#reveal').boundingBox());
    running.server.audience.show(hiddenPublication({ kind: 'off air', seq: 10, position: 7 }));
    await page.getByText('Nothing on air').waitFor();
    places.push(await page.locator('#hide').boundingBox());
    expect(places).toEqual(places.map(() => places[0]));
  });

  test('reaches the overlay with one request over a slow network, without a new connection even after minutes', async () => {
    const { running, control, page } = await phone();
    control.hide = () => {
      running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
      control.hiddenBy = () => 'operator';
      return true;
    };
    const overlay = await page.context().newPage();
    await overlay.goto(running.url);
    await waitUntilShown(overlay, 'Paper Lanterns');
    const line = { oneWayMs: 0, bytesPerSecond: 10_000_000 };
    const network = await slowNetworkTo(running.port, line);
    later(() => network.close());
    await page.goto(`http://127.0.0.1:${network.port}/dashboard/`);
    await page.getByText('Paper Lanterns', { exact: true }).first().waitFor();
    // Connections that loaded files are closed, as they are between two tracks.
    let [open, since] = [network.open, performance.now()];
    await waitFor('the page to open and close no connection', () => {
      [open, since] = open === network.open ? [open, since] : [network.open, performance.now()];
      return performance.now() > since + FILES_CLOSED_MS ? true : undefined;
    });
    Object.assign(line, { oneWayMs: TRIP_MS, bytesPerSecond: 50_000 });
    const before = network.opened;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const empty = overlay.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const check = (): unknown =>
            document.documentElement.dataset.state === 'idle'
              ? resolve(Date.now())
              : requestAnimationFrame(check);
          check();
        }),
    );
    await overlay.bringToFront();
    const pressed = await page.evaluate(() => {
      const now = Date.now();
      document.getElementById('hide')?.click();
      return now;
    });
    // The time beyond one trip depends on this computer's load; further trips would have opened connections.
    expect((await empty) - pressed).toBeGreaterThan(0.9 * TRIP_MS);
    expect(network.opened - before).toBe(0);
    expect(sent[0]).toBe('POST /api/v1/hide');
    expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });

  test('is undone in the same place, and actions for the next time stand apart', async () => {
    const { running, control, page } = await phone();
    const place = await page.locator('#hide').boundingBox();
    const nextTime = await page.locator('#hide-next').boundingBox();
    expect((nextTime?.y ?? 0) - (place?.y ?? 0) - (place?.height ?? 0)).toBeGreaterThan(44);
    control.hiddenBy = () => 'operator';
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    const undo = page.getByRole('button', { name: 'Show to viewers', exact: true });
    await undo.waitFor();
    expect(await undo.boundingBox()).toMatchObject({ x: place?.x, width: place?.width });
    await expect.poll(() => undo.isEnabled()).toBe(true);
    await undo.tap();
    await waitFor('the request', () => (control.calls.includes('reveal') ? true : undefined));
  });
});

test('status, next track, decks and outputs are readable from two meters, and no key is named', async () => {
  const { control, page } = await phone();
  // Normal sight resolves 24 pixels of a phone at two meters.
  const sizes = await page.evaluate(() =>
    ['#now-title', '#now-artist', '#next .title', '.deck-track', '.deck-name', '#outputs'].map((selector) => {
      const element = document.querySelector(selector);
      return element === null ? 0 : Number.parseFloat(getComputedStyle(element).fontSize);
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0);
  await page.locator('.chain .detail').first().waitFor();
  const widths = await page
    .locator('.chain .detail')
    .evaluateAll((details) => details.map((detail) => detail.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThan(200);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.locator('#next', { hasText: 'A Title That Is Longer' }).waitFor();
  // Mere text would float in its half of the row.
  const border = await page
    .getByRole('button', { name: 'Always hide' })
    .evaluate((button) => getComputedStyle(button).borderColor);
  expect(border).not.toBe('rgba(0, 0, 0, 0)');
  control.deckViews = [
    deckView(),
    deckView({ deck: '2', featured: false, playing: false }),
    deckView({ deck: '3', featured: false, playing: false }),
  ];
  const several = page.locator('#next', { hasText: /\(deck 2\), or .* \(deck 3\)$/ });
  await several.waitFor();
  // One line.
  expect((await several.boundingBox())?.height).toBeLessThan(45);
  control.deckViews = [deckView(), deckView({ deck: '2', featured: false, announced: true })];
  await page.locator('#next', { hasText: '–' }).waitFor();
});

test('the set list is as long as its tracks', async () => {
  const { running, page } = await phone();
  for (let position = 2; position <= 16; position += 1) {
    running.server.audience.show(
      publication({ seq: position, position, playId: `play ${position}`, at: Date.now() + position }),
    );
  }
  const list = page.getByRole('region', { name: 'Tracks' });
  await expect.poll(() => list.locator('tr:has(.nm)').count()).toBeGreaterThan(12);
  expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
});

test('the answer to a new set is on the screen, although its button is two screens below', async () => {
  const { control, page } = await phone();
  control.newSet = () => true;
  await page.getByRole('button', { name: 'New set…' }).tap();
  await page.getByRole('button', { name: 'Begin with the next track' }).tap();
  const answer = page.getByText('New set begun.');
  await answer.waitFor();
  expect(await isOnScreen(answer)).toBe(true);
});

test.each([
  ['en-US', 390, ''],
  ['de-DE', 360, ''],
  ['en-US', 360, '?dock'],
  ['de-DE', 320, '?dock'],
])('the offer of a check-up and the line above are whole: %s, %i px %s', async (locale, width, query) => {
  const apart = { hasTouch: true, isMobile: true, locale };
  const { running, page } = await desk('api/v1/now', { width, height: 844, apart });
  await page.clock.install();
  await page.goto(`${running.url}dashboard/${query}`);
  await page.locator('#now-title').waitFor();
  await page.clock.runFor(31_000);
  await page.locator('#now-names .btn').waitFor();
  const cut = await page.locator('#now-names > p, #now-names .btn').evaluateAll((all) =>
    all
      .filter((one) => {
        const edge = one.closest('.plate')?.getBoundingClientRect().right ?? 0;
        const isTooWide = one.getBoundingClientRect().right > edge - 12;
        return isTooWide || one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2;
      })
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});

test('a dock says what is next, or that nothing is', async () => {
  const { control, page, running } = await phone({ width: 360, height: 900 });
  await page.goto(`${running.url}dashboard/?dock`);
  await page.locator('#next', { hasText: 'A Title' }).waitFor();
  expect(await page.locator('.nextup .label').isVisible()).toBe(true);
  control.deckViews = [deckView()];
  await page.locator('#next', { hasText: '–' }).waitFor();
  expect(await page.locator('.nextup .label').isVisible()).toBe(true);
});

test('titles of decks are whole beside their buttons, and a lost connection is named', async () => {
  const { control, page, running } = await phone(PHONE, { locale: 'de-DE' });
  const title = 'Copper Wire';
  control.deckViews = [deckView({ track: track({ title }) }), deckView({ deck: '2', featured: false })];
  await page.locator('.deck-track', { hasText: title }).waitFor();
  const isWhole = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.every((one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight),
      );
  expect(await isWhole('.deck-track')).toBe(true);
  const gap = await page.locator('.deck:first-child .deck-track').evaluate((line) => {
    const words = document.createRange();
    words.selectNodeContents(line);
    const { top = 0 } = line.nextElementSibling?.getBoundingClientRect() ?? {};
    return top - words.getBoundingClientRect().bottom;
  });
  expect(gap).toBeLessThan(12);
  await running.stop();
  await page.locator('#connection', { hasText: 'Keine Verbindung' }).waitFor();
  expect(await isWhole('#connection .cut')).toBe(true);
});

test('why a deck leads, and why a track is hidden, can be read to the end', async () => {
  const { control, page } = await phone();
  const reason = 'Deck 1 was put on air by the operator; the next change of the faders decides again';
  control.deckViews = [deckView({ reason, hidden: true, hiddenBy: 'listed', track: track({}) })];
  await page.getByText(reason).waitFor();
  const texts = page.locator('.deck :is(.deck-artist, .deck-reason)');
  const isWhole = await texts.evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth));
  expect(isWhole).toEqual([true, true]);
});

test('says with nothing on air what the row of the deck that plays says', async () => {
  const { control, page, running } = await phone();
  const reason = 'Deck 1 leads, but its track was on air before';
  control.deckViews = [deckView({ featured: false, announced: true, reason })];
  running.server.audience.show(hiddenPublication({ kind: 'off air', seq: 4 }));
  const line = page.locator('.idle #now-artist');
  await line.getByText(`${reason}.`).waitFor();
  expect(await page.locator('.deck-reason').textContent()).toBe(reason);
  control.deckViews = [deckView({ featured: false, announced: true, playing: false })];
  await line.getByText('Play a track, and it appears here.').waitFor();
});

test('names in the set list and among removed tracks can be read to the end', async () => {
  const { running, page } = await phone();
  const { audience } = running.server;
  const name = `${'A Name That Is Longer Than Any Phone Is Wide '.repeat(3)}${'x'.repeat(80)}`;
  const [kept, removed] = [4, 5].map((position) =>
    publication({
      ...{ seq: position, position, playId: `play ${position}`, at: Date.now() },
      track: track({ artist: name, title: name }),
    }),
  );
  audience.show(kept as NonNullable<typeof kept>);
  audience.show(removed as NonNullable<typeof removed>);
  audience.show(publication({ seq: 6, position: 6, playId: 'play 6', at: Date.now() }));
  audience.changeEarlier({ ...(removed as NonNullable<typeof removed>), kind: 'retract', removed: true });
  await page.getByText('Removed from the set: 1').tap();
  await page.locator('.set .nm', { hasText: name }).waitFor();
  const texts = page.locator('.set .nm > [dir], .removed span');
  expect(
    await texts.evaluateAll(
      (all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflow === 'hidden')
          .length,
    ),
  ).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

test('a page that Back brings back as it was left has the language chosen meanwhile', async () => {
  const { page, running } = await phone();
  await page.goto(`${running.url}overlay/`);
  await page.locator('.foot select').waitFor();
  await page.evaluate(() => {
    localStorage.setItem('deckcast.language', 'de');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.locator('html[lang=de] .nav', { hasText: 'Einstellungen' }).waitFor();
  expect(await page.locator('.foot select').inputValue()).toBe('de');
});

test('times are in the language of the page where the device formats those of another', async () => {
  const { page } = await phone(PHONE, { locale: 'en-US' });
  const chromium = await page.context().newCDPSession(page);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await chromium.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'de-AT,de' });
  await page.reload();
  await page.getByRole('button', { name: 'Verbergen', exact: true }).waitFor();
  await expect.poll(() => page.locator('.set time').first().textContent()).toMatch(/^\d\d:\d\d$/);
});

test.each(FULL_LENGTH ? (['dark', 'light'] as const) : (['dark'] as const))(
  'the page is accessible at twice its size and without motion: %s',
  async (colorScheme) => {
    // 200 % leaves half the width.
    const half = { width: 320, height: 640 };
    const { page } = await phone(half, { colorScheme, reducedMotion: 'reduce' });
    for (const tab of await page.getByRole('tab').all()) {
      await tab.tap();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    }
  },
);

test('a phone without permission shows whom to ask and how, and takes a token made meanwhile', async () => {
  const { running, page, startAgain } = await desk('api/v1/now', PHONE);
  // Unknown host, as if from another computer.
  await page.goto(`http://booth.localhost:${running.port}/dashboard/`);
  await page.getByText('This device may not operate yet.').waitFor();
  await page.getByText('press Use my phone', { exact: false }).waitFor();
  const why = page.getByText('This computer is not known by that name', { exact: false });
  expect(await why.isVisible()).toBe(false);
  await page.getByText('Details').click();
  await why.waitFor();
  await page.getByLabel('Code or token').fill(TOKEN);
  await running.stop();
  await startAgain(TOKEN);
  await page.keyboard.press('Enter');
  await page.locator('#desk').waitFor();
});

describe('a device that may only operate', () => {
  /** Signed in with the operator's token, at a host that is not this computer's. */
  async function signedIn(settings = {}) {
    const { running, page } = await desk('api/v1/now', { ...PHONE, token: TOKEN, settings, apart: true });
    const origin = `http://booth.localhost:${running.port}`;
    await page.goto(`${origin}/dashboard/`);
    await page.getByText('press Use my phone', { exact: false }).waitFor();
    await enterToken(page, TOKEN);
    await page.locator('#desk').waitFor();
    return { page, origin };
  }

  const pagesOf = (page: Page) => page.locator('.nav a:visible').allTextContents();

  test('sees no page, tab or button that would refuse it', async () => {
    const { page, origin } = await signedIn();
    expect(await pagesOf(page)).toEqual(['On air', 'Looks', 'Help']);
    expect(await page.getByRole('tab').allTextContents()).not.toContain('Controller');
    expect(await page.locator('#which option').allTextContents()).toEqual(['This set']);
    await page.getByRole('tab', { name: 'Listen' }).click();
    await page.getByText('That is switched on at the computer that runs deckcast').waitFor();
    expect(await page.getByRole('button', { name: 'Let deckcast hear the room' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Phone' }).click();
    await page
      .getByText('This device can hide, correct and choose tracks, and begin a new set.', { exact: false })
      .waitFor();
    expect(await page.getByRole('button', { name: 'Use my phone' }).count()).toBe(0);

    await page.goto(`${origin}/overlay/`);
    await page.getByRole('button', { name: 'Copy address' }).waitFor();
    expect(await pagesOf(page)).toEqual(['On air', 'Looks', 'Help']);
    for (const name of ['In use', 'Save to my looks', 'Show my looks']) {
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0]);
    }
    await page.goto(`${origin}/nowhere`);
    await page.getByText('No page has this address.', { exact: false }).waitFor();
    expect(await page.getByRole('main').getByRole('link').allTextContents()).not.toContain('Set up');
  });

  test.each(['setup', 'settings'])(
    'is told at the address /%s/ what it may do, and how it gets more',
    async (path) => {
      const { page, origin } = await signedIn();
      await page.goto(`${origin}/${path}/`);
      await page.getByText('This device may hide, correct and choose tracks', { exact: false }).waitFor();
      await expect.poll(() => page.locator('.todo li').count()).toBe(3);
      expect(await page.getByRole('textbox').count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('link', { name: 'To the page On air' }).click();
      await page.locator('#desk').waitFor();
    },
  );

  test('gets every page with the token for settings, which the page asks for', async () => {
    const admin = 'open wide';
    const { page, origin } = await signedIn({ 'http.admin_token': new Secret(admin) });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('type the token for settings', { exact: false }).waitFor();
    expect(await page.getByLabel('Token').getAttribute('type')).toBe('password');
    await enterToken(page, 'wrong');
    await page.getByText('That token is wrong, or no longer counts.', { exact: false }).waitFor();
    await enterToken(page, admin);
    await page.locator('#settings').waitFor();
    await page.goto(`${origin}/overlay/`);
    await page.getByRole('button', { name: 'In use' }).waitFor();
    expect(await pagesOf(page)).toEqual(['On air', 'Looks', 'Set up', 'Settings', 'Help']);
  });
});

const USED = 'This code has signed a device in already, and each works once: make another one.';

/** Address of this computer in a network. */
const HOST = '192.0.2.7';

/** Reachable for other computers. */
function openToAll(token: string) {
  const setup = { ...keptSetup(), host: async () => HOST };
  const settings = { 'http.addr': { host: '0.0.0.0', port: 0 } };
  return desk('dashboard/', { token, settings, deps: { setup: async () => setup } });
}

test('a phone may operate after it scanned the code, and a second one may not', async () => {
  const { page } = await openToAll(TOKEN);
  const newCode = await codesOn(page);
  const url = (await newCode()).url.replace(HOST, '127.0.0.1');
  const picture = page.getByAltText('QR code that signs one phone in');
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)),
  ).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1_440, height: 900 });
  // Side by side, they are on the screen at once.
  const [code, typed] = await Promise.all(
    [picture, page.locator('.codes .key')].map((one) => one.boundingBox()),
  );
  expect(typed?.y).toBeLessThan((code?.y ?? 0) + (code?.height ?? 0));

  const { page: first } = await open(PHONE.width, PHONE.height, true);
  const { page: second } = await open(PHONE.width, PHONE.height, true);
  await first.goto(url);
  await first.locator('#connection', { hasText: 'All is well' }).waitFor();
  expect(first.url()).not.toContain('sign-in');
  await page.getByText('A device has signed in. For another one, press “Use my phone”.').waitFor();
  await picture.waitFor({ state: 'detached' });
  await first.reload();
  await first.locator('#connection', { hasText: 'All is well' }).waitFor();
  await second.goto(url);
  await second.getByText(USED, { exact: false }).waitFor();
});

test('a restart ends the code on the page, and is no sign-in', async () => {
  const { running, page, startAgain } = await openToAll(TOKEN);
  const newCode = await codesOn(page);
  const { url } = await newCode();
  const { page: first } = await open(PHONE.width, PHONE.height, true);
  await first.goto(url.replace(HOST, '127.0.0.1'));
  await page.getByText('A device has signed in.', { exact: false }).waitFor();
  await newCode();
  const answer = page.locator('#phone-answer');
  await expect.poll(() => answer.textContent()).toBe('');
  await running.stop();
  await startAgain(TOKEN);
  await page.locator('.codes .key').waitFor({ state: 'detached' });
  expect(await answer.textContent()).toBe(
    'deckcast has restarted, so the code no longer counts. For a new one, press “Use my phone”.',
  );
});

/** Opens the tab, and returns how to make another code: its letters as they are shown, and its address. */
async function codesOn(page: Page) {
  await enterToken(page, TOKEN);
  await page.getByRole('tab', { name: 'Phone' }).click();
  return async () => {
    const answered = page.waitForResponse('**/api/v1/phone');
    await page.getByRole('button', { name: /Use my phone|Another code/ }).click();
    const { url } = (await (await answered).json()) as PhoneCode;
    const letters = page.locator('.codes .key');
    const [, code = ''] = url.split('=');
    await expect.poll(async () => (await letters.textContent())?.replace(/\s/, '')).toBe(code);
    return { url, typed: (await letters.textContent()) ?? '' };
  };
}

test('the picture of a code and the code to type are on the screen of a laptop at once', async () => {
  const { control, page } = await openToAll(TOKEN);
  await page.setViewportSize({ width: 1_280, height: 800 });
  control.deckViews = ['1', '2', '3', '4'].map((deck) => deckView({ deck }));
  await (await codesOn(page))();
  await expect.poll(() => isOnScreen(page.getByAltText('QR code that signs one phone in'))).toBe(true);
  await expect.poll(() => isOnScreen(page.locator('.codes .key'))).toBe(true);
});

test('a code can be typed or its address pasted where a phone signs in, and the reason for a refusal is exact', async () => {
  const { running, page } = await openToAll(TOKEN);
  const newCode = await codesOn(page);
  const { typed } = await newCode();
  const address = `http://booth.localhost:${running.port}/dashboard/`;
  const { page: app } = await open(PHONE.width, PHONE.height, true);
  const enter = async (text: string) => {
    await app.bringToFront();
    await enterToken(app, text);
  };
  await app.goto(address);
  await enter('not the code');
  await app.getByText('That code or token is wrong, or no longer counts.').waitFor();
  await app.reload();
  // A wrong one leaves nothing behind.
  await app.getByText('This device may not operate yet.').waitFor();
  await enter(typed.toUpperCase());
  await app.locator('#connection', { hasText: 'All is well' }).waitFor();

  const { page: other } = await open(PHONE.width, PHONE.height, true);
  await other.goto(address);
  await enterToken(other, typed);
  await other.getByText(USED).waitFor();
  await page.bringToFront();
  const { url } = await newCode();
  await other.bringToFront();
  await enterToken(other, url);
  await other.locator('#connection', { hasText: 'All is well' }).waitFor();
});

test('a code that expires says so, and the code for guests is shown alone, after a press', async () => {
  const { page } = await openToAll(TOKEN);
  await page.clock.install();
  await page.reload();
  const newCode = await codesOn(page);
  const mine = page.getByAltText('QR code that signs one phone in');
  const guests = page.getByAltText('QR code of the page for guests');
  await newCode();
  await mine.waitFor();
  expect(await guests.count()).toBe(0);
  await page.clock.fastForward(120_000);
  await page
    .getByText('Nobody used the code within two minutes, so it no longer counts.', { exact: false })
    .waitFor();
  expect(await mine.count()).toBe(0);
  await newCode();
  await page.getByRole('button', { name: 'Show the code for guests' }).click();
  await guests.waitFor();
  expect(await mine.count()).toBe(0);
  await newCode();
  await mine.waitFor();
  expect(await guests.count()).toBe(0);
});

test('a page without a token creates one, and explains when there is no file for it', async () => {
  const { page } = await openToAll('');
  await page.getByRole('tab', { name: 'Phone' }).click();
  await page.getByRole('button', { name: 'Use my phone' }).click();
  await page.getByText('This is the demo, in which nothing can be changed: start deckcast itself.').waitFor();
});

test('the buttons of a hidden row of the set list are whole', async () => {
  const { running, page } = await phone({ width: 360, height: 640 }, { locale: 'de-DE' });
  const first = { seq: 5, position: 5, playId: 'play 5', at: Date.now() };
  running.server.audience.show(publication(first));
  running.server.audience.show(publication({ seq: 6, position: 6, playId: 'play 6', at: Date.now() }));
  running.server.audience.changeEarlier(publication({ ...first, kind: 'hide', hidden: true }));
  const row = page.locator('tr.hid');
  await row.locator('button').tap();
  const buttons = page.locator('.review button');
  await buttons.last().waitFor();
  const sides = await page
    .locator('.set, .review button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(sides).toHaveLength(4);
  expect(Math.max(...sides)).toBeLessThanOrEqual(360 - 20);
});

test('the buttons of an open row of the set list stay in their places while tracks come', async () => {
  const { running, page } = await phone();
  const show = (position: number) =>
    running.server.audience.show(
      publication({ seq: position, position, playId: `play ${position}`, at: Date.now() + position }),
    );
  show(4);
  show(5);
  await page.getByRole('button', { name: 'Correct track 2' }).tap();
  const remove = page.locator('.review').getByRole('button', { name: 'Remove' });
  await expect.poll(() => isOnScreen(remove)).toBe(true);
  await page.locator('.review input:focus').waitFor();
  const place = await remove.boundingBox();
  for (const position of [6, 7]) {
    show(position);
    await page.getByRole('button', { name: `Correct track ${position - 3}` }).waitFor();
    expect(await remove.boundingBox()).toEqual(place);
  }
});

test('a track of the set list ends where a removed one began', async () => {
  const { running, page } = await phone();
  const { audience } = running.server;
  const started = Date.now();
  const [one, removed, last] = [0, 1, 2].map((at) => ({
    ...{ seq: 5 + at, position: 5 + at, playId: `play ${at}`, at: started + at * 60_000 },
    track: track({ title: `Title ${at}` }),
  }));
  audience.show(publication({ ...one }));
  audience.show(publication({ ...removed }));
  audience.show(publication({ ...last }));
  const length = page.locator('tr', { hasText: 'Title 0' }).locator('.len');
  await length.getByText('1:00').waitFor();
  audience.changeEarlier(publication({ ...removed, kind: 'retract', removed: true }));
  await page.getByText('Removed from the set: 1').waitFor();
  expect(await length.textContent()).toBe('1:00');
  // As the page for guests and exports count.
  const numbers = await page.locator('.no').allTextContents();
  expect(numbers).toEqual(numbers.map((_, at) => `${numbers.length - at}`));
});

test('names can be corrected although the connection was lost before the dialog was first opened', async () => {
  const { page } = await phone();
  // What a press opens is loaded in advance.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toEqual(
      expect.arrayContaining(
        ['correct', 'review', 'new-set'].map((name) => expect.stringContaining(`/${name}.js`)),
      ),
    );
  await page.locator('#edit-dialog').waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await page.locator('#edit').tap();
  await page.locator('#edit-dialog').waitFor();
});

test('a long answer to a new set moves no button', async () => {
  const { running, page } = await phone();
  await page.route('**/api/v1/new-set', () => undefined);
  await page.getByRole('button', { name: 'New set…' }).tap();
  await page.getByRole('button', { name: 'Begin with the next track' }).tap();
  await page.getByText('Beginning the new set…').waitFor();
  const place = await page.locator('#edit').boundingBox();
  await page.getByText('Beginning the new set: not confirmed yet.').waitFor();
  await running.stop();
  await page.getByText('Beginning the new set: not confirmed. The connection is slow or lost.').waitFor();
  expect(await page.locator('#edit').boundingBox()).toEqual(place);
});

test('Hide stays in its place while nothing is on air for a long reason', async () => {
  const { control, running, page } = await phone({ width: 360, height: 640 }, { locale: 'de-DE' });
  await page.clock.install();
  await page.reload();
  await page.locator('#hide').waitFor();
  const place = await page.locator('#hide').boundingBox();
  const reason = 'Deck 1 leads with 100 % against 0 %; changes when it closes';
  control.deckViews = [deckView({ featured: false, announced: true, playing: false, reason })];
  running.server.audience.show(hiddenPublication({ kind: 'off air', seq: 4 }));
  await page.locator('.idle #now-artist', { hasText: 'Deck 1' }).waitFor();
  await page.clock.runFor(31_000);
  await page.locator('#now-names .btn').waitFor();
  expect(await page.locator('#hide').boundingBox()).toEqual(place);
});

test.each(['en-US', 'de-DE'])('Hide is whole on a small phone on its side: %s', async (locale) => {
  const { control, running, page } = await phone({ width: 568, height: 320 }, { locale });
  const isInReach = (button: Locator) =>
    button.evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const nav = document.querySelector('.nav')?.getBoundingClientRect().top ?? innerHeight;
      return (
        top >= 44 && bottom <= nav && left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth
      );
    });
  expect(await isInReach(page.locator('#hide'))).toBe(true);
  control.hiddenBy = () => 'operator';
  running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
  await page.locator('#reveal').waitFor();
  expect(await isInReach(page.locator('#reveal'))).toBe(true);
});
