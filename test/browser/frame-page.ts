/** Several overlays in one page, which load almost as fast as one. */
import type { Frame, Page } from 'playwright-core';
import { PATIENCE_MS, waitFor } from '../support/wait.ts';

/** Shows a server's addresses as frames. Resolves when each stands still, with its track or without one. */
export async function openFrames<Name extends string>(
  page: Page,
  server: { readonly url: string },
  addresses: Readonly<Record<Name, string>>,
  style: string,
): Promise<ReadonlyMap<Name, Frame>> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.addInitScript(PATIENT);
  // Pages without an origin show no local files.
  await page.goto(`${server.url}api/v1/now`);
  const frames = Object.entries(addresses).map(
    ([name, address]) => `<iframe name="${name}" src="${server.url}${address}"></iframe>`,
  );
  await page.setContent(`<style>body { margin: 0 } iframe { border: 0 } ${style}</style>${frames.join('')}`, {
    waitUntil: 'commit',
  });
  const names = Object.keys(addresses) as Name[];
  const found = await Promise.all(
    names.map(async (name) => {
      const frame = await waitFor(`the frame ${name}`, () => page.frame({ name }) ?? undefined);
      await frame.waitForFunction(
        () =>
          // New documents have no root element yet.
          document.readyState === 'complete' &&
          ['visible', 'idle'].includes(document.documentElement.dataset.state ?? '') &&
          (document.documentElement.dataset.state === 'visible' || location.search.includes('demo=hidden')) &&
          document.fonts.status === 'loaded' &&
          [...document.images].every((image) => image.complete) &&
          // Grounds may still fade in.
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

/** Playwright's poll at each frame would take both cores. */
export const LOOK_EVERY_MS = 50;

/** Overlays skip a cover that takes three seconds, as any may on a busy computer. */
export const PATIENT = `{
  const timeout = setTimeout;
  setTimeout = (call, ms, ...rest) => timeout(call, ms === 3_000 ? 2 ** 31 - 1 : ms, ...rest);
}`;

export const STACKED = 'iframe { position: fixed; inset: 0; width: 100%; height: 100% }';
