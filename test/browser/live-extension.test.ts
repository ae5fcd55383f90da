import { execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildServiceForTests, keyFor, postTrack, startService, startTwitch } from '../live/service.ts';
import { extensionPages, openView } from '../live/viewers.ts';
import { shared } from '../support/clean-up.ts';
import { ROOT } from '../support/files.ts';
import { FULL_LENGTH } from '../support/full-length.ts';
import { startProgram } from '../support/program.ts';
import { OAUTH_CLIENT } from '../support/services/twitch-extension.ts';
import { startShow } from '../support/show.ts';
import { waitFor } from '../support/wait.ts';
import { accessibilityProblems } from './accessibility.ts';
import { testPages } from './browser.ts';

buildServiceForTests();

const pages = testPages();

const PANEL = { width: 318, height: 300 };

/** A channel per test. */
const stage = shared(async (later) => {
  const pages = await extensionPages(later);
  const twitch = await startTwitch(later);
  const service = await startService(twitch, [], { later });
  pages.showing(service.url);
  return { ...twitch, service, at: { origin: pages.origin, twitch: twitch.twitch } };
});
let channels = 42;

const text = (page: Awaited<ReturnType<typeof openView>>['page'], id: string) =>
  waitFor(`#${id}`, async () => (await page.locator(`#${id}`).textContent()) ?? undefined);

