/** Every theme in one page, which options and tracks reach without a reload: loading is most of a test's cost. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Picture, Publication } from '../../src/core/track.ts';
import { THEMES } from '../../src/web/options.ts';
import { deckView, keptControl } from '../support/control.ts';
import { ROOT } from '../support/files.ts';
import { publication } from '../support/publication.ts';
import { WELL } from '../support/server.ts';
import { track } from '../support/tracks.ts';
import { LOOK_EVERY_MS, openFrames, STACKED } from './frame-page.ts';
import { startLastingServer } from './lasting-server.ts';

export interface Pictures {
  readonly art?: Picture;
  readonly code?: Picture;
}

/** Omitted names are unknown. */
export interface ThemeTrack {
  readonly artist?: string;
  readonly title?: string;
  readonly pictures?: Pictures;
}

const UNSEEN = `${STACKED} iframe { visibility: hidden }`;

const ADDRESS = { 'page.address': 'https://example.org/tonight/' };

const OTHER_TRACK = { artist: 'Oto Vey', title: 'Glass Anthem' };

export async function samplePictures(): Promise<Required<Pictures>> {
  const [art, code] = await Promise.all(
    ['art', 'code'].map(async (name) => ({
      png: await sharp(join(ROOT, 'themes', 'shared', 'samples', `${name}.svg`))
        .png()
        .toBuffer(),
    })),
  );
  if (art === undefined || code === undefined) {
    throw new Error('there are two pictures');
  }
  return { art, code };
}

/** Frames by theme id; the functions wait for those left in the map. */
export interface LiveThemes {
  readonly page: Page;
  readonly frames: Map<string, Frame>;
  /** Resolves when every theme stands still with these options. */
  setOptions(options: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves when every theme stands still with this track. */
  show(next: ThemeTrack): Promise<void>;
  close(): Promise<void>;
}

/** Opens frames as large as the window, with the set's third track, and another on a second deck. */
export async function openLiveThemes(browser: Browser, first: ThemeTrack): Promise<LiveThemes> {
  const control = keptControl();
  control.deckViews = [
    deckView({ deck: '2' }),
    deckView({ deck: '3', featured: false, level: 0.65, track: track(OTHER_TRACK) }),
  ];
  const running = await startLastingServer(ADDRESS, { ...WELL, control });
  const { audience } = running.server;
  const all: readonly ThemeTrack[] = [
    { artist: 'Selka Ruun', title: 'Harbour Lights' },
    { artist: 'Marlo Vint', title: 'Second Skin (Dub)' },
    first,
  ];
  for (const [index, one] of all.entries()) {
    audience.show(publish(one, index + 1));
  }
  // Only the layout is examined.
  const page = await browser.newPage({ viewport: { width: 800, height: 160 }, deviceScaleFactor: 0.5 });
  const addresses = THEMES.map((theme) => [theme, `overlay/${theme}/`]);
  const frames = new Map(await openFrames(page, running, Object.fromEntries(addresses), UNSEEN));
  await frames.get('decks')?.locator('.row:not(.is-coming)').nth(1).waitFor();
  for (const frame of frames.values()) {
    await frame.evaluate(
      'import("/sdk/v1.js").then(({ overlay }) => void Object.assign(window, { overlay }))',
    );
  }
  const every = (wait: (frame: Frame) => Promise<unknown>) => Promise.all([...frames.values()].map(wait));
  let position = all.length;
  let shown = first;
  let options = '{}';

  return {
    page,
    frames,
    async close() {
      await page.close();
      await running.stop();
    },

    async setOptions(wanted) {
      const text = JSON.stringify(wanted);
      if (text === options) {
        return;
      }
      options = text;
      await every((frame) =>
        frame.evaluate(() => {
          const theme = globalThis as unknown as ThemePage;
          theme.optionsBefore = theme.overlay.options;
        }),
      );
      running.change({ 'theme.options': wanted });
      await every(async (frame) => {
        await frame.waitForFunction(
          () => {
            const { overlay, optionsBefore } = globalThis as unknown as ThemePage;
            return overlay.options !== optionsBefore;
          },
          undefined,
          { polling: LOOK_EVERY_MS },
        );
        // Texts fit again after their font has loaded.
        await frame.evaluate(() => document.fonts.ready.then(() => undefined));
      });
    },

    async show(next) {
      // The same names would count as shown before the exchange.
      if (isDeepStrictEqual(next, shown)) {
        return;
      }
      shown = next;
      position += 1;
      audience.show(publish(next, position));
      const names = { artist: next.artist ?? '', title: next.title ?? '' };
      await every((frame) =>
        frame.waitForFunction(
          (wanted) => {
            const text = (name: string) => document.querySelector(`[data-bind="${name}"]`)?.textContent;
            const { state, words } = document.documentElement.dataset;
            const isStill = state === 'visible' && words === undefined && document.fonts.status === 'loaded';
            return isStill && text('artist') === wanted.artist && text('title') === wanted.title;
          },
          names,
          { polling: LOOK_EVERY_MS },
        ),
      );
    },
  };
}

interface ThemePage {
  /** A new object after every change. */
  readonly overlay: { readonly options: object };
  optionsBefore?: object;
}

const MORE = { bpm: 124, key: 'Am', label: 'Harbour Records' };

function publish({ artist = '', title = '', pictures = {} }: ThemeTrack, position: number): Publication {
  return publication({
    seq: position,
    position,
    playId: `play-${position}`,
    track: track({ artist, title, durationMs: 361_000, ...MORE }),
    at: Date.now(),
    ...pictures,
  });
}
