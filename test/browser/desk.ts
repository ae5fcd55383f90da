import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { HeldTrack } from '../../src/core/contracts/deck.ts';
import { Secret } from '../../src/core/option.ts';
import type { ServerSettings, SettingsStore } from '../../src/web/index.ts';
import type { SaveRequest } from '../../src/web/requests.ts';
import type { WireOption } from '../../src/web/wire/settings.ts';
import { cleanUps, shared } from '../support/clean-up.ts';
import { type KeptControl, keptControl } from '../support/control.ts';
import { hiddenPublication, publication } from '../support/publication.ts';
import { type RunningServer, startServer, WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import { testPages, watchErrors } from './browser.ts';
import { lastingAddress, startLastingServer } from './lasting-server.ts';

export const TOKEN = 'correct horse 🐎';

const DESK_SIZE = { width: 1280, height: 900 };

interface Desk {
  readonly running: RunningServer;
  readonly control: KeptControl;
  readonly page: Page;
  readonly errors: string[];
  /** Restarts the server on its port, with another token or none. */
  startAgain(token?: string): Promise<RunningServer>;
}

type SharedDesk = Omit<Desk, 'startAgain'>;

interface DeskOptions {
  readonly token?: string;
  readonly width?: number;
  readonly height?: number;
  readonly settings?: Partial<ServerSettings>;
  readonly deps?: Partial<typeof WELL>;
  /** In a context of its own, whose clock the test may control, and which may emulate another device. */
  readonly apart?: boolean | BrowserContextOptions;
}

/** Call it once in a file. */
export function desks() {
  const later = cleanUps();
  const pages = testPages();
  const startHere = lastingAddress();
  return {
    open: pages.open,
    /** For a page that several tests share. */
    browser: () => pages.browser,
    async desk(
      path: string,
      {
        token = '',
        width = DESK_SIZE.width,
        height = DESK_SIZE.height,
        settings = {},
        deps: given = {},
        apart = false,
      }: DeskOptions = {},
    ): Promise<Desk> {
      const control = keptControl();
      const deps = { ...WELL, control, ...given };
      const running = await startHere({ 'http.token': new Secret(token), ...settings }, deps);
      later(running.stop);
      const { page, errors } = await pages.open(width, height, apart);
      // The previous test's server had this address.
      const chromium = await page.context().newCDPSession(page);
      const { origin } = new URL(running.url);
      await chromium.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
      await chromium.detach();
      await page.goto(`${running.url}${path}`);
      return {
        running,
        control,
        page,
        errors,
        async startAgain(other = '') {
          const address = { host: '127.0.0.1', port: running.port };
          const again = await startServer({ 'http.addr': address, 'http.token': new Secret(other) }, deps);
          later(again.stop);
          return again;
        },
      };
    },
    /**
     * Shares the operator's page and its server between tests. The returned function resets it: only a hidden track is
     * on air. Call it once in a file.
     */
    sharedDesk(): () => Promise<SharedDesk> {
      let control = keptControl();
      const opened = shared(async (later) => {
        const forwarded = new Proxy(control, { get: (_, name) => Reflect.get(control, name) });
        const running = await startLastingServer({}, { ...WELL, control: forwarded });
        later(running.stop);
        const page = await pages.browser.newPage({ viewport: DESK_SIZE });
        later(() => page.close());
        page.setDefaultTimeout(PATIENCE_MS);
        const errors = watchErrors(page);
        await page.goto(`${running.url}dashboard/`);
        return { running, page, errors };
      });
      return async () => {
        const { running, page, errors } = opened();
        control = keptControl();
        await page.unrouteAll();
        await page.bringToFront();
        await page.setViewportSize(DESK_SIZE);
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: 'Set list' }).click();
        await page.keyboard.press('Escape');
        running.server.audience.show(hiddenPublication({ seq: 1, position: 1, playId: 'play-1' }));
        await page.getByText('Hidden. Viewers see no name.').waitFor();
        await expect
          .poll(async () => [
            await page.locator('.deck').count(),
            await page.locator('#answer').textContent(),
            await page.locator('#skip').isVisible(),
          ])
          .toEqual([0, '', false]);
        errors.length = 0;
        return { running, page, errors, control };
      };
    },
  };
}

