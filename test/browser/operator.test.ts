import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { StoredSessions } from '../../src/core/contracts/set.ts';
import { deckView, type KeptControl } from '../support/control.ts';
import { amount, FULL_LENGTH } from '../support/full-length.ts';
import { keptRuns } from '../support/kept.ts';
import { hiddenPublication, played as playedInSet, publication } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { waitFor } from '../support/wait.ts';
import { accessibilityProblems, tooSmall } from './accessibility.ts';
import { desks, focused, heldTrack, putOnAir, TOKEN } from './desk.ts';
import { shownThoughHidden } from './geometry.ts';

const { desk, open, sharedDesk } = desks();
const shared = sharedDesk();
const played = (title: string, position: number, set?: number) => ({
  ...playedInSet(title, position),
  ...(set !== undefined && { set }),
});
const storing = () => ({
  ...WELL.health(),
  sinks: [
    { name: 'session', title: 'Stored sets', delivered: 1, queued: 0, dropped: 0, failed: 0, stopped: false },
  ],
});
const withOverlays = () => ({
  ...WELL.health(),
  sinks: [
    { name: 'websocket', title: 'Overlays', delivered: 1, queued: 0, dropped: 0, failed: 0, stopped: false },
  ],
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
    await page.getByText('Deck 1 leads: 0.92 against 0.31').waitFor();
    await page.getByRole('row', { name: 'Paper Lanterns' }).waitFor();
    expect(errors).toEqual([]);
  });

  test('shows all of the longest usual reason', async () => {
    const { control, page } = await desk('dashboard/', { width: 1_440, height: 900 });
    const loads = 'and this program reports only loads (no deck is heard)';
    const track = 'A track with names of a usual length';
    control.deckViews = [
      deckView({ reason: `Deck 1 leads: loaded last, ${loads}` }),
      deckView({ deck: '2', featured: false, reason: `Deck 2 waits: ${track} was loaded later, ${loads}` }),
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
      await page.getByText(`${doing}: not confirmed`).waitFor();
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
    await page.getByText('Noting it: not confirmed.', { exact: false }).waitFor();
    for (let second = 2; second <= 8; second += 1) {
      // Keeps the page's connection.
      control.heldNow = heldTrack(`Track ${second}`);
      await page.locator('#next', { hasText: `Track ${second}` }).waitFor();
      await page.clock.runFor(1_000);
    }
    await page.getByText('deckcast does not answer.').waitFor();
    await page.unroute('**/api/v1/hide-next-time');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This track will be hidden whenever it plays again.').waitFor();
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

  test('reveals only the track that was hidden at the press, also after a reload', async () => {
    const { running, control, page } = await shared();
    running.server.audience.show(hiddenPublication());
    control.position = 4;
    for (const open of [() => undefined, () => page.reload()]) {
      await open();
      await page.getByText('Hidden. Viewers see nothing.').waitFor();
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
    const counts = { queued: 0, delivered: 1, dropped: 0, failed: 1, stopped: true };
    const sink = { name, title, ...counts, lastError: 'the token was refused', lastErrorAt: Date.now() };
    const source = { name: 'dummy', parts: [], watching: 'made-up tracks', lastHeardAt: Date.now() };
    const opened = await desk('dashboard/', {
      deps: { health: () => ({ source, enrichment: [], sinks: [sink] }) },
    });
    await putOnAir(opened);
    await opened.page.getByText(`Trouble: ${title}`).first().waitFor();
    await opened.page.locator('#say', { hasText: said }).waitFor();
  });

  test('shows the worst of several troubles first, and each of four without scrolling', async () => {
    const counts = { queued: 0, delivered: 1, dropped: 0, failed: 1 };
    const failing = (name: string, stopped: boolean) => ({
      ...{ name, title: `Output ${name}`, ...counts, stopped, lastErrorAt: Date.now() },
      lastError: `nothing answers at the address of ${name}: correct it, or start the program that listens there`,
    });
    const source = { name: 'dummy', parts: [], watching: 'made-up tracks', lastHeardAt: Date.now() };
    const sinks = [
      failing('one', false),
      failing('two', false),
      failing('three', true),
      failing('four', false),
    ];
    const { page } = await desk('dashboard/', {
      deps: { health: () => ({ source, enrichment: [], sinks }) },
    });
    await page.setViewportSize({ width: 1_440, height: 900 });
    const rows = page.locator('#chain li');
    await rows.nth(4).waitFor();
    const order = ['Output three', 'Output one', 'Output two', 'Output four'];
    expect(
      (await rows.locator('strong').allTextContents()).slice(0, 4).map((text) => text.replace(/.*: /, '')),
    ).toEqual(order);
    await page.locator('#outputs', { hasText: `Trouble: ${order.join(', ')}` }).waitFor();
    const bottom = (one: Element) => {
      const text = document.createRange();
      text.selectNodeContents(one);
      return text.getBoundingClientRect().bottom;
    };
    const lowest = await rows.nth(3).locator('.trouble').evaluate(bottom);
    const { y = 0, height = 0 } = (await page.locator('#chain').boundingBox()) ?? {};
    expect(lowest).toBeLessThanOrEqual(y + height);
  });

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
    await page.getByText('No player is connected.').waitFor();
    expect(await places()).toEqual(before);
  });

  test('claims nothing about the track on air when the players are gone, only about the next one', async () => {
    const opened = await desk('dashboard/', {
      deps: {
        health: () => ({
          ...WELL.health(),
          source: { ...WELL.health().source, problem: 'no player answers' },
        }),
      },
    });
    await putOnAir(opened);
    const said = opened.page.locator('#say');
    await expect.poll(() => said.textContent()).toMatch(/^On air\s+The next track may be missing/);
    await opened.page.locator('#connection', { hasText: 'Trouble' }).waitFor();
  });

  test("reports an update of the running program, and the doctor's missing parts", async () => {
    const problem = 'deckcast 9.9.9 was installed while 1.2.3 is running (restart it: the set continues)';
    const source = { name: 'dummy', parts: [], watching: 'made-up tracks' };
    const examine = () => Promise.reject(Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' }));
    const { page } = await desk('dashboard/', {
      deps: {
        doctor: { ...WELL.doctor, examine },
        health: () => ({
          source,
          enrichment: [],
          sinks: [],
          troubles: [
            { title: 'deckcast', problem },
            { title: 'Look', problem: 'it is missing', setting: 'theme.dir' },
            { title: 'Settings', problem: 'a [ is never closed', setting: '' },
          ],
        }),
      },
    });
    await page.getByText(`${problem}.`).waitFor();
    const summary = page.locator('#outputs');
    await summary.getByText('Trouble: deckcast, Look, Settings').waitFor();
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
    ['listed', 'On your list of hidden tracks'],
    ['rule', 'Hidden by a rule of the settings'],
    ['source', 'Hidden by the color of its deck'],
  ] as const)('shows nothing of a hidden track but what hides it: %s', async (hiddenBy, words) => {
    const { running, control, page } = await shared();
    control.hiddenBy = () => hiddenBy;
    control.deckViews = [deckView({ hidden: true, hiddenBy, track: track({}) })];
    running.server.audience.show(hiddenPublication());
    await page
      .getByText(
        `${words}. No page names it, the one for guests within five seconds. What was posted in chat stays there.`,
      )
      .waitFor();
    await page.locator('.deck-artist', { hasText: words }).waitFor();
    await page.locator('.deck-track', { hasText: 'Hidden track' }).waitFor();
    // The list is read once more for each event.
    await expect.poll(() => page.content()).not.toMatch(/Paper Lanterns|Nightjar/);
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
    const kept: StoredSessions = {
      list: (limit) => sessions.list(limit),
      entries: (session) => sessions.entries(session),
    };
    const { running, control, page } = await desk('dashboard/', {
      deps: { sessions: kept, health: storing },
    });
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
    expect(await choices(page)).toEqual(['Begin with the next track', 'Cancel']);
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
    control.deckViews = [deckView({ deck: '1', playing: false })];
    await expect
      .poll(() => choices(page))
      .toEqual(['Begin with the next track', 'Begin with “Blue”', 'Cancel']);
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

  test('a press that arrives after a new set leaves its tracks alone, and other pages list the earlier set', async () => {
    let sessions = await keptRuns();
    const kept: StoredSessions = {
      list: (limit) => sessions.list(limit),
      entries: (session) => sessions.entries(session),
    };
    const { running, control, page } = await desk('dashboard/', { deps: { sessions: kept } });
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
    await page.getByRole('button', { name: 'Change track 1' }).click();
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
    await page.getByText('This track will be hidden whenever it plays again.').waitFor();
    await expect.poll(() => button.textContent()).toBe('Hidden next time');
    await page.reload();
    await expect.poll(() => button.textContent()).toBe('Hidden next time');
    const { page: other } = await open(390, 844);
    await other.goto(`${running.url}dashboard/`);
    const elsewhere = other.locator('#hide-next');
    await expect.poll(() => elsewhere.textContent()).toBe('Hidden next time');
    await elsewhere.click();
    await other.getByText('This track will be shown when it plays again.').waitFor();
    await page.bringToFront();
    await expect.poll(() => button.textContent()).toBe('Hide next time');
    expect(control.calls).toEqual(['hide next time', 'show next time']);
  });

  test('hides the next track before viewers see it, in the state that the server tells', async () => {
    const { control, page } = await shared();
    const coming = (deck: string, listed = false) =>
      deckView({ deck, play: `hwdevice:${deck}`, featured: false, listed, hidden: listed });
    const press = async (name: string, call: object) => {
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => control.calls.splice(0)).toEqual([call]);
    };
    control.deckViews = [coming('2')];
    await press('Hide it', { 'hide next time': 'hwdevice:2' });
    await page.getByText('The coming track will be hidden, also when it plays again.').waitFor();
    expect(await page.getByRole('button', { name: 'Hide it' }).getAttribute('aria-pressed')).toBe('false');
    control.deckViews = [coming('2', true)];
    await press('Will be hidden', { 'show next time': 'hwdevice:2' });
    control.deckViews = [coming('2'), coming('3')];
    await press('Hide deck 3', { 'hide next time': 'hwdevice:3' });
    const { play: _, ...nameless } = coming('2');
    control.deckViews = [nameless];
    const hideIt = page.getByRole('button', { name: 'Hide it', exact: true });
    await expect.poll(() => hideIt.getAttribute('aria-disabled')).toBe('true');
    control.heldNow = heldTrack('Low Tide', 'http:9');
    await page.locator('#next', { hasText: 'Low Tide' }).waitFor();
    await press('Hide it', { 'hide next time': 'http:9' });
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
    const opened = await desk('dashboard/', { deps: { health: withOverlays } });
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

  test("counts a hidden track's time from its own start", async () => {
    const opened = await shared();
    const { running, page } = opened;
    await putOnAir(opened, Date.now() - 65_000);
    await page
      .getByText(/1:\d\d$/)
      .first()
      .waitFor();
    running.server.audience.show(hiddenPublication({ kind: 'hide', seq: 4 }));
    await page.getByText('Hidden. Viewers see nothing.').waitFor();
    await page
      .getByText(/1:\d\d$/)
      .first()
      .waitFor();
    running.server.audience.show(hiddenPublication({ seq: 5, position: 4 }));
    await page.locator('#now-since', { hasText: /^0:\d\d/ }).waitFor();
  });

  test('shows the controls only after the right token, reports each wrong one, and keeps the right one', async () => {
    const { page } = await desk('dashboard/', { token: TOKEN });
    const wrong = page.getByText('That code or token is wrong, or no longer counts.');
    await page.getByText('This page needs the token').waitFor();
    expect(await page.getByText('Nothing on air').isVisible()).toBe(false);
    expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual(['Open']);
    for (const guess of ['wrong', 'wrong again']) {
      await page.getByLabel('Token').fill(guess);
      await page.keyboard.press('Enter');
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
    await page.getByLabel('Token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await putOnAir(opened);
    // The menu is loaded when it opens, and Hide closes it.
    await page.getByText('Export…').click();
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await running.stop();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await page.getByText('Export…').click();
    await page.getByRole('button', { name: 'Download' }).click();
    const away = page.getByText('deckcast does not answer.');
    await expect.poll(() => away.count()).toBe(2);
    await page.getByText('Not connected. Trying again…').waitFor();
    await page.locator('#outputs', { hasText: 'it may have ended, or have another address' }).waitFor();
    const again = await startAgain(TOKEN);
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
    await expect.poll(() => away.count()).toBe(0);
    again.server.audience.show(publication());
    const missed = page.getByText('Hide did not happen: viewers still see this track.');
    await missed.waitFor();
    again.server.audience.show(publication({ seq: 9, position: 9, playId: 'play-9' }));
    await missed.waitFor({ state: 'detached' });
    await again.stop();
    await startAgain('another');
    await page.getByLabel('Token').fill('another');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('#connection', { hasText: 'All is well' }).waitFor();
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
    await page.getByLabel('Show', { exact: true }).selectOption({ index: 1 });
    await list.getByText('Low Tide').waitFor();
    expect(await list.getByText('Paper Lanterns').count()).toBe(0);
    await page.getByText('Export…').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^2026-11-2[01]-\d{4}-Tracklist-youtube\.txt$/);
    expect(await readFile(await file.path(), 'utf8')).toContain('Low Tide');
    await page.getByLabel('Show', { exact: true }).selectOption('This set');
    await list.getByText('Paper Lanterns').waitFor();
    await page.getByRole('tab', { name: 'Check-up' }).click();
    await page.getByRole('button', { name: 'Run a check-up' }).click();
    await page.getByText('That means: no player was found. Do: switch one on.').waitFor();
    await page.getByText(/^\d+:\d\d.* · Faults: 1, warnings: 0\.$/).waitFor();
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
    await page.getByRole('button', { name: 'Change track 1' }).click();
    const form = page.locator('.review');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change track 1' }).click();
    await form.getByLabel('Title').fill('Low Tide');
    await form.getByRole('button', { name: 'Correct' }).click();
    await form.waitFor({ state: 'detached' });
    expect(control.calls).toEqual([{ artist: 'Mira Vale', title: 'Low Tide', position: 1 }]);
    expect(await page.getByRole('button', { name: 'Change track 2' }).count()).toBe(0);
    expect(errors).toEqual([]);
  });

  test('hides an earlier track of the set, and shows it again', async () => {
    const { running, control, page, errors } = await shared();
    const first = { position: 1, track: track({ artist: 'Mira Vale', title: 'Low Tide' }) };
    running.server.audience.show(publication(first));
    const next = { playId: 'play-2', position: 2, track: track({ title: 'Paper Lanterns' }) };
    running.server.audience.show(publication(next));
    const row = page.locator('.review');
    await page.getByRole('button', { name: 'Change track 1' }).click();
    await row.getByRole('button', { name: 'Hide' }).click();
    await row.waitFor({ state: 'detached' });
    running.server.audience.changeEarlier(publication({ ...first, kind: 'hide', hidden: true }));
    await page.locator('.set .hid').getByText('1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change track 1' }).click();
    expect(await row.locator('input').count()).toBe(0);
    await row.getByRole('button', { name: 'Show to viewers' }).click();
    await row.waitFor({ state: 'detached' });
    expect(control.calls).toEqual([{ hide: 1 }, { reveal: 1 }]);
    expect(errors).toEqual([]);
  });

  test('copies the chapters for YouTube', async () => {
    const { running, page, errors } = await shared();
    running.server.audience.show(publication({ track: track({ artist: 'Mira Vale', title: 'Low Tide' }) }));
    await page.getByText('Export…').click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.locator('#export-answer', { hasText: 'Copied.' }).waitFor();
    expect(await page.locator('#export-text').inputValue()).toContain('Mira Vale - Low Tide');
    await page.getByLabel('Export as').selectOption('CSV');
    await page.locator('#export-text').waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await page.getByLabel('Export as').selectOption('Mixcloud');
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
    await page.getByLabel('Export as').selectOption('Mixcloud');
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
    await page.getByLabel('Export as').selectOption('CSV');
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
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('nothing was played in that time').waitFor();
    const menu = await page.locator('.menu > div').boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect(menu?.width).toBeLessThan(430);
    await page.getByLabel('Export as').selectOption('CSV');
    await page.getByText('To fill in').waitFor({ state: 'detached' });
    expect(errors.filter((line) => !/404|Applying inline style/.test(line))).toEqual([]);
  });

  test('exports a CUE sheet from a menu that shows whole names and closes at Escape and at a press elsewhere', async () => {
    const { running, page, errors } = await shared();
    running.server.audience.show(publication({ track: track({ artist: 'Mira Vale', title: 'Low Tide' }) }));
    const menu = page.getByText('Export…');
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
      await formats.selectOption('CUE sheet');
      const edges = await page.locator('.menu > div').evaluate((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return { left, right, bottom };
      });
      expect(edges.left).toBeGreaterThanOrEqual(0);
      expect(edges.right).toBeLessThanOrEqual(size.width);
      expect(size === PHONE ? 0 : edges.bottom).toBeLessThanOrEqual(size.height);
    }
    await page.setViewportSize(DESK);
    await formats.selectOption('CSV');
    const recording = page.getByLabel("Name of the recording's file");
    expect(await recording.count()).toBe(0);
    await formats.selectOption('CUE sheet');
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
    await formats.selectOption('CUE sheet');
    expect(await recording.inputValue()).toBe('night & day.mp3');
    await page.locator('#now-title').click();
    await formats.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test('ignores tracks of an outdated answer', async () => {
    const { running, page } = await desk('dashboard/');
    const list = page.getByRole('region', { name: 'Tracks' });
    running.server.audience.show(publication());
    await list.getByText('Paper Lanterns').waitFor();
    const overtaken: Route[] = [];
    await page.route('**/api/v1/history', (route) => void overtaken.push(route), { times: 1 });
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

    test('shows no track as on air until both streams are back', async () => {
      const { running, page } = await desk('api/v1/now', { apart: true });
      const link = { isSilent: false, holdsEvents: false };
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
      link.isSilent = false;
      const operatorReturns = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/operator'));
      await page.clock.runFor(5_000);
      await (await operatorReturns).waitForEvent('framereceived');
      expect(await page.locator('.desk.lost #now-title').textContent()).toBe('Paper Lanterns');
      expect(await page.locator('#connection').textContent()).toBe('Not connected. Trying again…');
      link.holdsEvents = false;
      running.server.audience.ping();
      await page.locator('#connection', { hasText: 'All is well' }).waitFor();
      expect(await page.locator('#now-title').textContent()).toBe('Hidden track');
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
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(tooWide).toBe(false);
      expect(await tooSmall(page, 'button, select, .check')).toEqual([]);
    }
  });

  test('says that it waits, not that all is well, until the source has heard something', async () => {
    const source = { name: 'dummy', parts: [], watching: 'nothing' };
    const { page } = await desk('dashboard/', {
      deps: { health: () => ({ source, enrichment: [], sinks: [] }) },
    });
    await page.locator('#connection', { hasText: 'Waiting for a track' }).waitFor();
    expect(await page.locator('#outputs .led').getAttribute('class')).toBe('led wait');
  });

  test.each([
    ['that the user chose', false, 'warn'],
    ['that nobody chose', true, 'wait'],
  ])(
    'shows gear %s with the right light on other pages before the first track',
    async (_, isDefault, light) => {
      const problem = 'no player was found';
      const found = { name: 'hwdevice', parts: [], watching: 'nothing', problem };
      const source = isDefault ? { ...found, isDefault: true as const } : found;
      const { running } = await desk('dashboard/', {
        deps: { health: () => ({ source, enrichment: [], sinks: [] }) },
      });
      const { page } = await open(DESK.width, DESK.height);
      const isShown = page.waitForResponse('**/api/v1/health');
      await page.goto(`${running.url}help/`);
      await isShown;
      await page.locator(`.air .led.${light}`).waitFor();
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
          id: 'sources.parts-say',
          params: {
            parts: [
              { id: 'sources.part-says', params: { part: { part: 'hwdevice' }, text: '1 device' } },
              { id: 'sources.part-says', params: { part: { part: 'mpd' }, text: 'localhost' } },
            ],
          },
        },
      },
      problem: 'this computer is not on a network (plug in a cable)',
    };
    const counts = { queued: 0, delivered: 0, dropped: 0, failed: 0, stopped: false };
    const sinks = [{ name: 'websocket', title: 'Overlays', ...counts }];
    const { page } = await desk('dashboard/', {
      deps: { health: () => ({ source, enrichment: [], sinks }) },
    });
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
    expect(said).toMatch(/^no message yet · /);
    expect(delivered).toMatch(/^not in OBS · pages connected: \d+$/);
    expect(await page.locator('#outputs strong').textContent()).toBe(
      'Trouble: Denon DJ / Engine OS players · MPD, the Music Player Daemon',
    );
    expect(await rows.first().locator('.trouble').textContent()).toBe(
      'This computer is not on a network (plug in a cable).',
    );
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
    const failed = {
      queued: 1,
      delivered: 0,
      dropped: 0,
      failed: 1,
      stopped: false,
      lastErrorAt: Date.now(),
    };
    const sinks = [
      {
        ...{ ...failed, name: 'radio', title: 'Web radio', setting: 'radio.url' },
        lastError: 'example.org rejects this name and password: check --radio.url',
      },
      { ...failed, name: 'osc', title: 'OSC', setting: 'osc.host', lastError: 'nothing is listening there' },
    ];
    const source = { name: 'dummy', parts: [], watching: 'nothing' };
    const { page } = await desk('dashboard/', {
      deps: { health: () => ({ source, enrichment: [], sinks }) },
    });
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
    expect(await page.locator('#outputs strong').textContent()).toBe('Trouble: Web radio, OSC');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('asks a new user for the gear instead of blaming the default source, until that has heard something', async () => {
    const problem = 'no player was found (switch one on)';
    const parts = [{ name: 'hwdevice', title: 'Denon DJ / Engine OS players' }];
    const missing = { name: 'hwdevice', parts, watching: 'every network', problem };
    let source: ReturnType<typeof WELL.health>['source'] = { ...missing, isDefault: true };
    const { page } = await desk('dashboard/', {
      deps: { health: () => ({ source, enrichment: [], sinks: [] }) },
    });
    const says = page.locator('#say');
    const summary = page.locator('#outputs strong');
    await says.getByText('No gear chosen yet').waitFor();
    expect(await page.getByText('Denon').count()).toBe(0);
    expect(await page.getByText(problem).count()).toBe(0);
    expect(await summary.textContent()).toBe('No gear chosen yet');
    expect(await page.getByRole('link', { name: 'Pick your gear' }).getAttribute('href')).toBe('/setup/');
    source = missing;
    await summary.getByText('Trouble: Denon DJ / Engine OS players').waitFor();
    expect(await says.textContent()).toMatch(/^Waiting for a track/);
    source = { ...missing, problem: undefined, isDefault: true, lastHeardAt: Date.now() };
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
