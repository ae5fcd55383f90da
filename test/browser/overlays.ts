import type { Page } from 'playwright-core';
import type { Publication } from '../../src/core/track.ts';
import type { ServerSettings } from '../../src/web/index.ts';
import { cleanUps } from '../support/clean-up.ts';
import { hiddenPublication, played } from '../support/publication.ts';
import { startServer, WELL } from '../support/server.ts';
import { testPages, untilConnected, waitUntilShown } from './browser.ts';
import { lastingAddress } from './lasting-server.ts';

export interface OverlayOptions {
  readonly width?: number;
  readonly height?: number;
  readonly settings?: Partial<ServerSettings>;
  readonly deps?: Partial<typeof WELL>;
  /** In a context of its own, whose clock the test may control. A function is called before the page loads. */
  readonly apart?: boolean | ((page: Page) => Promise<unknown>);
}

/** Call it once in a file. */
export function overlays() {
  const later = cleanUps();
  const pages = testPages();
  const startHere = lastingAddress();
  return {
    pages,
    /** Resolves when the overlay at this path is connected. */
    async overlay(
      path = '',
      { width = 800, height = 160, settings = {}, deps = {}, apart = false }: OverlayOptions = {},
    ) {
      // The test edits this theme, so the browser must not cache it.
      const start = settings['theme.dir'] === undefined ? startHere : startServer;
      const running = await start(settings, { ...WELL, ...deps });
      later(running.stop);
      const { page, errors } = await pages.open(width, height, apart !== false);
      if (typeof apart === 'function') {
        await apart(page);
      }
      await page.goto(`${running.url}${path}`);
      if (!path.includes('demo=')) {
        await untilConnected(running.url);
      }
      const { audience } = running.server;
      return {
        running,
        page,
        errors,
        /** Resolves when the overlay stands still with the track. */
        async show(title: string, position: number, change: Partial<Publication> = {}): Promise<void> {
          audience.show({ ...played(title, position), ...change });
          await waitUntilShown(page, title);
        },
        /** Resolves when the overlay is empty. */
        async hide(position: number): Promise<void> {
          audience.show(hiddenPublication({ kind: 'hide', seq: position + 1, position }));
          await waitUntilShown(page, '');
        },
      };
    },
  };
}
