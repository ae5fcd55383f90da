/** The operator's page as a microphone of the room, with a browser whose microphone beeps. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shown } from '../../src/core/shown.ts';
import { Doors } from '../../src/hearing/doors/index.ts';
import { PageDoor } from '../../src/hearing/doors/page.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { systemClock } from '../../src/host/clock.ts';
import type { WireDoor } from '../../src/web/wire/hear.ts';
import { cleanUps } from '../support/clean-up.ts';
import { keptLog } from '../support/log.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { desks, keptSettings, wireOption } from './desk.ts';

const later = cleanUps();
const { desk, open } = desks();

/** Operator's page of a server that accepts sound from pages, and the received sound. */
async function listening() {
  const door = new PageDoor();
  const doors = new Doors([door], { clock: systemClock, log: keptLog() });
  const stop = new AbortController();
  const sounds: Float32Array[] = [];
  const ended = doors.run(({ samples }) => sounds.push(samples), stop.signal);
  later(async () => {
    stop.abort();
    await ended;
  });
  const hearing = () => ({
    doors: () =>
      doors.views().map(({ name, counts, sound, problem }) => ({
        name,
        counts,
        level: sound === undefined ? null : Math.round(sound.level),
        problem: String(problem?.finding ?? ''),
        todo: String(problem?.todo ?? ''),
      })),
    collection: () => undefined,
    openPage: (replaced: () => void) => door.open(replaced),
  });
  const opened = await desk('dashboard/', { deps: { hearing } });
  await opened.page.getByRole('tab', { name: 'Listen' }).click();
  const count = (): number => sounds.reduce((sum, { length }) => sum + length, 0);
  return { ...opened, sounds, count };
}

test('the page sends the microphone of its computer, also while another tab covers it', async () => {
  const { page, errors, sounds, count } = await listening();
  await page.getByText('Press “Listen” to begin.').waitFor();
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByText(/^Listening to /).waitFor();
  const before = await waitFor('sound', () => count() || undefined);
  const startedAt = performance.now();
  const other = await open(400, 400);
  await other.page.bringToFront();
  await waitFor('five seconds of it', () => (count() > before + 5 * SAMPLE_RATE ? true : undefined));
  // At most real time plus a backlog.
  expect(count() / SAMPLE_RATE).toBeLessThan((performance.now() - startedAt) / 1_000 + 4);
  expect(sounds.some((samples) => samples.some((sample) => Math.abs(sample) > 0.01))).toBe(true);
  await page.bringToFront();
  const asked = page.waitForEvent('dialog');
  // Resolves once the question was answered.
  const left = page.getByRole('link', { name: 'Settings' }).click();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.getByText('Press “Listen” to begin.').waitFor();
  expect(errors).toEqual([]);
});

test('the page can listen beside another input', async () => {
  const input = wireOption({ name: 'hear.input', field: 'choices', value: 'icecast', items: ['icecast'] });
  const { settings, saved } = keptSettings(input);
  const { page } = await desk('dashboard/', { deps: { settings } });
  await page.getByRole('tab', { name: 'Listen' }).click();
  await page.getByRole('button', { name: 'Let deckcast hear the room' }).click();
  await expect.poll(() => saved).toMatchObject([{ set: { 'hear.input': ['icecast', 'page'] } }]);
});

test('the card shows the detected tracks with their share of the sound, and no hidden names', async () => {
  const { control, page, errors } = await desk('dashboard/');
  await page.getByRole('tab', { name: 'Listen' }).click();
  const loud = { ...shown(track({ artist: 'Ada', title: 'Loud' }), false), share: 0.61 };
  control.heardViews = [loud];
  await page.getByText('Heard: Loud · Ada (60 % of the sound)').waitFor();
  control.heardViews = [loud, { ...shown(track({ artist: 'Bo', title: 'Secret' }), true), share: 0.2 }];
  await page
    .getByText('Heard: Loud · Ada (60 % of the sound), then A hidden track (20 % of the sound)')
    .waitFor();
  expect(await page.content()).not.toContain('Secret');
  control.heardViews = [];
  await page.locator('#hear-heard:empty').waitFor({ state: 'attached' });
  expect(errors).toEqual([]);
});

test('the page offers to listen if sound also comes another way', async () => {
  const doors: WireDoor[] = [];
  const hearing = () => ({ doors: () => doors, collection: () => undefined, openPage: () => undefined });
  const { page, errors } = await desk('dashboard/', { deps: { hearing } });
  await page.getByRole('tab', { name: 'Listen' }).click();
  await page.getByRole('button', { name: 'Let deckcast hear the room' }).waitFor();
  doors.push({ name: 'command', counts: true, level: -20, problem: '', todo: '' });
  await page.getByRole('button', { name: 'Listen on a page, too' }).waitFor();
  await page.getByRole('button', { name: 'Let deckcast hear the room' }).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('the newer of two pages is heard, and the older one says so', async () => {
  const { running, count, ...first } = await listening();
  const second = await open(1_280, 900);
  await second.page.goto(`${running.url}dashboard/`);
  await second.page.getByRole('tab', { name: 'Listen' }).click();
  for (const { page } of [first, second]) {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByText(/^Listening to /).waitFor();
    const before = count();
    await waitFor('its sound', () => (count() > before ? true : undefined));
  }
  await first.page.getByText('Another page listens now.').waitFor();
  await second.page.getByText(/^Listening to /).waitFor();
});

describe('an unused input', () => {
  const openInputs = (page: Page): Promise<number> =>
    page.evaluate(() => {
      const tracks: readonly MediaStreamTrack[] = Reflect.get(window, 'tracks');
      return tracks.filter(({ readyState }) => readyState === 'live').length;
    });

  /** Counts audio tracks that the page opens. The loudspeaker output serves as its microphone. */
  async function watched() {
    const { page, ...rest } = await listening();
    await page.evaluate(() => {
      const tracks: MediaStreamTrack[] = [];
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        tracks.push(...stream.getTracks());
        return stream;
      };
      devices.getDisplayMedia = () => devices.getUserMedia({ audio: true });
      Object.assign(window, { tracks });
    });
    await page.getByRole('button', { name: 'Listen' }).waitFor();
    return { page, ...rest };
  }

  test('is closed where the page cannot load its worklet', async () => {
    const { page } = await watched();
    // Playwright cannot route worklet scripts.
    await page.evaluate(() => {
      const { addModule } = AudioWorklet.prototype;
      AudioWorklet.prototype.addModule = async () => {
        AudioWorklet.prototype.addModule = addModule;
        throw new Error('the network is gone');
      };
    });
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByText('the network is gone').waitFor();
    await expect.poll(() => openInputs(page)).toBe(0);
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByText(/^Listening to /).waitFor();
    expect(await openInputs(page)).toBe(1);
  });

  test('is closed where another one was chosen at the same time', async () => {
    const { page, count } = await watched();
    await page.evaluate(() => {
      document.getElementById('hear-listen')?.click();
      document.getElementById('hear-system')?.click();
    });
    await waitFor('sound', () => count() || undefined);
    await expect.poll(() => openInputs(page)).toBe(1);
    const before = count();
    await waitFor('more of it', () => (count() > before + SAMPLE_RATE ? true : undefined));
    expect(await page.locator('#hear-answer').textContent()).toMatch(/^Listening to /);
  });
});
