import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { DeckView } from '../../src/core/contracts/deck.ts';
import type { StoredSessions } from '../../src/core/contracts/set.ts';
import { entryOf } from '../../src/core/record.ts';
import type { SqliteSessions } from '../../src/sets/sqlite-sessions.ts';
import type { ProgramHealth } from '../../src/web/index.ts';
import { deckView, type KeptControl } from '../support/control.ts';
import { amount, FULL_LENGTH } from '../support/full-length.ts';
import { keptRuns } from '../support/kept.ts';
import { hiddenPublication, played as playedInSet, publication } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { accessibilityProblems, tooSmall } from './accessibility.ts';
import { desks, enterToken, focused, heldTrack, putOnAir, TOKEN } from './desk.ts';
import { shownThoughHidden } from './geometry.ts';

const { desk, open, sharedDesk } = desks();
const shared = sharedDesk();
const played = (title: string, position: number, set?: number) => ({
  ...playedInSet(title, position),
  ...(set !== undefined && { set }),
});
const SILENT_SOURCE = { name: 'dummy', parts: [], watching: 'nothing' };
/** Dependencies of a page whose program has this health. */
const withHealth = (change: Partial<ProgramHealth>) => ({ health: () => ({ ...WELL.health(), ...change }) });
const output = (name: string, title: string, change: Partial<ProgramHealth['sinks'][number]> = {}) => ({
  ...{ name, title, delivered: 1, queued: 0, dropped: 0, failed: 0, stopped: false },
  ...change,
});
const storedNow = (sessions: () => StoredSessions): StoredSessions => ({
  list: (limit) => sessions().list(limit),
  entries: (session) => sessions().entries(session),
});
const choices = (page: Page) => page.locator('.ask button').allTextContents();

/** Keeps the track on air listed as the page wants. */
function noting(control: KeptControl): void {
  let isListed = false;
  control.isListed = () => isListed;
  control.hideNextTime = async (yes) => {
    control.calls.push(yes ? 'hide next time' : 'show next time');
    isListed = yes;
    return undefined;
  };
}

const LEFT_AIR = 'Deck 1 leads, but stays off air until you put it on air';
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

