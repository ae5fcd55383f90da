/** Several overlays in one page, because loading them together costs little more than one. */
import type { Frame, Page } from 'playwright-core';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

/**
 * Shows these addresses of one server as frames with this style sheet.
 * Resolves when each frame stands still, with its track or without one.
 */
export async function openFrames<Name extends string>(
  page: Page,
  server: { readonly url: string },
  addresses: Readonly<Record<Name, string>>,
  style: string,
): Promise<ReadonlyMap<Name, Frame>> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(PATIENT);
  // Browsers do not let a page without an origin show local files.
  await page.goto(`${server.url}api/v1/now`);
  const frames = Object.entries(addresses).map(
    ([name, address]) => `<iframe name="${name}" src="${server.url}${address}"></iframe>`,
  );
  await page.setContent(`<style>body { margin: 0 } iframe { border: 0 } ${style}</style>${frames.join('')}`, {
    // Each frame is awaited below.
    waitUntil: 'commit',
  });
  // The record's keys have this type.
  const names = Object.keys(addresses) as Name[];
  const found = await Promise.all(
    names.map(async (name) => {
      const frame = await waitFor(`the frame ${name}`, () => page.frame({ name }) ?? undefined);
      await frame.waitForFunction(
        () =>
          // A frame with a new document has no root element yet.
          document.readyState === 'complete' &&
          ['visible', 'idle'].includes(document.documentElement.dataset.state ?? '') &&
          (document.documentElement.dataset.state === 'visible' || location.search.includes('demo=hidden')) &&
          document.fonts.status === 'loaded' &&
          [...document.images].every((image) => image.complete) &&
          // Grounds may still fade in while the state is `visible` already.
          document
            .getAnimations()
            .every(
              ({ playState, effect }) =>
                playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
            ),
        undefined,
        { polling: LOOK_EVERY_MS },
      );
      return [name, frame] as const;
    }),
  );
  return new Map(found);
}

export function frameOf<Name extends string>(frames: ReadonlyMap<Name, Frame>, name: Name): Frame {
  const frame = frames.get(name);
  if (frame === undefined) {
    throw new Error(`no frame ${name}`);
  }
  return frame;
}

/** Playwright polls with each frame, which would take both cores from the page under test. */
export const LOOK_EVERY_MS = 50;

/** An overlay skips a cover that takes three seconds, which may be any cover on a busy computer. */
export const PATIENT = `{
  const timeout = setTimeout;
  setTimeout = (call, ms, ...rest) => timeout(call, ms === 3_000 ? 2 ** 31 - 1 : ms, ...rest);
}`;

/** Frames on top of each other, each as large as the window. */
export const STACKED = 'iframe { position: fixed; inset: 0; width: 100%; height: 100% }';
