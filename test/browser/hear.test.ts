/** The operator's page as a microphone of the room, with a browser whose microphone beeps. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shown } from '../../src/core/shown.ts';
import { Doors } from '../../src/hearing/doors/index.ts';
import { PageDoor } from '../../src/hearing/doors/page.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { systemClock } from '../../src/host/clock.ts';
import type { ProgramHealth } from '../../src/web/index.ts';
import type { WireDoor } from '../../src/web/wire/hear.ts';
import { cleanUps } from '../support/clean-up.ts';
import { keptLog } from '../support/log.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { desks, keptSettings, lackedWidth, wireOption } from './desk.ts';

const later = cleanUps();
const { desk, open } = desks();

/** Operator's page of a server that accepts sound from pages, and the received sound. */
async function listening({
  isOn = () => true,
  settings,
  health,
}: {
  readonly isOn?: () => boolean;
  readonly health?: () => ProgramHealth;
  readonly settings?: ReturnType<typeof keptSettings>['settings'];
} = {}) {
  const door = new PageDoor();
  const doors = new Doors([door], { clock: systemClock, log: keptLog() });
  const stop = new AbortController();
  const sounds: Float32Array[] = [];
  const ended = doors.run(({ samples }) => sounds.push(samples), stop.signal);
  later(async () => {
    stop.abort();
    await ended;
  });
  const view = {
    doors: () =>
      (isOn() ? doors.views() : []).map(({ name, counts, sound, problem }) => ({
        name,
        counts,
        level: sound === undefined ? null : Math.round(sound.level),
        problem: String(problem?.finding ?? ''),
        todo: String(problem?.todo ?? ''),
      })),
    collection: () => undefined,
    openPage: (replaced: () => void) => door.open(replaced),
  };
  const opened = await desk('dashboard/', {
    deps: { hearing: () => view, ...(settings && { settings }), ...(health && { health }) },
  });
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
  // Another page opens beside this one.
  const beside = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Settings' }).click();
  await (await beside).close();
  await page.getByRole('link', { name: 'On air' }).click();
  await page.getByText(/^Listening to /).waitFor();
  // Resolves once the question was answered.
  const asked = page.waitForEvent('dialog');
  const left = page.goto('about:blank').catch(() => undefined);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await left;
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.getByText('Press “Listen” to begin.').waitFor();
  expect(errors).toEqual([]);
});

describe('a page that was left while it listened', () => {
  async function left({ mayListen = true } = {}) {
    const opened = await listening();
    const { page, running } = opened;
    if (mayListen) {
      await page.context().grantPermissions(['microphone']);
    }
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByText(/^Listening to /).waitFor();
    await waitFor('sound', () => opened.count() || undefined);
    page.on('dialog', (question) => question.accept());
    return { ...opened, address: `${running.url}dashboard/` };
  }

  test('listens again by itself, with the same input, and says so', async () => {
    const { page, address, count } = await left();
    const input = await page.evaluate(() => localStorage.getItem('deckcast.listens'));
    expect(input).not.toBe('');
    await page.goto('about:blank');
    const before = count();
    await page.goto(address);
    await waitFor('sound', () => (count() > before + SAMPLE_RATE ? true : undefined));
    await page.getByRole('tab', { name: 'Listen' }).click();
    await page.getByText(/^Listening to /).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('deckcast.listens'))).toBe(input);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    const stopped = count();
    await page.reload();
    await page.getByRole('tab', { name: 'Listen' }).click();
    await page.getByText('Press “Listen” to begin.').waitFor();
    expect(count() - stopped).toBeLessThan(SAMPLE_RATE);
  });

  test('shows that it no longer listens, where the browser would ask first', async () => {
    const { page, address } = await left({ mayListen: false });
    await page.goto('about:blank');
    await page.addInitScript(() => {
      const ask = navigator.permissions.query.bind(navigator.permissions);
      navigator.permissions.query = async (wanted) =>
        // The browser of the tests never asks.
        String(wanted.name) === 'microphone'
          ? Object.assign(new EventTarget(), { state: 'prompt' as const, name: 'microphone', onchange: null })
          : ask(wanted);
    });
    await page.goto(address);
    await page.getByText('This page no longer listens. Press “Listen” to go on.').waitFor();
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByText(/^Listening to /).waitFor();
  });

  test('is replaced by another tab only when it is closed', async () => {
    const { page, address, count } = await left();
    const second = (await open(1_280, 900)).page;
    await second.goto(address);
    await second.getByRole('tab', { name: 'Listen' }).click();
    await second.getByText('Another tab or device listens.').waitFor();
    await page.getByText(/^Listening to /).waitFor();
    await page.goto('about:blank');
    await second.getByText(/^Listening to /).waitFor();
    const before = count();
    await waitFor('its sound', () => (count() > before ? true : undefined));
  });
});

