/** Sets that were heard in a recording, on the operator's page. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shown } from '../../src/core/shown.ts';
import type { SetEntry } from '../../src/core/track.ts';
import { publication } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { desks, focused, keptSettings, lackedWidth, wireOption } from './desk.ts';

const { desk } = desks();

const MENU = 'From a recording…';
const LOW = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };

describe('the form for a recording', () => {
  /** Without named music. */
  async function opened(source: Partial<Parameters<typeof wireOption>[0]>) {
    const { settings, saved } = keptSettings(
      wireOption({ name: 'hear.library', field: 'list', items: [] }),
      wireOption({ name: 'source', field: 'choices', ...source }),
    );
    const { page, running } = await desk('dashboard/', { ...LOW, deps: { settings } });
    await page.locator('#which').selectOption(MENU);
    await page.getByText('To find the tracks, deckcast needs your own music.').waitFor();
    return { page, running, saved };
  }

  test('leads to the setting that names the music', async () => {
    const { page, running } = await opened({ items: ['hwdevice'] });
    expect(await page.locator('.recording button').allTextContents()).toEqual(['Find its tracks']);
    await page.getByLabel('File of a recorded set').fill('/sets/set.mp3');
    await page.getByLabel('File of a recorded set').press('Enter');
    await expect.poll(() => focused(page)).toBe('recording-music');
    expect(await lackedWidth(page, 'which')).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${running.url}settings/#hear.library`);
    // One press leads back, to the path that was typed.
    await page.getByRole('link', { name: 'Back to the recording' }).click();
    await expect.poll(() => focused(page)).toBe('recording-path');
    expect(await page.locator('#recording-path').inputValue()).toBe('/sets/set.mp3');
    await page.goto(`${running.url}settings/#hear.library`);
    await page.locator('#search').waitFor();
    expect(await page.getByRole('link', { name: 'Back to the recording' }).count()).toBe(0);
  });

  test.each([
    ['softb', ['Use my Serato library', 'Use my Mixxx library'], 'serato'],
    ['hwdevice', ['Use my Engine DJ library'], 'engine'],
  ])('takes the library of the program of the source %s at one press', async (name, buttons, library) => {
    const { page, saved } = await opened({ items: [name], origin: { from: 'file', place: '' } });
    const shown = page.getByRole('button', { name: 'Use my' });
    expect(await shown.allTextContents()).toEqual(buttons);
    await shown.first().click();
    await page.locator('#recording-answer', { hasText: 'Saved' }).waitFor();
    expect(saved).toMatchObject([{ set: { 'hear.library': [library] } }]);
    expect(await page.getByText('needs your own music').count()).toBe(0);
    expect(await focused(page)).toBe('recording-path');
  });
});

test('the form follows an analysis that begins while it still loads', async () => {
  const { settings } = keptSettings(wireOption({ name: 'hear.library', field: 'list', items: ['/music'] }));
  let state = WELL.recordings.state();
  const recordings = {
    ...WELL.recordings,
    state: () => state,
    begin(path: string) {
      state = { ...state, path, step: 'read', done: 0.5 };
      return undefined;
    },
  };
  const { page } = await desk('dashboard/', { ...LOW, deps: { settings, recordings } });
  let load = (): void => undefined;
  const isLoaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/recording/files', async (route) => {
    await isLoaded;
    await route.continue();
  });
  await page.locator('#which').selectOption(MENU);
  await page.locator('#recording-path').fill('/sets/friday.mp3');
  const begun = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('#recording-begin').click();
  await begun;
  load();
  await page.getByRole('progressbar').waitFor();
  state = { ...state, step: 'compare', done: 1, secondsLeft: 0 };
  await page.getByText('Comparing tracks · Almost done', { exact: true }).waitFor();
});

test('the menu of exports leads to the form, which suggests the newest recordings', async () => {
  const { settings } = keptSettings(wireOption({ name: 'hear.library', field: 'list', items: ['/music'] }));
  const recordings = { ...WELL.recordings, recent: async () => ['/sets/friday.wav', '/sets/thursday.wav'] };
  const { page } = await desk('dashboard/', { ...LOW, deps: { settings, recordings } });
  await page.getByText('Export…').click();
  await page.getByLabel('Export as').selectOption('YouTube chapters');
  await page.getByRole('button', { name: MENU }).click();
  await expect.poll(() => focused(page)).toBe('recording-path');
  expect(await page.locator('#which').inputValue()).toBe('recording');
  const suggested = () =>
    page
      .locator('#recording-path')
      .evaluate((field) => Array.from((field as HTMLInputElement).list?.options ?? [], ({ value }) => value));
  await expect.poll(suggested).toEqual(['/sets/friday.wav', '/sets/thursday.wav']);
  await page.locator('#recording-path').fill('/sets');
  await expect.poll(suggested).toEqual([]);
});

