/** The beat on the pages of looks. */
import { expect, test } from 'vitest';
import type { RoomBeat, RoomBeats } from '../../src/core/contracts/beat.ts';
import { systemClock } from '../../src/host/clock.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { overlays } from './overlays.ts';

const { overlay } = overlays();

/** Beats that a test begins. */
function heldBeats() {
  let follower: ((beat: RoomBeat | undefined) => void) | undefined;
  const beats: RoomBeats = {
    follow(onBeat) {
      follower = onBeat;
      return () => {
        follower = undefined;
      };
    },
    now: () => undefined,
  };
  const begin = (beatInBar: number | undefined): void =>
    follower?.(
      beatInBar === undefined
        ? undefined
        : { beatInBar, bar: 5, bpm: 126, begunAt: systemClock.monotonic(), jumped: false },
    );
  return { beats, begin, isFollowed: () => follower !== undefined };
}

async function board(media: { readonly reducedMotion?: 'reduce' } = {}) {
  const held = heldBeats();
  const opened = await overlay('overlay/board/', {
    width: 960,
    height: 150,
    deps: { beats: held.beats },
    apart: (page) => page.emulateMedia(media),
  });
  await opened.show('Low Tide', 1, { track: track({ artist: 'Mira Vale', title: 'Low Tide', bpm: 126 }) });
  await waitFor('the page to follow the beat', () => held.isFollowed() || undefined);
  return { ...opened, ...held };
}

test('Board counts the beats of a bar, and shows none without a beat', async () => {
  const { page, begin } = await board();
  const ticks = page.locator('.beats');
  expect(await ticks.isVisible()).toBe(false);
  begin(3);
  await page.locator('html[data-beat="3"]').waitFor({ state: 'attached' });
  expect(await ticks.isVisible()).toBe(true);
  const lit = await page
    .locator('.beats i')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
  expect(lit).toEqual(['0.9', '0.9', '0.9', '0.18']);
  begin(undefined);
  await page.locator('html:not([data-beat])').waitFor({ state: 'attached' });
  expect(await ticks.isVisible()).toBe(false);
});

test('themes get the beat as variables and as an event', async () => {
  const { page, begin } = await board();
  await page.evaluate(() => {
    document.addEventListener('beat', (event) => {
      document.title = event instanceof CustomEvent ? JSON.stringify(event.detail) : '';
    });
  });
  begin(2);
  await expect.poll(() => page.title()).toBe('{"beat":2,"bar":5,"bpm":126}');
  const values = () =>
    page.evaluate(() =>
      ['--beat', '--bpm'].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name)),
    );
  expect(await values()).toEqual(['2', '126']);
  begin(undefined);
  await expect.poll(values).toEqual(['', '']);
});

test('Board stands still for people who want less motion', async () => {
  const { page, begin } = await board({ reducedMotion: 'reduce' });
  begin(1);
  await page.locator('html[data-beat="1"]').waitFor({ state: 'attached' });
  expect(await page.locator('.beats').isVisible()).toBe(false);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('a look without the beat does not follow it', async () => {
  const { beats, isFollowed } = heldBeats();
  const { show } = await overlay('overlay/default/', { deps: { beats } });
  await show('Low Tide', 1);
  expect(isFollowed()).toBe(false);
});