test.each([1_440, 1_280, 390])('the name of the chosen input is not cut at %i pixels', async (width) => {
  const { page } = await listening();
  await page.setViewportSize({ width, height: 844 });
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByText(/^Listening to /).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('#hear-input').waitFor();
  expect(await lackedWidth(page, 'hear-input')).toBe(0);
});

test('a link leads back to the set-up page, beside a page that listens', async () => {
  const { page, running } = await listening();
  await page.evaluate(() => {
    location.hash = '#listen';
  });
  const back = page.getByRole('link', { name: 'Back to the set-up page' });
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByText(/^Listening to /).waitFor();
  const opened = page.waitForEvent('popup');
  await back.click();
  const setUp = await opened;
  expect(setUp.url()).toBe(`${running.url}setup/`);
  await setUp.close();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await back.click();
  await page.waitForURL(`${running.url}setup/`);
});

test('the settings that a trouble names open beside a page that listens', async () => {
  const problem = 'no music was found in the folders of --hear.library';
  const health = (): ProgramHealth => ({ ...WELL.health(), hearing: { isHeard: true, problem } });
  const { page, running } = await listening({ health });
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByText(/^Listening to /).waitFor();
  const opened = page.waitForEvent('popup');
  await page.locator('#chain .trouble a').click();
  expect((await opened).url()).toBe(`${running.url}settings/#hear.library`);
  await page.getByText(/^Listening to /).waitFor();
});

test.each([
  ['NotAllowedError', 'The browser does not let this page hear'],
  ['NotFoundError', 'This computer has no input for sound'],
  ['NotReadableError', 'another program may use it'],
  ['AbortError', 'This input cannot be opened.'],
])('the page says what to do about %s', async (name, said) => {
  const { page } = await listening();
  await page.evaluate((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error));
  }, name);
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByText(said).waitFor();
});

test.each([
  ['Let deckcast hear the room', 1_280],
  ['Let deckcast hear the room', 390],
  ['Listen', 1_280],
  ['Listen', 390],
])('a second press on “%s”, which failed, does not switch off at %i pixels', async (name, width) => {
  const { settings, saved } = keptSettings(wireOption({ name: 'hear.input', field: 'choices', items: [] }));
  const { page } = await listening({ settings, isOn: () => name === 'Listen' || saved.length > 0 });
  await page.setViewportSize({ width, height: 844 });
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
  });
  const pressed = page.getByRole('button', { name, exact: true });
  await pressed.scrollIntoViewIfNeeded();
  const before = await pressed.boundingBox();
  await pressed.click();
  await page.getByText('This computer has no input for sound').waitFor();
  const off = await page.getByRole('button', { name: 'Switch off' }).boundingBox();
  const isBeside = (one: 'x' | 'y', size: 'width' | 'height'): boolean =>
    before !== null &&
    off !== null &&
    (off[one] >= before[one] + before[size] || off[one] + off[size] <= before[one]);
  expect(isBeside('x', 'width') || isBeside('y', 'height')).toBe(true);
});

test('one press lets deckcast hear the room, and listens', async () => {
  const { settings, saved } = keptSettings(wireOption({ name: 'hear.input', field: 'choices', items: [] }));
  const { page } = await listening({ settings, isOn: () => saved.length > 0 });
  await page.getByRole('button', { name: 'Let deckcast hear the room' }).click();
  await page.getByText(/^Listening to /).waitFor();
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
  const door: WireDoor = { name: 'command', counts: true, level: -20, problem: '', todo: '' };
  const doors = [door];
  const hearing = () => ({ doors: () => doors, collection: () => undefined, openPage: () => undefined });
  const { control, page, errors } = await desk('dashboard/', { deps: { hearing } });
  await page.getByRole('tab', { name: 'Listen' }).click();
  await page.getByText('No track is recognized now. Recognizing one takes about eight seconds.').waitFor();
  const loud = { ...shown(track({ artist: 'Ada', title: 'Loud' }), false), share: 0.61 };
  control.heardViews = [loud];
  await page.getByText('Heard: Loud · Ada (60 % of the sound)').waitFor();
  control.heardViews = [loud, { ...shown(track({ artist: 'Bo', title: 'Secret' }), true), share: 0.2 }];
  await page
    .getByText('Heard: Loud · Ada (60 % of the sound), then A hidden track (20 % of the sound)')
    .waitFor();
  expect(await page.content()).not.toContain('Secret');
  control.heardViews = [];
  await page.getByText('No track is recognized now.', { exact: false }).waitFor();
  doors.pop();
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