describe('a set that was heard in a recording', () => {
  function entry(position: number, title: string, sureness: number): SetEntry {
    const elapsedMs = (position - 1) * 22 * 60_000;
    const heard = { firstMs: 0, lastMs: 0, sureness, begins: { path: '/sets/set.mp3', atMs: elapsedMs } };
    const { kind: _kind, seq: _seq, ...play } = publication({ track: track({ artist: 'Ada', title }) });
    return { ...play, playId: `play-${position}`, position, elapsedMs, heard };
  }

  async function opened() {
    const named = [entry(1, 'Blue', 0.9), entry(2, 'Green', 0.3), entry(3, '', 0)];
    let entries = named;
    const recording = 'set.mp3';
    const { page } = await desk('dashboard/', {
      ...LOW,
      deps: {
        sessions: {
          async list() {
            const tracks = entries.filter(({ removed }) => removed !== true).length;
            return [{ id: 7, startedAt: 0, tracks, recording }];
          },
          entries: async () => entries,
        },
        recordings: {
          ...WELL.recordings,
          async correct(_session, position) {
            entries = entries.map((each) =>
              each.position === position && each.heard
                ? { ...each, heard: { ...each.heard, isChecked: true as const } }
                : each,
            );
            return undefined;
          },
          async remove(_session, position, isRemoved) {
            entries = entries.map(({ removed: _, ...each }) =>
              each.position === position && isRemoved ? { ...each, removed: true as const } : each,
            );
            return undefined;
          },
          async change(_session, position, verdict) {
            entries = entries.map((each) =>
              each.position === position
                ? {
                    ...each,
                    ...shown(named[position - 1]?.track ?? each.track, verdict === 'hide'),
                    ...(each.heard && { heard: { ...each.heard, hiddenAs: 'time' as const } }),
                  }
                : each,
            );
            return undefined;
          },
        },
      },
    });
    await page.locator('#which').selectOption('set.mp3 · 3 tracks');
    await page.getByText('Green').waitFor();
    return page;
  }

  const buttonsOf = (page: Page) =>
    page
      .locator('.set button[aria-expanded]')
      .evaluateAll((all) => all.map(({ ariaLabel, textContent }) => [ariaLabel, textContent]));

  test('is named by its file, with the place of each track in it', async () => {
    const page = await opened();
    expect(await page.locator('.set time').allTextContents()).toEqual(['00:44:00', '00:22:00', '00:00:00']);
    for (const size of [{ width: 1_440, height: 900 }, LOW, PHONE]) {
      await page.setViewportSize(size);
      expect([size, await lackedWidth(page, 'which')]).toEqual([size, 0]);
    }
  });

  test('asks to check only the unsure track, until its names are right', async () => {
    const page = await opened();
    const sure = (position: number) => [`Correct track ${position}`, ''];
    expect(await buttonsOf(page)).toEqual([sure(3), ['Check track 2', 'Check'], sure(1)]);
    await page.getByRole('button', { name: 'Check track 2' }).click();
    await page.getByRole('button', { name: 'Names are right' }).click();
    await expect.poll(() => buttonsOf(page)).toEqual([sure(3), sure(2), sure(1)]);
  });

  test('hides a track of this set alone, and shows it again', async () => {
    const page = await opened();
    const names = () => page.locator('.set .nm b').allTextContents();
    const press = async (name: string) => {
      await page.getByRole('button', { name: 'Correct track 1' }).click();
      await page.locator('.review').getByRole('button', { name, exact: true }).click();
    };
    await press('Hide');
    await expect.poll(names).toEqual(['Not in your music', 'Green', 'Hidden track']);
    expect(await focused(page)).toBe('check-7-1');
    const why = page.getByText('The set of this recording hid its track at this time');
    expect(await why.evaluate((one) => getComputedStyle(one).textOverflow)).toBe('clip');
    await press('Show');
    await expect.poll(names).toEqual(['Not in your music', 'Green', 'Blue']);
  });

  test('is counted without removed tracks', async () => {
    const page = await opened();
    const named = () => page.locator('#which option:checked').textContent();
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    await page.locator('.review').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(named).toBe('set.mp3 · 2 tracks');
    await page.getByRole('button', { name: 'Put back track 1' }).click();
    await expect.poll(named).toBe('set.mp3 · 3 tracks');
  });

  test('saves changed names with a button that says so', async () => {
    const page = await opened();
    await page.getByRole('button', { name: 'Check track 2' }).click();
    const save = page.locator('.review [type="submit"]');
    const title = page.locator('.review').getByLabel('Title');
    await title.fill('Greener');
    expect(await save.textContent()).toBe('Correct');
    await title.fill('Green');
    expect(await save.textContent()).toBe('Names are right');
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    expect(await save.textContent()).toBe('Correct');
  });
});