describe('the operator’s page', () => {
  test('shows the current and the held track, and why a deck leads', async () => {
    const opened = await shared();
    const { control, page, errors } = opened;
    control.deckViews = [deckView(), deckView({ deck: '2', featured: false, reason: 'Deck 2 waits' })];
    control.heldNow = heldTrack();
    await putOnAir(opened, Date.now() - 65_000);
    await page.getByText(/^deck 2 · 1:\d\d/).waitFor();
    await page.locator('#next', { hasText: 'Low Tide' }).waitFor();
    await page.getByText('Deck 1 leads: 92 % against 31 %').waitFor();
    await page.getByRole('row', { name: 'Paper Lanterns' }).waitFor();
    expect(errors).toEqual([]);
  });

  test.each([2, 4])('shows all of the longest usual reason, with %d decks', async (count) => {
    const { control, page } = await desk('dashboard/', { width: 1_440, height: 900 });
    const loads = 'and this program reports only loads (no deck is heard)';
    const track = 'A track with names of a usual length';
    control.deckViews = [
      deckView({ reason: `Deck 1 leads: loaded last, ${loads}` }),
      deckView({ deck: '2', featured: false, reason: `Deck 2 waits: ${track} was loaded later, ${loads}` }),
      ...['3', '4'].slice(0, count - 2).map((deck) => deckView({ deck, featured: false })),
    ];
    const reason = page.locator('.deck-reason', { hasText: 'Deck 1 leads: loaded last' });
    await reason.waitFor();
    expect(
      await reason.evaluate((one) => [
        one.scrollWidth - one.clientWidth,
        one.scrollHeight - one.clientHeight,
      ]),
    ).toEqual([0, 0]);
  });

  test('writes a minor key as such, and cuts no marks of capitals', async () => {
    const { page, running } = await shared();
    running.server.audience.show(publication({ track: track({ title: 'Åska', key: 'Am' }) }));
    await page.locator('#now-title', { hasText: 'Åska' }).waitFor();
    expect(await page.locator('.facts').innerText()).toContain('Am');
    const [above, size] = await page
      .locator('#now-title')
      .evaluate((title) => [
        parseFloat(getComputedStyle(title).paddingTop),
        parseFloat(getComputedStyle(title).fontSize),
      ]);
    // Inter's Å is higher than a line of 1.1 em.
    expect(above).toBeGreaterThan(0.1 * (size ?? 0));
  });

  test('each button does its action, and the held track can be put on air only while there is one', async () => {
    const opened = await shared();
    const { running, control, page } = opened;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const does = async (name: string, call: unknown) => {
      await press(name);
      await expect.poll(() => control.calls.splice(0)).toEqual([call]);
    };
    control.deckViews = [deckView(), deckView({ deck: '2', featured: false })];
    await putOnAir(opened);
    expect(await page.locator('#skip').isVisible()).toBe(false);
    control.heldNow = heldTrack();
    await does('Hide', 'hide');
    await does('Put on air', 'skip');
    await does('Put on air deck 2', { deck: '2', play: 'hwdevice:1' });
    await does('Hide next time', 'hide next time');
    await press('Correct…');
    await page.getByLabel('Title').fill('Paper Lanterns (Dub)');
    await does('Correct', { title: 'Paper Lanterns (Dub)' });
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    await does('Show to viewers', 'reveal');
  });

  test('shows the state of a press, which applies to the track shown at that moment', async () => {
    const { running, control, page } = await desk('api/v1/now', { apart: true });
    await page.clock.install();
    await page.goto(`${running.url}dashboard/`);
    // Messages of a second stay until the test advances the clock.
    await page.clock.pauseAt(Date.now() + 60_000);
    // The page reconnected if the clock jumped.
    await page.clock.runFor(2_000);
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
    for (const { verb, button, doing, sent, refused } of [
      { verb: 'hide', button: 'Hide', doing: 'Hiding', sent: { hide: 3 } },
      {
        verb: 'recall',
        button: 'Repeat overlay',
        doing: 'Repeating the overlay',
        refused: 'a different track is on air now',
      },
      {
        verb: 'skip',
        button: 'Put on air',
        doing: 'Putting it on air',
        refused: 'a different track is held now',
      },
      {
        verb: 'onair',
        button: 'Put on air deck 2',
        doing: 'Putting it on air',
        sent: { deck: '2', play: 'hwdevice:2' },
        refused: 'this track is no longer on that deck',
      },
    ]) {
      control.calls.length = 0;
      control.position = 3;
      control.heldNow = heldTrack('Salt');
      control.deckViews = [deckView({ deck: '2', play: 'hwdevice:2', featured: false })];
      running.server.audience.show(publication());
      await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
      await page.locator('#next', { hasText: 'Salt' }).waitFor();
      let first: Route | undefined;
      await page.route(`**/api/v1/${verb}`, async (route) => {
        if (first === undefined) {
          // The response is lost.
          first = route;
        } else {
          await route.continue();
        }
      });
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText(`${doing}…`).waitFor();
      await page.clock.runFor(1_000);
      await page.getByText(`${doing}: not confirmed yet.`).waitFor();
      control.position = 4;
      control.heldNow = heldTrack('Sand', 'hwdevice:5');
      control.deckViews = [deckView({ deck: '2', play: 'hwdevice:5', featured: false })];
      running.server.audience.show(
        publication({ seq: 2, position: 4, playId: 'next', track: track({ title: 'Low Tide' }) }),
      );
      await page.locator('#now-title', { hasText: 'Low Tide' }).waitFor();
      await page.locator('#next', { hasText: 'Sand' }).waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page
        .getByText(refused ?? 'Hiding')
        .waitFor({ state: refused === undefined ? 'detached' : 'visible' });
      expect([verb, control.calls]).toEqual([verb, sent === undefined ? [] : [sent]]);
      expect(await page.getByText(doing).count()).toBe(0);
      await first?.abort();
    }

    await page.route('**/api/v1/hide-next-time', () => undefined);
    await page.getByRole('button', { name: 'Hide next time' }).click();
    await page.clock.runFor(1_000);
    await page.getByText('Noting it: not confirmed yet.').waitFor();
    for (let second = 2; second <= 8; second += 1) {
      // Keeps the page's connection.
      control.heldNow = heldTrack(`Track ${second}`);
      await page.locator('#next', { hasText: `Track ${second}` }).waitFor();
      await page.clock.runFor(1_000);
    }
    await page.getByText('deckcast does not answer.').waitFor();
    await page.unroute('**/api/v1/hide-next-time');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByText('Nothing changes for viewers now. It will be hidden whenever it plays again, in every set.')
      .waitFor();
    control.isListed = () => true;
    await page.route('**/api/v1/hide-next-time', () => undefined);
    await page.getByRole('button', { name: 'Hidden next time' }).click();
    await page.getByText('Taking it back…').waitFor();
  });

  test('says of a hidden track, until the next press, and of a new set that the disk has not stored it', async () => {
    const opened = await desk('dashboard/', { deps: { commandsStored: async () => false } });
    const { running, control, page } = opened;
    await putOnAir(opened);
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    const unstored = page.getByText(
      'Hidden, but not stored yet: after a crash the track may be shown again.',
    );
    await unstored.waitFor();
    running.server.audience.show(played('Low Tide', 4));
    control.position = 4;
    await page.getByText('#3: Hidden, but not stored yet').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => control.calls).toEqual(['hide', { hide: 3 }]);
    await page.getByText('#3: Hidden, but not stored yet').waitFor();
    await page.getByRole('button', { name: 'New set…' }).click();
    await page.getByRole('button', { name: 'Begin with the next track' }).click();
    await page
      .getByText('New set begun, but not stored yet: after a crash the earlier set goes on.')
      .waitFor();
    expect(await unstored.count()).toBe(0);
  });

  test('claims that there was no track only once the server has said so, which it asks again', async () => {
    const { running, page } = await desk('api/v1/now');
    const asked: Route[] = [];
    await page.route('**/api/v1/history?*', (route) => void asked.push(route));
    await page.goto(`${running.url}dashboard/`);
    const first = await waitFor('the first request', () => asked[0]);
    const list = page.getByRole('region', { name: 'Tracks' });
    expect((await list.textContent())?.trim()).toBe('');
    await first.abort();
    const second = await waitFor('the second request', () => asked[1]);
    expect((await list.textContent())?.trim()).toBe('');
    await second.continue();
    await list.getByText('No track yet').waitFor();
  });

  test('says that no track was on air yet, forgets hidden names in its log, and hides a track that waits for its pictures', async () => {
    const { control, page } = await desk('dashboard/');
    const list = page.getByRole('region', { name: 'Tracks' });
    await list.getByText('No track yet').waitFor();
    expect(await list.getByRole('table').count()).toBe(0);
    const line = { seq: 1, at: Date.now(), level: 'info', message: 'track featured' } as const;
    control.lines.push({ ...line, fields: { position: 3, title: 'Paper Lanterns' } });
    control.lines.push({ ...line, seq: 2, message: 'another line', fields: {} });
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByText('title=Paper Lanterns').waitFor();
    control.lines[0] = { ...line, fields: { position: 3, hidden: true } };
    await page.getByText('position=3 hidden=true').waitFor();
    expect(await page.getByText('Paper Lanterns').count()).toBe(0);
    await expect.poll(() => page.getByText('another line').count()).toBe(1);
    const hide = page.getByRole('button', { name: 'Hide', exact: true });
    expect(await hide.isEnabled()).toBe(false);
    control.isWaiting = () => true;
    await hide.click();
    await waitFor('the request', () => (control.calls.length > 0 ? true : undefined));
    expect(control.calls).toEqual(['hide']);
  });

  test('corrects only the track that the dialog was opened for', async () => {
    const opened = await shared();
    const { running, control, page } = opened;
    await putOnAir(opened);
    await page.getByRole('button', { name: 'Correct…' }).click();
    await page.getByLabel('Title').fill('Paper Lanterns (Dub)');
    const next = publication({ seq: 4, position: 4, playId: 'play-4', track: track({ title: 'Low Tide' }) });
    running.server.audience.show(next);
    control.position = 4;
    // The list may have it earlier.
    await page.locator('#now-title', { hasText: 'Low Tide' }).waitFor();
    await page.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect.poll(() => control.calls).toEqual([{ title: 'Paper Lanterns (Dub)', position: 3 }]);
  });

  test('offers typed names again until the server has confirmed them, or the user cancels', async () => {
    const opened = await shared();
    const { control, page } = opened;
    await putOnAir(opened);
    const dialog = page.locator('#edit-dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const title = page.getByLabel('Title');
    const open = () => page.getByRole('button', { name: 'Correct…' }).click();
    await open();
    await title.fill('Paper Lanterns (Dub)');
    await page.route('**/api/v1/edit', (route) => route.abort(), { times: 1 });
    await press('Correct');
    await page.getByText('deckcast does not answer.').waitFor();
    await open();
    expect(await title.inputValue()).toBe('Paper Lanterns (Dub)');
    await press('Correct');
    await expect.poll(() => control.calls).toEqual([{ title: 'Paper Lanterns (Dub)' }]);
    await expect.poll(() => page.locator('#answer').textContent()).toBe('');
    await open();
    expect(await title.inputValue()).toBe('Paper Lanterns');
    await title.fill('Paper Lanterns (Edit)');
    await press('Cancel');
    await open();
    expect(await title.inputValue()).toBe('Paper Lanterns');
    await press('Cancel');
  });

  test('says that empty fields keep the names of a hidden track, and confirms its correction', async () => {
    const { running, control, page } = await shared();
    running.server.audience.show(hiddenPublication());
    const about = page.getByText('A field left empty keeps its name.', { exact: false });
    const correct = page.getByRole('button', { name: 'Correct', exact: true });
    await page.getByRole('button', { name: 'Correct…' }).click();
    await about.waitFor();
    await correct.click();
    await page.getByText('The names stay as they were.').waitFor();
    expect(control.calls).toEqual([]);
    await page.getByRole('button', { name: 'Correct…' }).click();
    await page.getByLabel('Title').fill('Low Tide');
    await correct.click();
    await page.getByText('The names are corrected.').waitFor();
    expect(control.calls).toEqual([{ title: 'Low Tide' }]);
    running.server.audience.show(publication({ seq: 5, position: 4, playId: 'play-4' }));
    await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
    await page.getByRole('button', { name: 'Correct…' }).click();
    expect(await about.isVisible()).toBe(false);
    // The track is hidden while its names are in the fields.
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 6, position: 4, playId: 'play-4' }));
    await about.waitFor();
  });

  test('reveals only the track that was hidden at the press, also after a reload', async () => {
    const { running, control, page } = await shared();
    running.server.audience.show(hiddenPublication());
    control.position = 4;
    for (const open of [() => undefined, () => page.reload()]) {
      await open();
      await page.getByText('Hidden. Viewers see no name.').waitFor();
      await page.getByRole('button', { name: 'Show to viewers' }).click();
      await page.getByText('a different track is on air now').waitFor();
    }
    running.server.audience.show(hiddenPublication({ seq: 4, position: 4 }));
    await expect.poll(() => page.locator('#answer').textContent()).toBe('');
    await page.getByRole('button', { name: 'Show to viewers' }).click();
    await expect.poll(() => control.calls).toEqual(['reveal']);
  });

  test('opens the tab of the address, also when the address changes', async () => {
    const { page } = await desk('dashboard/#listen');
    const open = page.getByRole('tab', { selected: true });
    await expect.poll(() => open.getAttribute('id')).toBe('tab-listen');
    await page.evaluate(() => {
      location.hash = '#log';
    });
    await expect.poll(() => open.getAttribute('id')).toBe('tab-log');
  });

  test('drops its error message when the track changes', async () => {
    const opened = await shared();
    const { control, page } = opened;
    control.deckViews = [deckView({ deck: '2', featured: false })];
    control.onAir = () => false;
    await page.getByRole('button', { name: 'Put on air deck 2' }).click();
    await page.getByText('this track is no longer on that deck').waitFor();
    await putOnAir(opened);
    await expect.poll(() => page.getByText('this track is no longer on that deck').count()).toBe(0);
  });

  test.each([
    ['chat', 'Chat messages', 'On air'],
    ['websocket', 'Overlays', 'Viewers may not see this'],
  ])('tells trouble with %s from what viewers miss', async (name, title, said) => {
    const sink = output(name, title, { stopped: true, lastError: 'the token was refused' });
    const opened = await desk('dashboard/', { deps: withHealth({ sinks: [sink] }) });
    await putOnAir(opened);
    await opened.page.getByText(`Trouble: ${title}`).first().waitFor();
    await opened.page.locator('#say', { hasText: said }).waitFor();
  });

  test('shows the worst of several troubles first, and each of four without scrolling', async () => {
    const failing = (name: string, stopped = false) => {
      const lastError = `nothing answers at the address of ${name}: correct it, or start the program that listens there`;
      return output(name, `Output ${name}`, { failed: 1, stopped, lastErrorAt: Date.now(), lastError });
    };
    const sinks = [failing('one'), failing('two'), failing('three', true), failing('four')];
    const { page } = await desk('dashboard/', { deps: withHealth({ sinks }) });
    await page.setViewportSize({ width: 1_440, height: 900 });
    const rows = page.locator('#chain li');
    await rows.nth(4).waitFor();
    const order = ['Output three', 'Output one', 'Output two', 'Output four'];
    expect(
      (await rows.locator('strong').allTextContents()).slice(0, 4).map((text) => text.replace(/.*: /, '')),
    ).toEqual(order);
    await page.locator('#outputs', { hasText: `${order.length} troubles: ${order.join(', ')}` }).waitFor();
    const bottom = (one: Element) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect().bottom;
    };
    const lowest = await rows.nth(3).locator('.trouble').evaluate(bottom);
    const { y = 0, height = 0 } = (await page.locator('#chain').boundingBox()) ?? {};
    expect(lowest).toBeLessThanOrEqual(y + height);
  });

  test.each([1_280, 1_440])(
    'shows three troubles of many outputs without scrolling, beside a long set: %d px',
    async (width) => {
      const lastError = 'nothing answers at its address: correct it, or start the program that listens there';
      const failing = { failed: 1, lastErrorAt: Date.now(), lastError };
      const sinks = Array.from({ length: 14 }, (_, at) =>
        output(`${at}`, `Output ${at}`, at < 3 ? failing : {}),
      );
      const { control, page, running } = await desk('dashboard/', {
        ...{ deps: withHealth({ sinks }), width, height: 900 },
      });
      for (let position = 1; position <= 33; position += 1) {
        running.server.audience.show(played(`Track ${position}`, position));
      }
      await page.locator('.set tbody tr').nth(32).waitFor();
      const bottoms = (selector: string) =>
        page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
      for (const decks of ['', '1', '12']) {
        control.deckViews = [...decks].map((deck) => deckView({ deck, featured: deck === '1' }));
        await expect.poll(() => page.locator('.deck').count()).toBe(decks.length);
        const troubles = await bottoms('#chain .trouble');
        expect(troubles).toHaveLength(3);
        expect(Math.max(...troubles)).toBeLessThanOrEqual(Math.min(...(await bottoms('#chain')), 900));
        const { height = 0 } = (await page.locator('.scroll').boundingBox()) ?? {};
        expect(height).toBeGreaterThan(200);
      }
    },
  );

  test('keeps its layout when the players that it has seen are off', async () => {
    const opened = await desk('dashboard/', { width: 1440 });
    const { control, page } = opened;
    await putOnAir(opened);
    control.deckViews = ['1', '2', '3', '4'].map((deck) => deckView({ deck, featured: deck === '1' }));
    await page.locator('.deck').nth(3).waitFor();
    const places = () =>
      page.locator('.tabs, .health').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    const before = await places();
    control.deckViews = [];
    await page.getByText('No decks now: no player is connected, or nothing is loaded.').waitFor();
    expect(await places()).toEqual(before);
  });

  test('claims nothing about the track on air when the players are gone, only about the next one', async () => {
    const source = { ...WELL.health().source, problem: 'no player answers' };
    const opened = await desk('dashboard/', { deps: withHealth({ source }) });
    await putOnAir(opened);
    const said = opened.page.locator('#say');
    await expect.poll(() => said.textContent()).toMatch(/^On air\s+The next track may be missing/);
    await opened.page.locator('#connection', { hasText: 'Trouble' }).waitFor();
  });

  test("reports an update of the running program, and the doctor's missing parts", async () => {
    const problem = 'deckcast 9.9.9 was installed while 1.2.3 is running (restart it: the set continues)';
    const examine = () => Promise.reject(Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' }));
    const troubles = [
      { title: 'deckcast', problem },
      { title: 'Look', problem: 'it is missing', setting: 'theme.dir' },
      { title: 'Settings', problem: 'a [ is never closed', setting: '' },
    ];
    const deps = { doctor: { ...WELL.doctor, examine }, ...withHealth({ troubles }) };
    const { page } = await desk('dashboard/', { deps });
    await page.getByText(`${problem}.`).waitFor();
    const summary = page.locator('#outputs');
    await summary.getByText('3 troubles: deckcast, Look, Settings').waitFor();
    await summary.getByRole('link', { name: 'Settings' }).waitFor();
    const links = await summary.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links).toEqual(['/settings/#theme.dir', '/settings/#']);
    await page.getByRole('tab', { name: 'Check-up' }).click();
    await page.getByRole('button', { name: 'Run a check-up' }).click();
    await page
      .getByText(
        'A deckcast file is missing, perhaps because of an update while it was running: restart deckcast.',
      )
      .waitFor();
  });

  test.each([
    ['operator', 'Hidden by the operator'],
    ['listed', 'Hidden by your list of hidden tracks'],
    ['rule', 'Hidden by a rule of the settings'],
    ['source', 'Hidden by the color of its deck'],
  ] as const)('shows nothing of a hidden track but what hides it: %s', async (hiddenBy, words) => {
    const { running, control, page } = await shared();
    control.hiddenBy = () => hiddenBy;
    control.deckViews = [deckView({ hidden: true, hiddenBy, track: track({}) })];
    running.server.audience.show(hiddenPublication());
    await page.getByText(`${words}.`, { exact: true }).waitFor();
    await page.locator('.deck-artist', { hasText: words }).waitFor();
    await page.locator('.deck-track', { hasText: 'Hidden track' }).waitFor();
    // The list is read once more for each event.
    await expect.poll(() => page.content()).not.toMatch(/Paper Lanterns|Nightjar/);
  });

  test.each([
    ['reminds of a name in chat', withHealth({ sinks: [output('chat', 'Chat')] }), 1],
    ['says nothing of chat without one', {}, 0],
  ])('when viewers saw the track that was hidden, %s', async (_what, deps, count) => {
    const opened = await desk('dashboard/', { deps });
    const { running, control, page } = opened;
    control.hiddenBy = () => 'operator';
    const by = page.getByText('Hidden by the operator.');
    running.server.audience.show(hiddenPublication({ seq: 2, position: 2, playId: 'play-2' }));
    await by.waitFor();
    const reminder = page.getByText('If it was posted in chat, delete it there.');
    expect(await reminder.count()).toBe(0);
    await putOnAir(opened);
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    await by.waitFor();
    expect(await reminder.count()).toBe(count);
  });

  test('names no track whose names are still to come', async () => {
    const { control, page } = await shared();
    const unknown = deckView({ deck: '2', featured: false, track: track({ artist: '', title: '' }) });
    control.deckViews = [{ ...unknown, play: undefined }];
    await page.locator('.deck-track', { hasText: '…' }).waitFor();
    expect(await page.locator('#next').textContent()).toBe('–');
    control.deckViews = [unknown];
    await page.locator('.deck-track', { hasText: 'Untitled' }).waitFor();
    await page.locator('#next', { hasText: 'Untitled' }).waitFor();
  });

  test('shows the artist alone, as viewers see it, of a track without a title', async () => {
    const { running, control, page } = await shared();
    const untitled = track({ artist: 'Basement Tape', title: '' });
    control.deckViews = [
      deckView({ track: untitled }),
      deckView({ deck: '2', featured: false, track: untitled }),
    ];
    running.server.audience.show(publication({ track: untitled }));
    for (const [names, artist] of [
      ['#now-title', '#now-artist'],
      ['.deck-track', '.deck-artist'],
    ] as const) {
      await page
        .locator(names, { hasText: /^Basement Tape$/ })
        .first()
        .waitFor();
      expect(await page.locator(artist).first().textContent()).toBe('');
    }
    await page.locator('#next .title', { hasText: /^Basement Tape$/ }).waitFor();
  });

  test('the second click of a double click on Hide does not reveal, however late it comes', async () => {
    const opened = await shared();
    const { running, control, page } = opened;
    control.hide = () => {
      control.calls.push('hide');
      running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
      return true;
    };
    await putOnAir(opened);
    const reveal = page.getByRole('button', { name: 'Show to viewers', exact: true });
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect.poll(() => reveal.isEnabled()).toBe(true);
    await reveal.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await reveal.click();
    await waitFor('the request', () => (control.calls.length > 1 ? true : undefined));
    expect(control.calls).toEqual(['hide', 'reveal']);
  });

  test('begins a new set with the track on air, or with the next one, after it was asked to, and lists the earlier one', async () => {
    let sessions = await keptRuns();
    const storing = withHealth({ sinks: [output('session', 'Stored sets')] });
    const deps = { sessions: storedNow(() => sessions), ...storing };
    const { running, control, page } = await desk('dashboard/', { deps });
    const { audience } = running.server;
    const menu = page.locator('#which');
    const list = page.locator('.set');
    const newSet = page.getByRole('button', { name: 'New set…' });
    const asks = page.getByText('Earlier tracks stay in the set “');
    const show = (position: number, title: string, set?: number) =>
      audience.show(played(title, position, set));
    show(1, 'Check');
    await list.getByText('Check').waitFor();
    await list.getByText('now', { exact: true }).waitFor();
    await newSet.click();
    await expect.poll(() => choices(page)).toEqual(['Begin with the next track', 'Cancel']);
    show(2, 'Blue');
    control.position = 2;
    await asks.waitFor();
    await page.getByRole('button', { name: 'Begin with “Blue”' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await asks.waitFor({ state: 'detached' });
    expect([await menu.inputValue(), control.calls]).toEqual(['', []]);

    sessions = await keptRuns([publication({ track: track({ title: 'Check' }) })]);
    control.newSet = () => {
      audience.show({ ...played('Blue', 1, 1), playId: 'play-2', kind: 'new set', movedFrom: 2 });
      return true;
    };
    await newSet.click();
    await page.getByRole('button', { name: 'Begin with “Blue”' }).click();
    await page.getByText('New set begun.').waitFor();
    await menu.locator('option', { hasText: '1 track' }).waitFor({ state: 'attached' });
    await expect.poll(() => list.textContent()).not.toContain('Check');
    expect(await list.textContent()).toContain('Blue');
    expect(await menu.inputValue()).toBe('');
    show(2, 'Red', 1);
    await page.locator('#now-title', { hasText: 'Red' }).waitFor();

    audience.show(hiddenPublication({ kind: 'off air', position: 2, set: 1 }));
    await page.getByText('Nothing on air').waitFor();
    await expect.poll(() => list.getByText('now', { exact: true }).count()).toBe(0);
    control.newSet = () => {
      audience.changeEarlier(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 2 }));
      return true;
    };
    await newSet.click();
    await page.getByRole('button', { name: 'Begin with the next track' }).click();
    await page.getByText('No track yet').waitFor();
    expect(await newSet.count()).toBe(0);
  });

  test.each([PHONE, { width: 1_280, height: 800 }])(
    'opens one form of the set list at a time, in view: %o',
    async (size) => {
      const { running, control, page } = await desk('dashboard/', size);
      control.deckViews = [deckView(), deckView({ deck: '2', featured: false })];
      for (const position of Array(12).keys()) {
        running.server.audience.show(played(`Title ${position}`, position + 1));
      }
      const forms = () =>
        page.locator('.export, .ask, .review').evaluateAll((all) => all.map(({ classList: [name] }) => name));
      /** A press in its middle reaches it. */
      const isUsable = (button: string) =>
        page
          .locator(button)
          .first()
          .evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const at = document.elementFromPoint(left + width / 2, top + height / 2);
            return at !== null && element.contains(at);
          });
      // Without Playwright's scrolling.
      const press = (button: string) => page.locator(button).evaluate((one: HTMLElement) => one.click());
      await page.locator('.pen').nth(10).scrollIntoViewIfNeeded();
      for (const [opener, form, button] of [
        ['#new-set', 'ask', '.ask .key'],
        ['#export', 'export', '#format'],
        ['.pen >> nth=9', 'review', '.review [type=submit]'],
        ['#new-set', 'ask', '.ask .key'],
        ['.pen >> nth=9', 'review', '.review [type=submit]'],
        ['#export', 'export', '#format'],
      ] as const) {
        await press(opener);
        await expect.poll(forms).toEqual([form]);
        await expect.poll(() => isUsable(button)).toBe(true);
      }
      await page.locator('#format').press('Escape');
      await expect.poll(forms).toEqual([]);
      expect(await focused(page)).toBe('export');
    },
  );

  test('ends the show after it was asked to, and keeps the set list', async () => {
    const { running, control, page } = await desk('dashboard/');
    const { audience } = running.server;
    control.endShow = () => {
      control.calls.push('end');
      audience.show(hiddenPublication({ kind: 'off air', position: 1 }));
      return true;
    };
    control.position = 1;
    audience.show(played('Check', 1));
    await page.getByRole('button', { name: 'End show…' }).click();
    await page.getByText('The set list, the page for guests and exports keep all tracks').waitFor();
    expect(control.calls).toEqual([]);
    await page.getByRole('button', { name: 'End the show' }).click();
    await page.getByText('The show has ended; nothing is on air.').waitFor();
    expect(control.calls).toEqual(['end']);
    await page.locator('.set', { hasText: 'Check' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'End show…' }).count()).toBe(0);
  });

  test('names the track that a new set may begin with, and offers the next one first in a break', async () => {
    const { running, control, page } = await desk('dashboard/');
    const show = (position: number, title: string) => running.server.audience.show(played(title, position));
    control.deckViews = [deckView({ deck: '1', playing: true })];
    show(1, 'Check');
    show(2, 'Blue');
    control.position = 2;
    await page.getByRole('button', { name: 'New set…' }).click();
    await expect
      .poll(() => choices(page))
      .toEqual(['Begin with “Blue”', 'Begin with the next track', 'Cancel']);
    await page.getByText('deckcast is set to store no sets').waitFor();
    control.deckViews = [deckView({ deck: '1', playing: false, reason: 'Paused' })];
    await page.getByText('Paused').waitFor();
    expect(await choices(page)).toEqual(['Begin with “Blue”', 'Begin with the next track', 'Cancel']);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New set…' }).click();
    const inBreak = ['Begin with the next track', 'Begin with “Blue”', 'Cancel'];
    await expect.poll(() => choices(page)).toEqual(inBreak);
    control.deckViews = [deckView({ deck: '1', playing: true })];
    await page.getByText('Paused').waitFor({ state: 'detached' });
    expect(await choices(page)).toEqual(inBreak);
    running.server.audience.show(hiddenPublication({ seq: 3, position: 2, playId: 'play-2' }));
    await page.getByRole('button', { name: 'Begin with the hidden track' }).waitFor();
    show(3, 'Red');
    await page.getByRole('button', { name: 'Begin with “Red”' }).waitFor();
    // The track that the page shows is over.
    control.position = 4;
    await page.getByRole('button', { name: 'Begin with the next track' }).click();
    await page.getByText('a different track is on air now').waitFor();
    expect(control.calls).toEqual([]);
    control.position = 3;
    await page.getByRole('button', { name: 'New set…' }).click();
    await page.getByRole('button', { name: 'Begin with the next track' }).click();
    await expect.poll(() => control.calls).toEqual(['next set']);
  });

  test('offers the next track first for a new set once the one on air has ended', async () => {
    const { running, control, page } = await desk('dashboard/');
    running.server.audience.show(played('Check', 1));
    running.server.audience.show(played('Blue', 2));
    control.position = 2;
    control.endedAt = () => Date.now() - 60_000;
    control.silence = () => ({ since: Date.now() - 60_000, why: 'ended' });
    await page.locator('#say', { hasText: /^\s*On air until \d/ }).waitFor();
    await page.getByRole('button', { name: 'New set…' }).click();
    await expect
      .poll(() => choices(page))
      .toEqual(['Begin with the next track', 'Begin with “Blue”', 'Cancel']);
  });

  test('forgets the export of the set before', async () => {
    const { running, page } = await desk('dashboard/');
    const { audience } = running.server;
    audience.show(played('Check', 1));
    audience.show(hiddenPublication({ seq: 2, position: 2, playId: 'play-2' }));
    audience.show(played('Blue', 3));
    await page.locator('.set').getByText('Blue').waitFor();
    await page.getByText('Export…').click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('#export-answer', { hasText: 'Copied' }).waitFor();
    await page.locator('#export-text').waitFor();
    audience.show({ ...played('Blue', 1, 1), playId: 'play-3', kind: 'new set', movedFrom: 3 });
    await expect.poll(() => page.locator('#export-answer').textContent()).toBe('');
    expect(await page.locator('#export-text').count()).toBe(0);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.poll(() => page.locator('#export-answer').textContent()).toContain('Copied');
  });

  test('says that another device has begun the set about which it asks, and asks about none without tracks', async () => {
    const { running, page } = await desk('dashboard/');
    const { audience } = running.server;
    audience.show(played('Check', 1));
    audience.show(played('Blue', 2));
    const newSet = page.getByRole('button', { name: 'New set…' });
    await newSet.click();
    await page.getByRole('button', { name: 'Begin with “Blue”' }).waitFor();
    audience.show({ ...played('Blue', 1, 1), playId: 'play-2', kind: 'new set', movedFrom: 2 });
    await page.locator('.ask').getByText('New set begun.').waitFor();
    expect(await page.locator('.ask').textContent()).not.toContain('Earlier tracks');
    audience.show(hiddenPublication({ kind: 'off air', position: 1, set: 1 }));
    audience.changeEarlier(hiddenPublication({ kind: 'new set', playId: '', position: 0, set: 2 }));
    await page.getByText('No track yet').waitFor();
    audience.show(played('Red', 1, 2));
    await newSet.waitFor();
    expect(await page.locator('.ask').count()).toBe(0);
  });

  test('begins names from right to left beside the cover', async () => {
    const opened = await shared();
    const { running, page } = opened;
    const lefts = () =>
      page.locator('#now-title, #now-artist').evaluateAll((all) =>
        all.map((one) => {
          const words = document.createRange();
          words.selectNodeContents(one);
          return Math.round(words.getBoundingClientRect().left);
        }),
      );
    await putOnAir(opened);
    const usual = await lefts();
    running.server.audience.show(
      publication({ seq: 4, position: 4, playId: 'play-4', track: track({ artist: 'فيروز', title: 'قمر' }) }),
    );
    await page.locator('#now-title', { hasText: 'قمر' }).waitFor();
    expect(await lefts()).toEqual(usual);
  });

  test('a press that arrives after a new set leaves its tracks alone, and other pages list the earlier set', async () => {
    let sessions = await keptRuns();
    const { running, control, page } = await desk('dashboard/', {
      deps: { sessions: storedNow(() => sessions) },
    });
    const { audience } = running.server;
    audience.show(played('Check', 1));
    audience.show(played('Blue', 2));
    control.position = 2;
    /** Begins the new set before the next request arrives. */
    const late = (verb: string) =>
      page.route(
        `**/api/v1/${verb}`,
        async (route) => {
          sessions = await keptRuns([publication({ track: track({ title: 'Check' }) })]);
          audience.show({ ...played('Blue', 1, 1), playId: 'play-2', kind: 'new set', movedFrom: 2 });
          control.position = 1;
          await route.continue();
        },
        { times: 1 },
      );
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    await late('hide');
    await page.locator('.review').getByRole('button', { name: 'Hide' }).click();
    // The row of the earlier set is gone.
    await page.locator('.set').getByText('Check').waitFor({ state: 'detached' });
    expect(await page.locator('.review').count()).toBe(0);
    await page.locator('#which option', { hasText: '1 track' }).waitFor({ state: 'attached' });
    expect(control.calls).toEqual([]);
  });

  test('a Hide that arrives after a new set hides the track on air, which moved there', async () => {
    const { running, control, page } = await desk('dashboard/');
    const { audience } = running.server;
    audience.show(played('Check', 1));
    audience.show(played('Blue', 2));
    await page.locator('#now-title', { hasText: 'Blue' }).waitFor();
    await page.route('**/api/v1/hide', async (route) => {
      audience.show({ ...played('Blue', 1, 1), playId: 'play-2', kind: 'new set', movedFrom: 2 });
      control.position = 1;
      await route.continue();
    });
    await page.locator('#hide').click();
    await expect.poll(() => control.calls).toEqual(['hide']);
  });

  test('tells nothing on air from a hidden track, here and in the header of other pages', async () => {
    const opened = await desk('dashboard/');
    await putOnAir(opened);
    const { running, page } = opened;
    const off = () => running.server.audience.show(hiddenPublication({ kind: 'off air', seq: 4 }));
    off();
    await page.getByText('Nothing on air').waitFor();
    expect(await page.locator('#reveal').count()).toBe(0);
    await page.goto(`${running.url}help/`);
    running.server.audience.show(publication({ seq: 5 }));
    await page.locator('.air', { hasText: 'Paper Lanterns' }).waitFor();
    off();
    await page.locator('.air', { hasText: 'Nothing on air' }).waitFor();
  });

  test('marks a track that is noted for the next time only at the second attempt', async () => {
    const { running, control, page } = await desk('dashboard/');
    noting(control);
    running.server.audience.show(publication());
    const button = page.locator('#hide-next');
    await page.route('**/api/v1/hide-next-time', (route) => route.abort());
    await button.click();
    await page.getByText('deckcast does not answer.').waitFor();
    expect(await button.textContent()).toBe('Hide next time');
    await page.unroute('**/api/v1/hide-next-time');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => button.textContent()).toBe('Hidden next time');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
  });

  test('shows on every device, also after a reload, that a track is noted, and takes it back with one press', async () => {
    const opened = await shared();
    const { running, control, page } = opened;
    noting(control);
    await putOnAir(opened);
    const button = page.locator('#hide-next');
    await button.click();
    await page
      .getByText('Nothing changes for viewers now. It will be hidden whenever it plays again, in every set.')
      .waitFor();
    await expect.poll(() => button.textContent()).toBe('Hidden next time');
    await page.reload();
    await expect.poll(() => button.textContent()).toBe('Hidden next time');
    const { page: other } = await open(390, 844);
    await other.goto(`${running.url}dashboard/`);
    const elsewhere = other.locator('#hide-next');
    await expect.poll(() => elsewhere.textContent()).toBe('Hidden next time');
    await elsewhere.click();
    await other.getByText('“Hide next time” is off for this track.').waitFor();
    await page.bringToFront();
    await expect.poll(() => button.textContent()).toBe('Hide next time');
    expect(control.calls).toEqual(['hide next time', 'show next time']);
  });

  test('hides the next track before viewers see it, in the state that the server tells', async () => {
    const { control, page } = await shared();
    const coming = (deck: string, hiddenBy?: DeckView['hiddenBy']) =>
      deckView({
        ...{ deck, play: `hwdevice:${deck}`, featured: false },
        ...{ hiddenBy, hidden: hiddenBy !== undefined, listed: hiddenBy === 'listed' },
      });
    const press = async (name: string, call: object) => {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => control.calls.splice(0)).toEqual([call]);
    };
    control.deckViews = [coming('2')];
    await press('Always hide', { 'hide next time': 'hwdevice:2' });
    await page
      .getByText('The coming track will be hidden, also when it plays again, in every set.')
      .waitFor();
    control.deckViews = [coming('2', 'listed')];
    await page
      .locator('#next', { hasText: 'Will be hidden deck 2 · Hidden by your list of hidden tracks' })
      .waitFor();
    await press('Show it', { 'show next time': 'hwdevice:2' });
    control.deckViews = [coming('2'), coming('3')];
    await press('Hide deck 3', { 'hide next time': 'hwdevice:3' });
    control.deckViews = [coming('2'), coming('3', 'listed')];
    await press('Show deck 3', { 'show next time': 'hwdevice:3' });
    control.deckViews = [coming('2'), coming('3', 'source')];
    await page.locator('.nextup .btn').and(page.getByText('Hide deck 2')).waitFor();
    await expect.poll(() => page.locator('.nextup .btn').count()).toBe(1);
    control.deckViews = [coming('2', 'source')];
    await page
      .locator('#next', { hasText: 'Will be hidden deck 2 · Hidden by the color of its deck' })
      .waitFor();
    expect(await page.locator('.nextup .btn').count()).toBe(0);
    const { play: _, ...nameless } = coming('2');
    control.deckViews = [nameless];
    // Its names are still to come.
    await page.locator('#next', { hasText: /^–$/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Always hide' }).count()).toBe(0);
    control.heldNow = heldTrack('Low Tide', 'http:9');
    await page.locator('#next', { hasText: 'Low Tide' }).waitFor();
    await press('Always hide', { 'hide next time': 'http:9' });
    control.heldNow = { ...heldTrack('', 'http:9'), hidden: true, hiddenBy: 'rule' };
    await page.locator('#next', { hasText: /in \d+ s · Hidden by a rule of the settings/ }).waitFor();
    await expect
      .poll(() => page.locator('.nextup .btn').evaluateAll((all) => all.map(({ id }) => id)))
      .toEqual(['skip']);
  });

  test('claims that viewers see the track only while an overlay is in OBS', async () => {
    const opened = await shared();
    await putOnAir(opened);
    const said = opened.page.locator('#say');
    await expect.poll(() => said.textContent()).toMatch(/^On air/);
    const obs = new WebSocket(`${opened.running.url.replace('http', 'ws')}ws`, {
      headers: { 'User-Agent': 'OBS/31.0' },
    });
    await expect.poll(() => said.textContent()).toMatch(/^Viewers see this/);
    obs.close();
    await expect.poll(() => said.textContent()).toMatch(/^On air/);
  });

  test('says on every page that OBS has closed the overlay, until it is back, and never where OBS had none', async () => {
    const opened = await desk('dashboard/', {
      deps: withHealth({ sinks: [output('websocket', 'Overlays')] }),
    });
    const { running, page } = opened;
    const enter = async () => {
      const obs = new WebSocket(`${running.url.replace('http', 'ws')}ws`, {
        headers: { 'User-Agent': 'OBS/31.0' },
      });
      await page.locator('#say', { hasText: 'Viewers see this' }).waitFor();
      return obs;
    };
    await putOnAir(opened);
    await page.getByText('All is well').first().waitFor();
    await page.locator('.chain .detail', { hasText: /^not in OBS ·/ }).waitFor();
    (await enter()).close();
    await page.locator('#connection', { hasText: 'OBS has closed the overlay' }).waitFor();
    expect(await page.locator('#connection .led').getAttribute('class')).toContain('warn');
    expect(await page.locator('#say').textContent()).toMatch(
      /^Viewers may not see this\s+OBS has closed the overlay/,
    );
    const overlays = page.locator('.chain li', { hasText: 'Overlays' });
    expect(await overlays.textContent()).toMatch(
      /not in OBS since \d+:\d\d [\s\S]*OBS shuts it down while its scene is not shown/,
    );
    const { page: help } = await open(DESK.width, DESK.height);
    await help.goto(`${running.url}help/`);
    await help.locator('.air .led.warn').waitFor();
    const back = await enter();
    await page.getByText('All is well').first().waitFor();
    back.close();
  });

  test('says that viewers may not see the track while OBS does not answer, unless the overlay is in OBS', async () => {
    const troubles = [{ title: 'OBS', problem: 'OBS does not answer' }];
    const opened = await desk('dashboard/', {
      deps: withHealth({ troubles, sinks: [output('websocket', 'Overlays')] }),
    });
    await putOnAir(opened);
    const said = opened.page.locator('#say');
    await expect.poll(() => said.textContent()).toMatch(/^Viewers may not see this\s+Not in OBS/);
    expect(await said.locator('.led').getAttribute('class')).toBe('led warn');
    const obs = new WebSocket(`${opened.running.url.replace('http', 'ws')}ws`, {
      headers: { 'User-Agent': 'OBS/31.0' },
    });
    await expect.poll(() => said.textContent()).toMatch(/^Viewers see this/);
    expect(await said.locator('.led').getAttribute('class')).toBe('led good');
    obs.close();
  });

  test('says until when an ended track was on air, and counts no further', async () => {
    const opened = await shared();
    const { control, page } = opened;
    const startedAt = Date.now() - 600_000;
    control.endedAt = () => startedAt + 65_000;
    control.silence = () => ({ since: startedAt + 65_000, why: 'ended' });
    await putOnAir(opened, startedAt);
    await page.locator('#say', { hasText: /^\s*On air until \d/ }).waitFor();
    expect(await page.locator('#now-since').textContent()).toContain('1:05');
    await page.getByRole('row', { name: 'Paper Lanterns' }).waitFor();
    expect(await page.getByRole('table').getByText('now', { exact: true }).count()).toBe(0);
    const row = page.getByRole('row', { name: 'Paper Lanterns' });
    await row.getByRole('button', { name: 'Correct track' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await waitFor('its removal', () => control.calls.length > 0 || undefined);
    expect(control.calls).toEqual([{ remove: 3, isRemoved: true }]);
  });

  test('says at once that the track on air is paused, and counts on, without earlier stops, when it goes on', async () => {
    const opened = await shared();
    const { control, page } = opened;
    const startedAt = Date.now() - 600_000;
    const since = page.locator('#now-since');
    await putOnAir(opened, startedAt);
    control.silentMs = () => 300_000;
    await expect.poll(() => since.textContent()).toMatch(/ 5:\d\d · set /);
    control.silence = () => ({ since: startedAt + 365_000, why: 'paused' });
    await page.locator('#say .wait + .says', { hasText: 'Paused' }).waitFor();
    expect(await page.locator('#outputs').textContent()).toBe('Paused');
    expect(await since.textContent()).toMatch(/ 1:05 · set /);
    await page.getByRole('row', { name: 'Paper Lanterns' }).getByText('1:05', { exact: true }).waitFor();
    control.silence = () => undefined;
    await page.getByRole('row', { name: 'Paper Lanterns' }).getByText('now', { exact: true }).waitFor();
    await expect.poll(() => since.textContent()).toMatch(/ 5:\d\d · set /);
  });

  test('says at once that a player is out of reach, and neither offers its tracks nor calls them next', async () => {
    const opened = await shared();
    const { control, page } = opened;
    const next = { deck: '2', play: 'hwdevice:2', featured: false, playing: false };
    await putOnAir(opened);
    control.deckViews = [deckView(), deckView(next)];
    const put = page.getByRole('button', { name: 'Put on air deck 2' });
    await expect.poll(() => put.getAttribute('aria-disabled')).toBe('false');
    await page.locator('#next', { hasText: 'Paper Lanterns' }).waitFor();
    control.deckViews = [deckView({ reachable: false }), deckView({ ...next, reachable: false })];
    control.silence = () => ({ since: Date.now(), why: 'unreachable' });
    await page.locator('#say', { hasText: "The player can't be reached" }).waitFor();
    expect(await put.getAttribute('aria-disabled')).toBe('true');
    expect(await page.locator('#next').textContent()).toBe('–');
    expect(await page.locator('.deck .meter').count()).toBe(0);
  });

  test('says on every page that the track on air has ended, until it goes on', async () => {
    const { running, page } = await desk('help/');
    const chip = page.locator('.air');
    const now = publication();
    running.server.audience.show(now);
    await expect.poll(() => chip.textContent()).toMatch(/On air:\s+Paper Lanterns\s+Nightjar Avenue/);
    running.server.audience.changeEarlier({ ...now, kind: 'end', endedAt: now.at + 65_000 });
    await expect.poll(() => chip.textContent()).toMatch(/^\s*Paper Lanterns\s+On air until \d/);
    await chip.locator('.led.wait').waitFor();
    running.server.audience.changeEarlier({ ...now, kind: 'end' });
    await expect.poll(() => chip.textContent()).toMatch(/On air:\s+Paper Lanterns\s+Nightjar Avenue/);
  });

  test("counts a hidden track's time from its own start", async () => {
    const opened = await shared();
    const { running, page } = opened;
    const at = Date.now() - 65_000;
    await putOnAir(opened, at);
    await page
      .getByText(/1:\d\d$/)
      .first()
      .waitFor();
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4, at }));
    await page.getByText('Hidden. Viewers see no name.').waitFor();
    await page
      .getByText(/1:\d\d$/)
      .first()
      .waitFor();
    running.server.audience.show(hiddenPublication({ seq: 5, position: 4, at: Date.now() }));
    await page.locator('#now-since', { hasText: /^0:\d\d/ }).waitFor();
  });

  test('shows the controls only after the right token, reports each wrong one, and keeps the right one', async () => {
    const { page } = await desk('dashboard/', { token: TOKEN });
    const wrong = page.getByText('That code or token is wrong, or no longer counts.');
    await page.getByText('This page needs the token').waitFor();
    expect(await page.getByText('Nothing on air').isVisible()).toBe(false);
    expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual(['Open']);
    for (const guess of ['wrong', 'wrong again']) {
      await enterToken(page, guess);
      await wrong.waitFor();
      await expect.poll(() => focused(page)).toBe('token');
      const field = page.getByLabel('Token');
      const selected = await field.evaluate((input: HTMLInputElement) => [
        input.selectionStart,
        input.selectionEnd,
      ]);
      expect(selected).toEqual([0, guess.length]);
    }
    await page.getByLabel('Token').fill(TOKEN);
    expect(await page.getByLabel('Token').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.poll(() => focused(page)).toBe('now-names');
    expect(await page.locator('#token').count()).toBe(0);
    await page.reload();
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
  });

  test('shows neither controls nor token field to a client that can never operate, and explains why', async () => {
    const { page, running } = await desk('dashboard/');
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.9' });
    await page.goto(`${running.url}dashboard/`);
    await page.getByText('this came through a proxy', { exact: false }).waitFor();
    expect(await page.getByText('Nothing on air').isVisible()).toBe(false);
    expect(await page.getByLabel('Token').isVisible()).toBe(false);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
  });

  test('shows a lost connection, reconnects, says that a lost Hide did nothing, and asks for a changed token', async () => {
    const opened = await desk('dashboard/', { token: TOKEN });
    const { running, page, startAgain } = opened;
    await enterToken(page, TOKEN);
    await putOnAir(opened);
    // Loaded when it opens.
    await page.getByText('Export…').click();
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await running.stop();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByRole('button', { name: 'Download' }).click();
    const away = page.getByText('deckcast does not answer.');
    await expect.poll(() => away.count()).toBe(2);
    await page.locator('#connection', { hasText: 'Not connected. Trying again…' }).waitFor();
    await page.locator('#outputs', { hasText: 'it may have ended, or have another address' }).waitFor();
    // Looks as usable as it is.
    const look = await page
      .getByRole('button', { name: 'Try again' })
      .evaluate((button) => [
        getComputedStyle(button).borderStyle,
        ...[button, ...document.querySelectorAll(':has(> #hide, > .reply)')].map(
          (one) => getComputedStyle(one).opacity,
        ),
      ]);
    expect(look).toEqual(['solid', '1', '1']);
    const again = await startAgain(TOKEN);
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
    await expect.poll(() => away.count()).toBe(0);
    again.server.audience.show(publication());
    const missed = page.getByText('Hide did not happen: viewers still see this track.');
    await missed.waitFor();
    again.server.audience.show(publication({ seq: 9, position: 9, playId: 'play-9' }));
    // Viewers no longer see it: only the list does.
    await page.getByText('Hide did not happen: the set list still shows “Paper Lanterns”.').waitFor();
    expect(await missed.count()).toBe(0);
    again.server.audience.changeEarlier(hiddenPublication({ kind: 'hide', seq: 10 }));
    await expect.poll(() => page.locator('#answer').textContent()).toBe('');
    await again.stop();
    await startAgain('another');
    await page.getByLabel('Token').fill('another');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
  });

  test('says that a lost Hide left an earlier track in the list, and confirms the next try', async () => {
    const opened = await shared();
    const { running, page } = opened;
    await putOnAir(opened);
    await page.route('**/api/v1/hide', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByText('deckcast does not answer.').waitFor();
    running.server.audience.show(publication({ seq: 9, position: 9, playId: 'play-9' }));
    await page.getByText('Hide did not happen: the set list still shows “Paper Lanterns”.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The earlier track is hidden.').waitFor();
  });

  test('says at once that the connection is lost, and looks lost only if it does not return', async () => {
    const opened = await desk('api/v1/now', { apart: true });
    const { running, control, page } = opened;
    await page.clock.install();
    await page.goto(`${running.url}dashboard/`);
    control.heldNow = heldTrack();
    await putOnAir(opened);
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
    await page.locator('#skip').waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.route('**/api/v1/skip', () => undefined);
    await page.locator('#skip').click();
    await page.clock.runFor(1_000);
    await page.getByText('Putting it on air: not confirmed yet.').waitFor();
    await running.stop();
    await page.locator('#connection', { hasText: 'Not connected' }).waitFor();
    await page.getByText('Putting it on air: not confirmed. The connection is slow or lost.').waitFor();
    expect(await page.locator('.desk.lost').count()).toBe(0);
    expect(await page.locator('#outputs').textContent()).toBe('Not connected. Trying again…');
    await page.clock.runFor(2_000);
    await page.locator('.desk.lost').waitFor();
    await page.locator('#outputs', { hasText: 'it may have ended' }).waitFor();
    const times = () => page.locator('#now-since, #next').allTextContents();
    const stopped = await times();
    const heard = page.getByText(/^received \d+ h ago/);
    const hours = async () => Number.parseInt((await heard.textContent())?.split(' ')[1] ?? '', 10);
    const before = await hours();
    await page.clock.fastForward('03:00:00');
    await expect.poll(hours).toBe(before + 3);
    expect(await times()).toEqual(stopped);
  });

  test('keeps the play time of a hidden track when it is loaded again', async () => {
    const opened = await desk('dashboard/');
    const { running, page } = opened;
    const at = Date.now() - 300_000;
    await putOnAir(opened, at);
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4, at }));
    const time = page.locator('.hidden #now-since', { hasText: /5:\d\d/ });
    await time.waitFor();
    await page.reload();
    await time.waitFor();
  });

  test('shows and downloads the previous session, runs the doctor, and saves a report', async () => {
    const finding = {
      area: 'devices',
      severity: 'fault',
      finding: 'no device was heard',
      means: 'no player was found',
      todo: 'switch one on',
    } as const;
    const doctor = {
      examine: async () => [
        finding,
        { area: 'ports', severity: 'ok', finding: 'free', means: '', todo: '' } as const,
      ],
      report: async () => Buffer.from('an archive'),
    };
    const sessions = await keptRuns([
      publication({ track: track({ title: 'Low Tide' }), at: Date.UTC(2026, 10, 20, 20) }),
    ]);
    const { running, page, errors } = await desk('dashboard/', {
      token: TOKEN,
      deps: { sessions, doctor },
    });
    running.server.audience.show(publication());
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Open' }).click();
    const list = page.getByRole('region', { name: 'Tracks' });
    await list.getByText('Paper Lanterns').waitFor();
    expect(await list.getByText('No track yet').isVisible()).toBe(false);
    const asked: Route[] = [];
    await page.route('**/api/v1/history?*', (route) => void asked.push(route), { times: 1 });
    await page.getByLabel('Show', { exact: true }).selectOption({ index: 1 });
    const request = await waitFor('the request', () => asked[0]);
    // A press on a row would change a track of the other set.
    expect((await list.textContent())?.trim()).toBe('');
    await request.continue();
    await list.getByText('Low Tide').waitFor();
    await page.getByText('Export…').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^2026-11-2[01]-\d{4}-Tracklist\.txt$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('Low Tide');
    await page.getByLabel('Show', { exact: true }).selectOption('This set');
    await list.getByText('Paper Lanterns').waitFor();
    await page.getByRole('tab', { name: 'Check-up' }).click();
    await page.getByRole('button', { name: 'Run a check-up' }).click();
    await page.getByText('That means: no player was found. Do: switch one on.').waitFor();
    await page.getByText(/^\d+:\d\d.* · Faults: 1, warnings: 0\.$/).waitFor();
    const outdated = page.getByText('Run it again.');
    running.server.settingsChanged(['hide.tracks']);
    running.server.audience.show(publication());
    expect(await outdated.count()).toBe(0);
    running.server.settingsChanged(['webhook.url']);
    await outdated.waitFor();
    await page.getByRole('button', { name: 'Run a check-up' }).click();
    await outdated.waitFor({ state: 'detached' });
    const zip = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save a report' }).click();
    const saved = await zip;
    expect(saved.suggestedFilename()).toBe('deckcast-report.zip');
    expect(await readFile(await saved.path(), 'utf8')).toBe('an archive');
    expect(errors.filter((line) => !line.includes('401'))).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('corrects an earlier track of the set', async () => {
    const { running, control, page, errors } = await shared();
    running.server.audience.show(
      publication({ position: 1, track: track({ artist: 'Mira Vale', title: 'Low Tied' }) }),
    );
    const next = { playId: 'play-2', position: 2, track: track({ title: 'Paper Lanterns' }) };
    running.server.audience.show(publication(next));
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    const form = page.locator('.review');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    await form.getByLabel('Title').fill('Low Tide');
    await form.getByRole('button', { name: 'Correct' }).click();
    await form.waitFor({ state: 'detached' });
    expect(control.calls).toEqual([{ artist: 'Mira Vale', title: 'Low Tide', position: 1 }]);
    const newest = page.getByRole('row', { name: 'Paper Lanterns' }).first();
    expect(await newest.getByRole('button').allTextContents()).toEqual(['End show…']);
    expect(errors).toEqual([]);
  });

  test('closes the names of an earlier track at Escape, and with a button as visible as the others', async () => {
    const { running, page } = await shared();
    running.server.audience.show(played('Low Tide', 1));
    running.server.audience.show(played('Paper Lanterns', 2));
    const form = page.locator('.review');
    const pencil = page.getByRole('button', { name: 'Correct track 1' });
    await pencil.click();
    await expect.poll(() => form.getByLabel('Title').evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await pencil.evaluate((one) => one.matches(':focus'))).toBe(true);
    await pencil.click();
    const borders = await form
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderColor));
    expect([borders.length, new Set(borders).size]).toEqual([4, 1]);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
  });

  test('has names on one line and exports without covering a button, beside four decks', async () => {
    const { running, control, page } = await shared();
    control.deckViews = ['1', '2', '3', '4'].map((deck) => deckView({ deck, play: `hwdevice:${deck}` }));
    await page.locator('.deck').nth(3).waitFor();
    for (const [position, title] of ['Low Tide', 'Paper Lanterns', 'Blue'].entries()) {
      running.server.audience.show(played(title, position + 1));
    }
    await page.locator('.set .nm', { hasText: 'Blue' }).waitFor();
    const heights = await page
      .locator('.set .nm')
      .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights)).toBeLessThan(30);
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByLabel('Export as').selectOption('SoundExchange (United States)');
    await page.getByLabel('From', { exact: true }).waitFor();
    const covered = await page.locator('.stage .btn, .side .btn').evaluateAll((all) =>
      all
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        })
        .map(({ textContent }) => textContent),
    );
    expect(covered).toEqual([]);
    const hidden = await page
      .locator('.export')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBe(0);
    // As other tests expect it.
    await page.getByLabel('Export as').selectOption('Plain list, to send or print');
  });

  test('hides an earlier track of the set, and shows it again', async () => {
    const { running, control, page, errors } = await shared();
    const first = { position: 1, track: track({ artist: 'Mira Vale', title: 'Low Tide' }) };
    running.server.audience.show(publication(first));
    const next = { playId: 'play-2', position: 2, track: track({ title: 'Paper Lanterns' }) };
    running.server.audience.show(publication(next));
    const row = page.locator('.review');
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    await row.getByRole('button', { name: 'Hide' }).click();
    await row.waitFor({ state: 'detached' });
    running.server.audience.changeEarlier(publication({ ...first, kind: 'hide', hidden: true }));
    await page.locator('.set .hid').getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    expect(await row.locator('input').count()).toBe(0);
    await row.getByRole('button', { name: 'Show to viewers' }).click();
    await row.waitFor({ state: 'detached' });
    expect(control.calls).toEqual([{ hide: 1 }, { reveal: 1 }]);
    expect(errors).toEqual([]);
  });

  test('removes a track from the set, and puts it back', async () => {
    const { running, control, page, errors } = await shared();
    const { audience } = running.server;
    const mistake = { position: 1, track: track({ artist: 'Mira Vale', title: 'Low Tide' }) };
    audience.show(publication(mistake));
    audience.show(publication({ playId: 'play-2', position: 2, track: track({ title: 'Paper Lanterns' }) }));
    let hidden = false;
    control.remove = (position, isRemoved) => {
      control.calls.push({ remove: position, isRemoved });
      audience.changeEarlier(
        publication({
          ...mistake,
          hidden,
          ...(isRemoved ? { kind: 'retract', removed: true } : { kind: 'reveal' }),
        }),
      );
      return true;
    };
    const list = page.locator('table.set');
    await page.getByRole('button', { name: 'Correct track 1' }).click();
    await page.locator('.review').getByRole('button', { name: 'Remove' }).click();
    await list.getByText('Low Tide').waitFor({ state: 'detached' });
    await page.getByText('Removed from the set: 1').waitFor();
    await page.locator('.removed').getByText('Mira Vale – Low Tide').waitFor();
    expect(errors).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Put back track 1' }).click();
    await list.getByText('Low Tide').waitFor();
    expect(await page.locator('.removed').count()).toBe(0);
    expect(control.calls).toEqual([
      { remove: 1, isRemoved: true },
      { remove: 1, isRemoved: false },
    ]);
    hidden = true;
    control.remove(1, true);
    await page.locator('.removed').getByText('Hidden track (#1)').waitFor();
  });

  test('copies a list', async () => {
    const { running, page, errors } = await shared();
    running.server.audience.show(publication({ track: track({ artist: 'Mira Vale', title: 'Low Tide' }) }));
    running.server.audience.show(hiddenPublication({ seq: 4, position: 4, playId: 'play-4' }));
    await page.getByText('Export…').click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('#export-answer', { hasText: 'Copied' }).waitFor();
    const lines = (await page.locator('#export-text').inputValue()).split('\n');
    expect([lines.includes('Mira Vale - Low Tide'), lines.includes('ID - ID')]).toEqual([true, true]);
    await page.getByLabel('Export as').selectOption('Spreadsheet (CSV)');
    await page.locator('#export-text').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await page.getByLabel('Export as').selectOption('Mixcloud tracklist');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('#export-text').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('fits the chapters to a video that begins before the first track', async () => {
    const { running, page } = await shared();
    running.server.audience.show(
      publication({ track: track({ artist: 'Mira Vale', title: 'Low Tide' }), elapsedMs: 600_000 }),
    );
    await page.getByText('Export…').click();
    await page.getByLabel('Export as').selectOption('Mixcloud tracklist');
    const begins = page.getByRole('textbox', { name: 'Recording or video begins' });
    await begins.fill('1:90');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('#export-answer', { hasText: 'Type seconds, or minutes and seconds' }).waitFor();
    expect(await focused(page)).toBe('export-begins');
    for (const [typed, at] of [
      ['1:30', '11:30'],
      ['95', '11:35'],
    ] as const) {
      await begins.fill(typed);
      await page.getByRole('button', { name: 'Copy' }).click();
      await expect
        .poll(() => page.locator('#export-text').inputValue())
        .toContain(`${at} Mira Vale - Low Tide\n`);
    }
    await page.getByLabel('Export as').selectOption('YouTube chapters');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('#export-answer', { hasText: 'the first is called “Intro”' }).waitFor();
    expect(await page.locator('#export-text').inputValue()).toMatch(/^0:00 Intro\n/);
    await page.getByLabel('Export as').selectOption('Spreadsheet (CSV)');
    await begins.waitFor({ state: 'detached' });
  });

  test('downloads a report, and lists the parts that the user must fill in', async () => {
    const { running, page, errors } = await shared();
    running.server.audience.show(publication({ track: track({ artist: 'Mira Vale', title: 'Low Tide' }) }));
    running.server.audience.show(hiddenPublication({ seq: 4, position: 4, playId: 'play-4' }));
    await page.getByText('Export…').click();
    await page.getByLabel('Export as').selectOption('SoundExchange (United States)');
    await page.getByRole('button', { name: 'Download' }).click();
    const lacks = page.locator('.lacks li');
    await lacks.getByText('Station or event (NAME_OF_SERVICE), in all lines', { exact: true }).waitFor();
    await lacks
      .getByText('ISRC, or Album (ALBUM_TITLE) and Label (MARKETING_LABEL), in all lines', { exact: true })
      .waitFor();
    // Earlier tests hid tracks of this set, too.
    const set = await page.evaluate(async () => (await fetch('/api/v1/history/csv')).text());
    const hidden = set.match(/,ID,ID,/g)?.length ?? 0;
    expect(hidden).toBeGreaterThan(0);
    const count = hidden === 1 ? 'one hidden track' : `${hidden} hidden tracks`;
    await page.getByText(`Left out: ${count}.`).waitFor();
    // The examination adds inline styles.
    expect(await accessibilityProblems(page)).toEqual([]);
    const facts = page.getByRole('link', { name: "the station's facts are in Settings" });
    expect(await facts.getAttribute('href')).toBe('/settings/#report.service');
    await page.getByLabel('Export as').selectOption('PRS for Music (United Kingdom)');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-\d{4}-Tracklist-prs\.csv$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('Low Tide,,Mira Vale');
    await lacks.getByText('Station, in all lines', { exact: true }).waitFor();
    await lacks.getByText('Composer, in all lines', { exact: true }).waitFor();
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('nothing was played in that time').waitFor();
    await page.getByLabel('Export as').selectOption('Spreadsheet (CSV)');
    await page.getByText('To fill in').waitFor({ state: 'detached' });
    expect(errors.filter((line) => !/404|Applying inline style/.test(line))).toEqual([]);
  });

  test.each([
    [1_280, 720],
    [1_440, 900],
  ])(
    'shows all that a report lacks in %d x %d, and leads to the settings only for their facts',
    async (width, height) => {
      const sessions = await keptRuns([playedInSet('One', 1)]);
      const heard = { firstMs: 0, lastMs: 60_000, sureness: 1 };
      const entries = [{ ...entryOf(playedInSet('One', 1)), heard }];
      await (sessions as SqliteSessions).addRecording('friday.mp3', entries, Date.now() + 60_000);
      const { running, page } = await desk('dashboard/', {
        ...{ width, height, deps: { sessions } },
        settings: { 'report.service': 'Radio Ada', 'report.channel': 'Night' },
      });
      running.server.audience.show(playedInSet('Two', 1));
      await page.getByText('Export…').click();
      await page.getByLabel('Export as').selectOption('GEMA, GVL and others');
      await page.getByLabel('From', { exact: true }).fill('2020-01-31');
      await page.getByRole('button', { name: 'Download' }).click();
      await page.getByText('Left out, because they may repeat sets: friday.mp3.').waitFor();
      await page.getByText('Publisher, in all lines').waitFor();
      expect(
        await page
          .getByRole('link', { name: 'Settings', exact: false })
          .and(page.locator('.export a'))
          .count(),
      ).toBe(0);
      const { isWhole, below } = await page.locator('.export').evaluate((menu) => ({
        isWhole: menu.scrollHeight <= menu.clientHeight,
        below: innerHeight - menu.getBoundingClientRect().bottom,
      }));
      expect(isWhole).toBe(true);
      expect(below).toBeGreaterThanOrEqual(0);
    },
  );

  test('exports a CUE sheet from a form that shows whole names, covers nothing, and closes at Escape', async () => {
    const { running, page, errors } = await shared();
    running.server.audience.show(publication({ track: track({ artist: 'Mira Vale', title: 'Low Tide' }) }));
    const menu = page.getByRole('button', { name: 'Export…' });
    const formats = page.getByLabel('Export as');
    await menu.click();
    const cut = await formats.evaluate((list) => {
      const { offsetWidth, style } = list as HTMLElement;
      style.width = 'max-content';
      return (list as HTMLElement).offsetWidth - offsetWidth;
    });
    expect(cut).toBeLessThanOrEqual(0);
    for (const size of [DESK, { width: 1_440, height: 900 }, PHONE]) {
      await page.setViewportSize(size);
      await menu.scrollIntoViewIfNeeded();
      await formats.selectOption('CUE sheet for the recording');
      const edges = await page.locator('.export').evaluate((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return { left, right, bottom };
      });
      expect(edges.left).toBeGreaterThanOrEqual(0);
      expect(edges.right).toBeLessThanOrEqual(size.width);
      expect(size === PHONE ? 0 : edges.bottom).toBeLessThanOrEqual(size.height);
    }
    await page.setViewportSize(DESK);
    await formats.selectOption('Spreadsheet (CSV)');
    const recording = page.getByLabel("Name of the recording's file");
    expect(await recording.count()).toBe(0);
    await formats.selectOption('CUE sheet for the recording');
    await recording.fill('night & day.mp3');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/-Tracklist\.cue$/);
    expect(await readFile(await file.path(), 'utf8')).toContain(
      'FILE "night & day.mp3" MP3\n  TRACK 01 AUDIO\n',
    );
    await page.keyboard.press('Escape');
    await formats.waitFor({ state: 'detached' });
    await menu.click();
    await formats.selectOption('CUE sheet for the recording');
    expect(await recording.inputValue()).toBe('night & day.mp3');
    await menu.click();
    await formats.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('ignores tracks of an outdated answer', async () => {
    const { running, page } = await desk('dashboard/');
    const list = page.getByRole('region', { name: 'Tracks' });
    running.server.audience.show(publication());
    await list.getByText('Paper Lanterns').waitFor();
    const overtaken: Route[] = [];
    await page.route('**/api/v1/history?*', (route) => void overtaken.push(route), { times: 1 });
    running.server.audience.show(publication({ kind: 'correction', seq: 4 }));
    const late = await waitFor('the first request', () => overtaken[0]);
    const answer = await late.fetch();
    const next = publication({ seq: 5, position: 4, playId: 'play-4', track: track({ title: 'Low Tide' }) });
    running.server.audience.show(next);
    await list.getByText('Low Tide').waitFor();
    await Promise.all([page.waitForEvent('requestfinished'), late.fulfill({ response: answer })]);
    await page.evaluate(() => fetch('/api/v1/now').then((response) => response.json()));
    await expect.poll(() => list.getByText('Low Tide').count()).toBe(1);
  });

  describe('a lost link', () => {
    /** Connections to the feed, and a switch that drops further messages. */
    async function linked(path: string) {
      const { running, page } = await desk('api/v1/now', { apart: true });
      const link = { isSilent: false, sockets: 0, messages: 0 };
      await page.routeWebSocket('**/api/v1/operator', (socket) => {
        link.sockets += 1;
        socket.connectToServer().onMessage((message) => {
          link.messages += 1;
          if (!link.isSilent) {
            socket.send(message);
          }
        });
      });
      await page.route('**/api/v1/setup', (route) => (link.isSilent ? undefined : route.continue()));
      const reads = async () => {
        const before = link.messages;
        await waitFor('a message', () => (link.messages > before ? true : undefined));
      };
      await page.clock.install();
      await page.goto(`${running.url}${path}`);
      await reads();
      const goesSilent = async () => {
        link.isSilent = true;
        await page.clock.runFor(3_000);
        expect(await page.locator('#connection').textContent()).toMatch(/^(Connection lost|Not connected)/);
      };
      return { page, link, reads, goesSilent };
    }

    test('without a close is noticed by the header of other pages at the next question', async () => {
      const { running, page } = await desk('api/v1/now', { apart: true });
      let isSilent = false;
      await page.routeWebSocket('**/api/v1/events?page', (socket) => {
        socket.connectToServer().onMessage((message) => isSilent || socket.send(message));
      });
      await page.route('**/api/v1/health', (route) => (isSilent ? undefined : route.continue()));
      running.server.audience.show(publication());
      await page.clock.install();
      await page.goto(`${running.url}help/`);
      await page.locator('.air', { hasText: 'Paper Lanterns' }).waitFor();
      // Long silence would be noticed, too.
      await page.clock.pauseAt(Date.now() + 60_000);
      isSilent = true;
      await page.clock.runFor(6_000);
      await page.locator('.air', { hasText: 'Not connected' }).waitFor();
      isSilent = false;
      await page.clock.runFor(6_000);
      await page.locator('.air', { hasText: 'Paper Lanterns' }).waitFor();
    });

    test('shows no track as on air until both streams are back', async () => {
      const { running, page } = await desk('api/v1/now', { apart: true });
      const link = { isSilent: false, holdsEvents: false, passed: 0 };
      for (const stream of ['events?page', 'operator']) {
        await page.routeWebSocket(`**/api/v1/${stream}`, (socket) => {
          let isLost = link.isSilent;
          const held: (string | Buffer)[] = [];
          socket.connectToServer().onMessage((message) => {
            isLost ||= link.isSilent;
            if (isLost) {
              return;
            }
            held.push(message);
            if (!(link.holdsEvents && stream !== 'operator')) {
              for (const one of held.splice(0)) {
                socket.send(one);
                link.passed += 1;
              }
            }
          });
        });
      }
      running.server.audience.show(publication());
      await page.clock.install();
      await page.goto(`${running.url}dashboard/`);
      await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
      Object.assign(link, { isSilent: true, holdsEvents: true });
      await page.clock.runFor(3_000);
      running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 2 }));
      const { passed } = link;
      link.isSilent = false;
      // The page reconnects, perhaps once more, because its clock jumps.
      await page.clock.runFor(5_000);
      await expect.poll(() => link.passed).toBeGreaterThan(passed);
      await page.clock.runFor(100);
      expect(await page.locator('.desk.lost #now-title').textContent()).toBe('Paper Lanterns');
      expect(await page.locator('#connection').textContent()).toBe('Not connected. Trying again…');
      link.holdsEvents = false;
      running.server.audience.ping();
      await page.locator('#connection', { hasText: 'All is well' }).waitFor();
      expect(await page.locator('#now-title').textContent()).toBe('Hidden track');
    });

    test.each([
      ['operator', 'events'],
      ['events', 'operator'],
    ] as const)('keeps what the page shows when %s is back before %s', async (first, held) => {
      const { running, control, page, startAgain } = await desk('api/v1/now', { apart: true });
      /** Passes nothing on while its stream is held. */
      let release = () => {};
      const waits = { isHeld: false };
      const passed = { events: 0, operator: 0 };
      for (const stream of ['events', 'operator'] as const) {
        await page.routeWebSocket(new RegExp(`/api/v1/${stream}`), (socket) => {
          const messages: (string | Buffer)[] = [];
          const pass = () => {
            for (const one of messages.splice(0)) {
              socket.send(one);
              passed[stream] += 1;
            }
          };
          socket.connectToServer().onMessage((message) => {
            messages.push(message);
            if (waits.isHeld && stream === held) {
              release = pass;
            } else {
              pass();
            }
          });
        });
      }
      control.deckViews = [deckView({ deck: '2', featured: true })];
      running.server.audience.show(publication());
      await page.goto(`${running.url}dashboard/`);
      await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
      waits.isHeld = true;
      await running.stop();
      await page.locator('.desk.lost').waitFor();
      const before = passed[first];
      control.deckViews = [];
      await startAgain();
      await expect.poll(() => passed[first]).toBeGreaterThan(before);
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      expect([
        await page.locator('#now-title').textContent(),
        await page.locator('.deck.live').count(),
      ]).toEqual(['Paper Lanterns', 1]);
      waits.isHeld = false;
      release();
      await page.locator('#now-title', { hasText: 'Nothing on air' }).waitFor();
      await page.locator('.deck').waitFor({ state: 'detached' });
    });

    test('is reported by the set-up page within three seconds', async () => {
      const { goesSilent } = await linked('setup/');
      await goesSilent();
    });

    test('is reported as soon by a page without events, which otherwise stays connected', async () => {
      const { page, link, reads, goesSilent } = await linked('dashboard/');
      // The page reconnected if its clock jumped.
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.clock.runFor(2_000);
      await page.locator('#connection', { hasText: 'All is well' }).waitFor();
      const { sockets } = link;
      for (let seconds = 0; seconds < amount({ short: 4, full: 10 }); seconds += 1) {
        await reads();
        await page.clock.runFor(1_000);
      }
      expect([await page.locator('#connection').textContent(), link.sockets]).toEqual([
        'All is well',
        sockets,
      ]);
      await goesSilent();
    });
  });

  test('is accessible on a desktop and on a phone', async () => {
    const { running, control, page } = await shared();
    control.deckViews = [deckView(), deckView({ deck: '2', featured: false, level: 0.31 })];
    control.lines.push({ seq: 1, at: 0, level: 'warn', message: 'a chat service asks to wait', fields: {} });
    running.server.audience.show(publication());
    await page.getByText('Deck 1 leads', { exact: false }).first().waitFor();
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size);
      if (FULL_LENGTH) {
        expect(await accessibilityProblems(page)).toEqual([]);
      }
      // Once the style for phones is loaded.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        .toBe(false);
      expect(await tooSmall(page, 'button, select, .check')).toEqual([]);
    }
  });

  test('says that it waits, not that all is well, until the source has heard something', async () => {
    const { page } = await desk('dashboard/', { deps: withHealth({ source: SILENT_SOURCE }) });
    await page.locator('#connection', { hasText: 'Waiting for a track' }).waitFor();
    expect(await page.locator('#outputs .led').getAttribute('class')).toBe('led wait');
  });

  test('offers a check-up after half a minute without a track, but not while a deck plays', async () => {
    const { control, page } = await desk('dashboard/', { apart: true });
    await page.clock.install();
    await page.reload();
    await page.locator('#say', { hasText: 'Waiting for a track' }).waitFor();
    await page.clock.runFor(31_000);
    const offer = page.getByRole('button', { name: 'Run a check-up' });
    await offer.waitFor();
    control.deckViews = [deckView({ featured: false, announced: true, reason: LEFT_AIR })];
    await page.locator('#now-artist', { hasText: LEFT_AIR }).waitFor();
    expect(await page.locator('#say').textContent()).toContain('Viewers see no track');
    expect(await offer.count()).toBe(0);
  });

  test('does not look as if it received once the broadcast is over', async () => {
    const source = { ...SILENT_SOURCE, lastHeardAt: Date.now() - 60_000, waits: true } as const;
    const { page } = await desk('dashboard/', { deps: withHealth({ source }) });
    await page.locator('#chain li:has(.led.wait)', { hasText: 'received' }).waitFor();
  });

  test('links the help page that the reason for an empty page names', async () => {
    const source = {
      ...SILENT_SOURCE,
      problem: 'no player was found (help page: /help/cdj)',
      waits: true,
    } as const;
    const { page } = await desk('dashboard/', { deps: withHealth({ source }) });
    await page.locator('#now-artist a[href="/help/cdj"]').waitFor();
    expect(await page.locator('#now-artist').textContent()).not.toContain('help page');
  });

  test.each([
    ['that is not there yet', { waits: true }, 'warn', 'Waiting for a track'],
    ['that cannot work', {}, 'bad', 'There is a problem'],
    ['that nobody chose', { waits: true, isDefault: true }, 'wait', 'No gear chosen yet'],
  ] as const)(
    'says the same of gear %s on every page before the first track',
    async (_, change, light, said) => {
      const source = { ...SILENT_SOURCE, problem: 'no player was found', ...change };
      const { running, page: onAir } = await desk('dashboard/', { deps: withHealth({ source }) });
      for (const place of ['#connection', '#say', '#outputs']) {
        const hasText = light === 'bad' ? 'Trouble: ' : said;
        await onAir.locator(`${place}:has(.led.${light})`, { hasText }).waitFor();
      }
      const below = light === 'wait' ? 'First say what you play with.' : 'No player was found.';
      expect(await onAir.locator('#now-artist').textContent()).toBe(below);
      const { page } = await open(DESK.width, DESK.height);
      const isShown = page.waitForResponse('**/api/v1/health');
      await page.goto(`${running.url}help/`);
      await isShown;
      await page.locator(`.air:has(.led.${light})`, { hasText: said }).waitFor();
    },
  );

  test('shows everyday names of sources and outputs with their option names, and fits them on a phone', async () => {
    const parts = [
      { name: 'hwdevice', title: 'Denon DJ / Engine OS players' },
      { name: 'mpd', title: 'MPD, the Music Player Daemon' },
    ];
    const source = {
      name: 'hwdevice,mpd',
      parts,
      watching: 'hwdevice: 1 device; mpd: localhost',
      said: {
        watching: {
          id: 'core.list',
          params: {
            list: [
              { id: 'core.about', params: { about: { part: 'hwdevice' }, text: '1 device' } },
              { id: 'core.about', params: { about: { part: 'mpd' }, text: 'localhost' } },
            ],
          },
        },
      },
      problem: 'no player was found (switch one on)',
      waits: true as const,
    };
    const sinks = [output('websocket', 'Overlays', { delivered: 0 })];
    const { page } = await desk('dashboard/', { deps: withHealth({ source, sinks }) });
    const rows = page.locator('#chain li');
    await rows.first().waitFor();
    const texts = await rows.locator('strong').allTextContents();
    expect(texts).toEqual([
      'Source: Denon DJ / Engine OS players · MPD, the Music Player Daemon',
      'Output: Overlays',
    ]);
    expect(await rows.first().locator('.detail').textContent()).toContain(
      'MPD, the Music Player Daemon: localhost',
    );
    // Shown on request.
    expect(await rows.locator('code:visible').count()).toBe(0);
    await page.evaluate(() => document.documentElement.toggleAttribute('data-technical', true));
    expect(await rows.locator('code:visible').allTextContents()).toEqual(['hwdevice,mpd', 'websocket']);
    const [said, delivered] = await rows.locator('.detail').allTextContents();
    expect(said).toMatch(/^nothing new yet · /);
    expect(delivered).toMatch(/^not in OBS · pages connected: \d+$/);
    expect(await page.locator('#outputs strong').textContent()).toBe('Waiting for a track');
    expect(await rows.first().locator('.trouble').textContent()).toBe('No player was found (switch one on).');
    // Nothing was heard yet, so nothing is lost.
    expect(await page.locator('#outputs .led').getAttribute('class')).toBe('led warn');
    await page.locator('#say', { hasText: 'Waiting for a track' }).waitFor();
    await page.setViewportSize(PHONE);
    const width = () =>
      rows
        .first()
        .locator('.detail')
        .evaluate((element) => element.getBoundingClientRect().width);
    expect(await width()).toBeGreaterThan(240);
  });

  test('links trouble to the settings that it names', async () => {
    const failing = (name: string, title: string, setting: string, lastError: string) =>
      output(name, title, {
        delivered: 0,
        queued: 1,
        failed: 1,
        setting,
        lastError,
        lastErrorAt: Date.now(),
      });
    const rejects = 'example.org rejects this name and password: check --radio.url';
    const sinks = [
      failing('radio', 'Web radio', 'radio.url', rejects),
      failing('osc', 'OSC', 'osc.host', 'nothing is listening there'),
    ];
    const { page } = await desk('dashboard/', { deps: withHealth({ source: SILENT_SOURCE, sinks }) });
    const links = page.locator('.health a');
    await links.first().waitFor();
    const targets = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(targets).toEqual([
      ['Web radio', '/settings/#radio.url'],
      ['OSC', '/settings/#osc.host'],
      ['“Stations”', '/settings/#radio.url'],
    ]);
    expect(await page.locator('#outputs strong').textContent()).toBe('2 troubles: Web radio, OSC');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('asks a new user for the gear instead of blaming the default source, until that has heard something', async () => {
    const problem = 'no player was found (switch one on)';
    const parts = [{ name: 'hwdevice', title: 'Denon DJ / Engine OS players' }];
    const missing = { name: 'hwdevice', parts, watching: 'every network', problem, waits: true as const };
    let source: ProgramHealth['source'] = { ...missing, isDefault: true };
    const { page } = await desk('dashboard/', {
      deps: { health: () => ({ ...WELL.health(), source }) },
    });
    const says = page.locator('#say');
    const summary = page.locator('#outputs strong');
    await says.getByText('No gear chosen yet').waitFor();
    expect(await page.getByText('Denon').count()).toBe(0);
    expect(await page.getByText(problem).count()).toBe(0);
    expect(await summary.textContent()).toBe('No gear chosen yet');
    expect(await page.getByRole('link', { name: 'Pick your gear' }).getAttribute('href')).toBe('/setup/');
    source = missing;
    await summary.getByText('Waiting for a track').waitFor();
    expect(await says.textContent()).toMatch(/^Waiting for a track/);
    source = { ...missing, problem: undefined, waits: undefined, isDefault: true, lastHeardAt: Date.now() };
    await summary.getByText('All is well').waitFor();
    expect(await page.getByRole('link', { name: 'Pick your gear' }).count()).toBe(0);
  });

  test('shows at least four whole tracks of the set on a low screen, whether or not one is held', async () => {
    const { running, control, page } = await desk('dashboard/', { width: 1280, height: 800 });
    for (let position = 1; position <= 6; position += 1) {
      const playId = `play-${position}`;
      running.server.audience.show(publication({ seq: position, position, playId, track: track({}) }));
    }
    const whole = () =>
      page.locator('.scroll').evaluate((list) => {
        const end = list.getBoundingClientRect().bottom;
        return [...list.querySelectorAll('tbody tr')].filter(
          (row) => row.getBoundingClientRect().bottom <= end,
        ).length;
      });
    await page.locator('.set tbody tr').nth(5).waitFor();
    const free = await whole();
    expect(free).toBeGreaterThanOrEqual(4);
    control.heldNow = heldTrack();
    await page.locator('#skip').waitFor();
    expect(await whole()).toBe(free);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  });

  test.each([
    ['two decks', 2, 900, 6],
    ['two decks', 2, 720, 4],
    ['no deck', 0, 900, 8],
  ])(
    'gives the set list the column beside the track on air: %s, %i, %i px',
    async (_, decks, height, rows) => {
      const { running, control, page } = await desk('dashboard/', { width: 1440, height });
      control.deckViews = Array.from({ length: decks }, (_, at) => deckView({ deck: `${at + 1}` }));
      for (let position = 1; position <= 12; position += 1) {
        running.server.audience.show(played(`Title ${position}`, position));
      }
      await page.locator('.set tbody tr').nth(11).waitFor();
      await expect.poll(() => page.locator('.deck').count()).toBe(decks);
      const bottoms = await page
        .locator('.scroll')
        .evaluate(
          (list) =>
            [...list.querySelectorAll('tbody tr')].filter(
              (row) =>
                row.getBoundingClientRect().bottom <=
                Math.min(list.getBoundingClientRect().bottom, window.innerHeight),
            ).length,
        );
      expect(bottoms).toBeGreaterThanOrEqual(rows);
      // Nothing of the track on air is cut off.
      const stage = page.locator('.stage');
      expect(await stage.evaluate((plate) => plate.scrollHeight - plate.clientHeight)).toBe(0);
    },
  );

  test('lays out no hidden track', async () => {
    const { page } = await shared();
    expect(await shownThoughHidden(page)).toEqual([]);
  });
});
