/** No button of the page On air moves while a finger is on its way to it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { deckView } from '../support/control.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { desks, heldTrack, putOnAir } from './desk.ts';

const { desk } = desks();
const LONG = 'A Very Long Walk Home Past All the Places Where We Said That We Would Meet Again One Day';
const REASON = 'Deck 1 was put on air by the operator; detection takes over at the next change';

/** Sizes of the program's outputs, one of which is paused. */
const output = (name: string, title: string, stopped: boolean) => ({
  ...{ name, title, delivered: 1, queued: 0, dropped: 0, failed: 0, stopped },
  ...(stopped && { lastError: 'nothing is listening there', lastErrorAt: Date.now() }),
});

/** Places on the page, in whole pixels, of *Hide* or *Show to viewers*, and of the other buttons of the track and the decks. */
function places(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() =>
    Object.fromEntries(
      Object.entries({
        hide: '#hide, #reveal',
        ...{ repeat: '#recall', correct: '#edit', next: '#hide-next' },
        ...{ coming: '.nextup .btn', skip: '#skip', deck: '.deck:nth-child(2) .deck-air' },
      }).flatMap(([name, selector]) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        const sides = [
          box?.left ?? 0,
          (box?.top ?? 0) + scrollY,
          box?.right ?? 0,
          (box?.bottom ?? 0) + scrollY,
        ];
        return box === undefined ? [] : [[name, sides.map(Math.round)]];
      }),
    ),
  );
}

describe.each([
  ['en-US', 390, 844, ''],
  ['de-DE', 390, 844, ''],
  ['en-US', 360, 640, ''],
  ['de-DE', 360, 640, ''],
  ['en-US', 844, 331, ''],
  ['de-DE', 844, 331, ''],
  ['de-DE', 667, 320, ''],
  ['en-US', 320, 700, '?dock'],
  ['de-DE', 320, 700, '?dock'],
  ['de-DE', 400, 700, '?dock'],
])('in %s at %i x %i px %s', (locale, width, height, query) => {
  test('no button moves', async () => {
    let [stopped, sinks] = [false, ['websocket', 'chat']];
    const health = () => ({
      ...WELL.health(),
      sinks: sinks.map((name) => output(name, `Output ${name}`, stopped)),
    });
    const apart = { hasTouch: true, isMobile: true, locale };
    const opened = await desk('api/v1/now', { width, height, apart, deps: { health } });
    const { control, page, running } = opened;
    control.position = 4;
    await page.clock.install();
    await page.goto(`${running.url}dashboard/${query}`);
    const second = deckView({
      deck: '2',
      play: 'hwdevice:2',
      featured: false,
      track: track({ title: 'Blue' }),
    });
    control.deckViews = [deckView(), second];
    control.heldNow = heldTrack();
    await putOnAir(opened);
    await page.locator('.deck-air').waitFor();
    await page.locator('#skip').waitFor();
    if (height < 480) {
      const outside = await page
        .locator('#connection, #say, #now-title, #hide, #next, #skip')
        .evaluateAll((all) =>
          all
            .filter((one) => {
              const { left, top, right, bottom } = one.getBoundingClientRect();
              const corners = [
                [left + 5, top + 5],
                [right - 5, bottom - 5],
              ] as const;
              return corners.some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
            })
            .map(({ id }) => id),
        );
      expect(outside).toEqual([]);
    }
    const usual = await places(page);
    const moved: string[] = [];
    const compare = async (when: string) => {
      const now = await places(page);
      for (const [name, place] of Object.entries(now)) {
        if (`${place}` !== `${usual[name]}`) {
          moved.push(`${when}: ${name} from ${usual[name]} to ${place}`);
        }
      }
    };

    stopped = true;
    await page.locator('#connection .bad, #outputs .bad').first().waitFor({ state: 'attached' });
    await compare('outputs in trouble');
    sinks = ['websocket', 'chat', 'radio', 'osc', 'page'];
    await page.locator('#outputs', { hasText: 'osc' }).waitFor({ state: 'attached' });
    await compare('many outputs in trouble');
    [stopped, sinks] = [false, ['websocket', 'chat']];
    await page.locator('#outputs .good').waitFor({ state: 'attached' });

    running.server.audience.show(
      publication({ seq: 4, position: 4, playId: 'next', track: track({ artist: LONG, title: LONG }) }),
    );
    await page.locator('#now-title', { hasText: LONG }).waitFor();
    await compare('long names');

    control.heldNow = heldTrack(LONG);
    await page.locator('#next', { hasText: LONG }).waitFor();
    await compare('a long name is next');
    control.heldNow = undefined;
    await page.locator('#skip').waitFor({ state: 'detached' });
    await compare('none is held');
    control.deckViews = [
      deckView({ announced: true, reason: REASON, track: track({ title: 'Blue' }) }),
      second,
    ];
    await page.locator('.deck').getByText(REASON).waitFor({ state: 'attached' });
    await compare('a reason of two lines');

    control.hideNextTime = async () => undefined;
    await page.locator('#hide-next').click();
    await page.locator('#answer', { hasText: /every set|jedem Set/ }).waitFor();
    await compare('an answer');
    await page.route('**/api/v1/recall', () => undefined);
    await page.locator('#recall').click();
    await page.locator('.reply .btn').waitFor();
    await compare('an answer that is late');
    await page.unroute('**/api/v1/recall');

    control.hiddenBy = () => 'operator';
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 5, position: 4 }));
    await page.locator('#reveal').waitFor();
    await compare('hidden');
    running.server.audience.show(hiddenPublication({ kind: 'off air', seq: 6, position: 4 }));
    await page.locator('.idle').waitFor();
    await compare('idle');
    control.deckViews = [deckView({ playing: false }), { ...second, playing: false }];
    await page.locator('#now-artist', { hasText: /appears here|erscheint/ }).waitFor();
    await page.clock.runFor(31_000);
    await page.locator('#now-names .btn').waitFor();
    await compare('a check-up is offered');
    expect(moved).toEqual([]);
  });
});

test.each([
  [1_440, 900],
  [1_280, 800],
  [1_280, 720],
  [820, 1_180],
])('names of any length leave Hide in its place in %i x %i', async (width, height) => {
  const opened = await desk('dashboard/', { width, height });
  const { page, running } = opened;
  await putOnAir(opened);
  const before = await places(page);
  for (const [title, artist] of [
    [LONG, 'Ada'],
    ['Blue', LONG],
    [LONG, LONG],
  ] as const) {
    running.server.audience.show(
      publication({ kind: 'correction', track: track({ title, artist, bpm: 128, key: 'Am' }) }),
    );
    await page.locator('#now-title', { hasText: title }).waitFor();
    await page.locator('#now-artist', { hasText: artist }).waitFor();
    expect((await places(page)).hide).toEqual(before.hide);
  }
});

test('no panel moves while a player is off', async () => {
  const { control, page, running } = await desk('api/v1/now', { width: 1_440, height: 900 });
  const decks = ['1A', '1B', '2A', '2B'].map((deck) => deckView({ deck }));
  const panels = () =>
    page.evaluate(() =>
      ['.tabs', '#export', '.health'].map((selector) => {
        const { left, width } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return [selector, left, width];
      }),
    );
  control.deckViews = decks;
  await page.goto(`${running.url}dashboard/`);
  await page.locator('.deck').nth(3).waitFor();
  const before = await panels();
  control.deckViews = decks.slice(0, 2);
  await page.locator('.deck').nth(2).waitFor({ state: 'detached' });
  expect(await panels()).toEqual(before);
});
