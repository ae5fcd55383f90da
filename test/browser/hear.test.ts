/** The operator's page as an ear of the room, with a microphone that beeps. */
import { expect, test } from 'vitest';
import { shown } from '../../src/core/shown.ts';
import { Doors } from '../../src/hearing/doors/index.ts';
import { PageDoor } from '../../src/hearing/doors/page.ts';
import { SAMPLE_RATE } from '../../src/hearing/sound.ts';
import { systemClock } from '../../src/host/clock.ts';
import type { SettingsStore } from '../../src/web/index.ts';
import type { WireDoor } from '../../src/web/wire/hear.ts';
import type { WireOption } from '../../src/web/wire/settings.ts';
import { cleanUps } from '../support/clean-up.ts';
import { keptControl } from '../support/control.ts';
import { keptLog } from '../support/log.ts';
import { startServer, WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

/** A server that hears pages, and what it has heard. */
async function listeningServer() {
  const door = new PageDoor();
  const doors = new Doors([door], { clock: systemClock, log: keptLog() });
  const stop = new AbortController();
  const sounds: Float32Array[] = [];
  const ended = doors.run(({ samples }) => sounds.push(samples), stop.signal);
  later(async () => {
    stop.abort();
    await ended;
  });
  const { url, stop: stopServer } = await startServer(
    {},
    {
      ...WELL,
      hearing: () => ({
        doors: () =>
          doors.views().map(({ name, counts, sound, problem }) => ({
            name,
            counts,
            level: sound === undefined ? null : Math.round(sound.level),
            problem: problem?.finding ?? '',
            todo: problem?.todo ?? '',
          })),
        collection: () => undefined,
        openPage: (replaced) => door.open(replaced),
      }),
    },
  );
  later(stopServer);
  const count = (): number => sounds.reduce((sum, { length }) => sum + length, 0);
  return { url: `${url}dashboard/`, sounds, count };
}

/** A server whose doors the test opens. */
async function commandServer() {
  const doors: WireDoor[] = [];
  const hearing = () => ({ doors: () => doors, collection: () => undefined, openPage: () => undefined });
  const { url, stop } = await startServer({}, { ...WELL, hearing });
  later(stop);
  return { url: `${url}dashboard/`, doors };
}

test('the microphone of the computer that shows the page is heard, also behind another page', async () => {
  const server = await listeningServer();
  const { page, errors } = await pages.open(1_100, 900);
  await page.goto(server.url);
  await page.getByText('no page listens.').waitFor();
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByText(/^Listening to /).waitFor();
  const before = await waitFor('sound', () => server.count() || undefined);
  const startedAt = performance.now();
  const other = await pages.open(400, 400);
  await other.page.bringToFront();
  await waitFor('five seconds of it', () => (server.count() > before + 5 * SAMPLE_RATE ? true : undefined));
  // As much as time has passed: what was held up may come at once.
  expect(server.count() / SAMPLE_RATE).toBeLessThan((performance.now() - startedAt) / 1_000 + 4);
  expect(server.sounds.some((samples) => samples.some((sample) => Math.abs(sample) > 0.01))).toBe(true);
  await page.bringToFront();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.getByText('no page listens.').waitFor();
  expect(errors).toEqual([]);
});

test('pages are switched on beside what is listened to already', async () => {
  const saved: unknown[] = [];
  const input: WireOption = {
    ...{
      name: 'hear.input',
      title: 'Where sound comes in',
      group: 'Sound',
      isCommon: true,
      field: 'choices',
    },
    ...{ help: 'where it comes in', default: '', value: 'icecast', items: ['icecast'] },
    ...{ origin: { from: 'file', place: 'conf.yaml: hear.input' }, isFixed: false },
    ...{ effect: 'restart', isWaiting: false },
  };
  const settings: SettingsStore = {
    read: async () => ({
      ...{ file: { path: 'conf.yaml', exists: true }, revision: 'one', groups: [], problems: [] },
      options: [input],
    }),
    async save({ set }) {
      saved.push(set);
      return { outcome: 'saved', revision: 'two', changed: [], needRestart: [] };
    },
    check: async () => ({ done: true }),
    paths: async () => [],
  };
  const running = await startServer({}, { ...WELL, settings });
  later(running.stop);
  const { page } = await pages.open(1_100, 900);
  await page.goto(`${running.url}dashboard/`);
  await page.getByRole('button', { name: 'Switch on', exact: true }).click();
  await waitFor('the save', () => saved[0]);
  expect(saved).toEqual([{ 'hear.input': ['icecast', 'page'] }]);
});

test('what is heard is on the card, with how much of the sound it is, and nothing of a hidden track', async () => {
  const control = keptControl();
  const { url, stop } = await startServer({}, { ...WELL, control });
  later(stop);
  const { page, errors } = await pages.open(1_100, 900);
  const loud = { ...shown(track({ artist: 'Ada', title: 'Loud' }), false), share: 0.61 };
  control.heardViews = [loud];
  await page.goto(`${url}dashboard/`);
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

test('where sound comes in another way, the page offers to listen, too', async () => {
  const { page, errors } = await pages.open(1_100, 900);
  const { url, doors } = await commandServer();
  await page.goto(url);
  await page.getByRole('button', { name: 'Switch on' }).waitFor();
  doors.push({ name: 'command', counts: true, level: -20, problem: '', todo: '' });
  await page.getByRole('button', { name: 'Listen on a page, too' }).waitFor();
  await page.getByRole('button', { name: 'Switch on' }).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

test('of two pages the newer one is heard, and the other one says so', async () => {
  const server = await listeningServer();
  const [first, second] = [await pages.open(1_100, 900), await pages.open(1_100, 900)];
  for (const { page } of [first, second]) {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.getByText(/^Listening to /).waitFor();
    const before = server.count();
    await waitFor('its sound', () => (server.count() > before ? true : undefined));
  }
  await first.page.getByText('Another page listens now.').waitFor();
  await second.page.getByText(/^Listening to /).waitFor();
});
