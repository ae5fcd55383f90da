import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shown } from '../../src/core/shown.ts';
import type { DecksMessage, WireAudibleDeck } from '../../src/web/wire/decks.ts';
import { DecksTimeline } from '../../themes/shared/v1/decks.js';
import { deckView, keptControl } from '../support/control.ts';
import { hiddenPublication, played } from '../support/publication.ts';
import { track } from '../support/tracks.ts';
import { waitUntilShown } from './browser.ts';
import { layoutProblems } from './geometry.ts';
import { overlays } from './overlays.ts';

const { overlay } = overlays();
const OTHER = track({ artist: 'Oto Vey', title: 'Glass Anthem' });

/** Visible, from top to bottom. */
function titles(page: Page): Promise<string[]> {
  return page.locator('.title:visible').allTextContents();
}

describe('the theme decks', () => {
  async function open(query = '', apart = false) {
    const control = keptControl();
    const opened = await overlay(`overlay/decks/${query}`, { height: 220, deps: { control }, apart });
    control.deckViews = [deckView({ deck: '2' })];
    await opened.show('Paper Lanterns', 1);
    return { control, ...opened };
  }

  test('names both tracks of a double drop, and one again after it', async () => {
    const { control, page } = await open();
    const both = [
      deckView({ deck: '2' }),
      deckView({ deck: '3', featured: false, level: 0.6, ...shown(OTHER, false) }),
    ];
    control.deckViews = both;
    await expect.poll(() => titles(page)).toEqual(['Paper Lanterns', 'Glass Anthem']);
    expect(await page.locator('.row:last-child .level i').getAttribute('style')).toBe(
      'transform: scaleY(0.6);',
    );
    expect(await layoutProblems(page)).toEqual([]);
    control.deckViews = both.slice(0, 1);
    await expect.poll(() => titles(page)).toEqual(['Paper Lanterns']);
  });

  test('keeps four decks readable at 1080p, however long their names are', async () => {
    const { control, page } = await open();
    const name = 'The Lighthouse Keepers and the Northern Harbour Choir';
    const others = ['3', '4', '1'].map((deck) =>
      deckView({
        deck,
        featured: false,
        level: 0.6,
        ...shown(track({ artist: name, title: `${deck} ${name}` }), false),
      }),
    );
    control.deckViews = [deckView({ deck: '2' }), ...others];
    await expect.poll(() => page.locator('.row:not(.is-coming)').count()).toBe(4);
    expect(await layoutProblems(page)).toEqual([]);
    const sizes = await page
      .locator('.row > .text > *')
      .evaluateAll((all) => all.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThan(15);
  });

  test('does not name a track late that ended hidden', async () => {
    const { control, running, page } = await open('?delay=1', true);
    const next = deckView({ deck: '3', ...shown(OTHER, false) });
    control.deckViews = [deckView({ deck: '2', featured: false }), next];
    running.server.audience.show(played('Glass Anthem', 2));
    await expect.poll(() => titles(page)).toEqual(['Glass Anthem', 'Paper Lanterns']);
    await expect
      .poll(() => page.evaluate("import('/sdk/v1.js').then(({ overlay }) => overlay.track?.title)"))
      .toBe('Glass Anthem');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    control.deckViews = [next];
    running.server.audience.changeEarlier(hiddenPublication({ kind: 'hide', position: 1 }));
    await expect.poll(() => titles(page)).toEqual(['Glass Anthem']);
  });

  test('names no deck with a hidden track, and nothing while the track on air is hidden', async () => {
    const { control, page, hide } = await open();
    control.deckViews = [
      deckView({ deck: '2' }),
      deckView({ deck: '3', featured: false, level: 0.6, ...shown(OTHER, true) }),
      deckView({ deck: '4', featured: false, level: 0.5, ...shown(track({ title: 'Second Skin' }), false) }),
    ];
    await expect.poll(() => titles(page)).toEqual(['Paper Lanterns', 'Second Skin']);
    await hide(1);
    expect(await titles(page)).toEqual([]);
  });
});

describe('delayed decks', () => {
  const deck = (change: Partial<WireAudibleDeck>): WireAudibleDeck => ({
    deck: '1',
    artist: '',
    title: 'Low Tide',
    album: '',
    genre: '',
    label: '',
    key: '',
    bpm: 0,
    year: 0,
    level: 0.9,
    featured: true,
    hidden: false,
    ...change,
  });
  const message = (...decks: WireAudibleDeck[]): DecksMessage => ({
    v: 1,
    type: 'decks',
    at: '2026-01-01T20:00:00.000Z',
    decks,
  });

  test('appear after the delay', () => {
    const timeline = new DecksTimeline();
    timeline.apply(message(deck({})), 1_000);
    expect(timeline.decksAt(5_999, 5_000)).toEqual({ decks: [], next: 6_000 });
    expect(timeline.decksAt(6_000, 5_000).decks).toEqual([deck({})]);
  });

  test('never appear once they are hidden', () => {
    const timeline = new DecksTimeline();
    timeline.apply(message(deck({}), deck({ deck: '2', title: 'Glass Anthem' })), 1_000);
    timeline.apply(
      message(deck({ title: '', hidden: true }), deck({ deck: '2', title: 'Glass Anthem' })),
      3_000,
    );
    expect(timeline.decksAt(6_500, 5_000).decks.map(({ title }) => title)).toEqual(['Glass Anthem']);
    expect(timeline.decksAt(9_000, 5_000).decks.map(({ title }) => title)).toEqual(['Glass Anthem']);
  });

  test('contain only decks that are still audible when a hidden or unnamed one stops', () => {
    const timeline = new DecksTimeline();
    const other = deck({ deck: '2', title: 'Glass Anthem' });
    timeline.apply(message(deck({}), other), 1_000);
    timeline.apply(message(other, deck({ title: 'Slow Tide' })), 3_000);
    timeline.forgetOver();
    const shownAt = (now: number) => timeline.decksAt(now, 5_000).decks.map(({ title }) => title);
    expect(shownAt(6_500)).toEqual(['Glass Anthem']);
    expect(shownAt(9_000)).toEqual(['Glass Anthem', 'Slow Tide']);
  });
});

test('the theme recent lists earlier tracks without names of hidden ones', async () => {
  const { running, page, show } = await overlay('overlay/recent/', { width: 640, height: 480 });
  const rows = () => page.locator('.list li .names').allTextContents();
  await show('Low Tide', 1);
  expect(await rows()).toEqual([]);
  running.server.audience.show(hiddenPublication({ seq: 2, position: 2 }));
  await waitUntilShown(page, '');
  await show('Paper Lanterns', 3);
  expect(await rows()).toEqual(['ID', 'Low TideNightjar Avenue']);
  await page.reload();
  await waitUntilShown(page, 'Paper Lanterns');
  expect(await rows()).toEqual(['ID', 'Low TideNightjar Avenue']);
});