describe('live setup, start and the panel', () => {
  test('bring a track to the panel with a new key', async () => {
    const { service, twitch, peer, at } = stage();
    const addresses = [
      `--live.url=${service.url}`,
      `--live.auth_url=${peer.url}`,
      `--live.client_id=${OAUTH_CLIENT}`,
    ];
    const setup = await startProgram(['live', 'setup', ...addresses]);
    onTestFinished(async () => void (await setup.stop()));
    await setup.waitForLine('ABCDEFGH');
    twitch.agree('42');
    expect(await setup.ended).toEqual({ status: 0, signal: null });
    const key = /^--live\.api_key=(\S+)$/m.exec(setup.stdout)?.[1] ?? '';
    for (const name of ['.live-token.json', '.live-extension-api-key.json']) {
      const file = join(setup.folder, '.config', 'deckcast', name);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    expect(setup.stderr).not.toContain(key);

    const license = execFileSync(
      process.execPath,
      ['scripts/license/issue.js', '--name=Ada', '--email=ada@example.org', '--expires=2099-12-31'],
      { cwd: ROOT, encoding: 'utf8' },
    ).trim();
    const { page, troubles } = await openView(pages.browser, at, {
      name: 'panel',
      channel: '42',
      size: PANEL,
    });
    const elsewhere = await openView(pages.browser, at, { name: 'panel', channel: '7', size: PANEL });
    const show = await startShow([
      '--hide.regex.title=^Secret',
      '--session.filename=',
      `--license.key=${license}`,
      `--live.api_key=${key}`,
      `--live.url=${service.url}`,
    ]);
    onTestFinished(async () => void (await show.program.stop()));
    await show.post('track', { artist: 'Nightjar Avenue', title: 'Paper Lanterns' });
    await page.getByText('Paper Lanterns').waitFor();
    expect(await text(page, 'artist')).toBe('Nightjar Avenue');

    await show.post('track', { artist: 'Ada', title: 'Secret Weapon' });
    await show.program.waitForLine('hidden=true');
    await show.post('track', { artist: 'Glass Harbour', title: 'Slow Tide' });
    await page.getByText('Slow Tide').waitFor();
    const late = await openView(pages.browser, at, {
      name: 'mobile',
      channel: '42',
      size: { width: 390, height: 300 },
    });
    await late.page.getByText('Slow Tide').waitFor();

    expect(JSON.stringify(twitch.broadcasts)).not.toContain('Secret');
    expect(await text(elsewhere.page, 'title')).toBe('');
    expect([...troubles, ...elsewhere.troubles, ...late.troubles, ...twitch.complaints]).toEqual([]);
    expect(show.program.stderr).not.toContain(key);
  });
});

describe('the pages', () => {
  async function playing(titles: readonly string[]) {
    const set = stage();
    channels += 1;
    const channel = String(channels);
    const key = await keyFor(set.service, set, channel);
    const play = async (title: string, artist = 'Nightjar Avenue') => {
      await postTrack(set.service, key, { message: `${artist} - ${title}`, artist, title });
      const found = () =>
        set.twitch.of(channel).some(({ message }) => JSON.parse(message).title === title) ? true : undefined;
      await waitFor(`the broadcast of ${title}`, found);
    };
    for (const title of titles) {
      await play(title);
    }
    return { ...set, channel, key, play };
  }

  test('list earlier tracks, newest first, and remove one that is taken away', async () => {
    const { at, channel, key, service, play } = await playing([]);
    const { page, troubles } = await openView(pages.browser, at, { name: 'panel', channel, size: PANEL });
    for (const title of ['Paper Lanterns', 'Slow Tide', 'Copper Wire']) {
      await play(title);
    }
    await page.getByText('Copper Wire').waitFor();
    expect(await page.locator('#earlier .title').allTextContents()).toEqual(['Slow Tide', 'Paper Lanterns']);
    await postTrack(service, key, { message: '', artist: '', title: '' });
    await waitFor('an empty page', async () => {
      const shown = await page.locator('#card, #earlier').allTextContents();
      return shown.join('').trim() === '' ? true : undefined;
    });
    await play('Low Tide');
    await page.getByText('Low Tide').waitFor();
    expect(await page.locator('#earlier .title').allTextContents()).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test("show a broadcaster's own format unchanged, in the broadcaster's color", async () => {
    const { at, channel, service, key } = await playing([]);
    const { page } = await openView(pages.browser, at, {
      name: 'panel',
      channel,
      size: PANEL,
      configuration: '{"accent":"#22c55e"}',
    });
    await postTrack(service, key, {
      message: '23:10 Paper Lanterns',
      artist: 'Nightjar Avenue',
      title: 'Paper Lanterns',
    });
    await page.getByText('23:10 Paper Lanterns').waitFor();
    expect(await page.locator('#artist').isVisible()).toBe(false);
    const spine = page.locator('.spine');
    expect(await spine.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(34, 197, 94)',
    );
  });

  test('run no script from a title, and skip unknown messages', async () => {
    const { at, channel, play } = await playing([]);
    const { page, troubles } = await openView(pages.browser, at, { name: 'panel', channel, size: PANEL });
    for (const broken of ['', 'null', '7', '{"v":2}', '{"v":1,"message":"x"}', '{']) {
      await page.evaluate(`window.deliver(${JSON.stringify(broken)})`);
    }
    const title = '<img src=x onerror="document.title=1">';
    await play(title);
    await page.getByText(title).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('show a track that lasts longer than a browser timer can', async () => {
    const { at, channel } = await playing([]);
    const { page } = await openView(pages.browser, at, { name: 'panel', channel, size: PANEL });
    const names = { message: 'Ada - Blue', artist: 'Ada', title: 'Blue' };
    const message = JSON.stringify({ v: 1, ...names, at: 1, lastsMs: 2 ** 31 });
    // Timers set later have fired.
    await page.evaluate(
      `window.deliver(${JSON.stringify(message)}); new Promise((done) => setTimeout(done, 10))`,
    );
    expect(await page.locator('#earlier .title').count()).toBe(0);
    await page.getByText('Blue').waitFor();
  });

  test('keep the video component invisible while no track is on air', async () => {
    const { at, channel, play } = await playing([]);
    const size = { width: 500, height: 110 };
    const { page } = await openView(pages.browser, at, { name: 'overlay', channel, size });
    const idle = await page.screenshot();
    const empty = await pages.browser.newPage({ viewport: size });
    onTestFinished(() => empty.close());
    expect(idle.equals(await empty.screenshot())).toBe(true);
    await play('Paper Lanterns');
    await page.getByText('Paper Lanterns').waitFor();
    // The first frame may be empty.
    await expect.poll(async () => (await page.screenshot()).equals(idle)).toBe(false);
  });

  test('connect, check and save the color on the configuration page', async () => {
    const { at, channel, service } = await playing(['Paper Lanterns']);
    const { page, troubles } = await openView(pages.browser, at, {
      name: 'config',
      channel,
      size: { width: 760, height: 560 },
    });
    await page.getByText('It works. On now: Nightjar Avenue - Paper Lanterns').waitFor();
    expect(await text(page, 'setup')).toBe(
      `deckcast live setup --live.url=${service.url} --live.client_id=public-client`,
    );
    await page.locator('#accent').fill('#22c55e');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.evaluate('window.saved')).toEqual(['broadcaster', '1', '{"accent":"#22c55e"}']);
    expect(troubles).toEqual([]);
  });
});

const NAMES = ['panel', 'mobile', 'overlay', 'config'] as const;

test.each(FULL_LENGTH ? NAMES : (['panel', 'config'] as const))('the page %s is accessible', async (name) => {
  const { at, service, twitch, peer } = stage();
  channels += 1;
  const channel = String(channels);
  const key = await keyFor(service, { twitch, peer }, channel);
  const { page } = await openView(pages.browser, at, { name, channel, size: { width: 640, height: 480 } });
  await postTrack(service, key, { message: 'Ada - Blue', artist: 'Ada', title: 'Blue' });
  await page.getByText('Blue').waitFor();
  await page.waitForFunction(() => document.getAnimations().length === 0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