/** Resolves when the operator's page shows the usual track on air. */
export async function putOnAir({ running, page }: SharedDesk, at = Date.now()): Promise<void> {
  running.server.audience.show(publication({ at }));
  await page.locator('#now-title', { hasText: 'Paper Lanterns' }).waitFor();
}

/** Enters a token, or a code in its place. */
export async function enterToken(page: Page, text: string): Promise<void> {
  await page.getByLabel('Token').fill(text);
  await page.keyboard.press('Enter');
}

export function heldTrack(title = 'Low Tide', play = 'hwdevice:2'): HeldTrack {
  return {
    ...{ play, track: track({ title }), until: Date.now() + 30_000 },
    ...{ hidden: false, hiddenBy: undefined, listed: false },
  };
}

export function wireOption(change: Partial<WireOption> = {}): WireOption {
  return {
    name: 'softa.filename',
    title: 'Text file of the DJ software',
    group: 'DJ software',
    isCommon: true,
    field: 'file',
    help: 'text file in which DJ software writes what it plays',
    default: '',
    value: '',
    origin: { from: 'default', place: '' },
    isFixed: false,
    effect: 'restart',
    isWaiting: false,
    ...change,
  };
}

export function keptSettings(...given: readonly WireOption[]) {
  let options = given;
  const saved: SaveRequest[] = [];
  const settings: SettingsStore = {
    read: async () => ({
      file: { path: '/home/dj/conf.yaml', exists: false },
      revision: 'none',
      groups: [],
      options,
      problems: [],
    }),
    async save(request) {
      saved.push(request);
      options = options.map((option) => {
        const value = request.set?.[option.name];
        if (request.unset?.includes(option.name)) {
          const { default: value } = option;
          const items = option.items && value.split(',').filter(Boolean);
          return { ...option, value, ...(items && { items }), origin: { from: 'default', place: '' } };
        }
        const origin = { from: 'file', place: `conf.yaml: ${option.name}` } as const;
        const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : undefined;
        if (/^(choices|list)$/.test(option.field) && items !== undefined) {
          return { ...option, items, value: items.join(','), origin };
        }
        return typeof value === 'string' ? { ...option, value } : option;
      });
      options = options.map((option) =>
        option.mayHoldPassword === 'name'
          ? { ...option, value: option.value.replace(/\/\/[^/,]*@/g, '//***@') }
          : option,
      );
      return { outcome: 'saved', revision: 'next', changed: [], needRestart: [] };
    },
    check: async () => ({ done: true }),
    keepPicture: async () => ({ done: true, path: '/conf/deckcast-logo.png' }),
    paths: async () => [],
  };
  return { settings, saved };
}

export function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.id ?? '');
}

/** Pixels that the text of the chosen option lacks. */
export function lackedWidth(page: Page, id: string): Promise<number> {
  return page.locator(`#${id}`).evaluate((list) => {
    const select = list as HTMLSelectElement;
    const alone = select.cloneNode() as HTMLSelectElement;
    alone.append(new Option(select.selectedOptions[0]?.text));
    alone.style.cssText = 'position: absolute; width: max-content; max-width: none';
    select.after(alone);
    const lacked = alone.offsetWidth - select.offsetWidth;
    alone.remove();
    return Math.max(0, lacked);
  });
}

/** Input of an option on the settings page, in its group. */
export async function optionField(page: Page, name: string): Promise<Locator> {
  await page.evaluate((option) => {
    location.hash = option;
  }, name);
  return page.locator(`[id="option-${name}"]`);
}
