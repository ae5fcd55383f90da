/** The overlay that deckcast adds to OBS is where the set-up page previews it. */
import { expect, test } from 'vitest';
import { ensureBrowserSource } from '../../src/clients/obs/browser-source.ts';
import { withObs } from '../../src/clients/obs/session.ts';
import { Secret } from '../../src/core/option.ts';
import { systemClock } from '../../src/host/clock.ts';
import { nodeDisk } from '../../src/host/disk/node-disk.js';
import { overlaySource } from '../../src/operator/obs/overlay.ts';
import { STANDARD_OPTIONS } from '../../themes/shared/v1/options.js';
import { afterTest } from '../support/clean-up.ts';
import { standInObs } from '../support/obs.ts';
import { startServer } from '../support/server.ts';
import { testPages } from './browser.ts';

const pages = testPages();
const CANVAS = { width: 1920, height: 1080 };
/** The card is as high as its source, or 14 % of the canvas. */
const ROUNDED = 2;

const PLACES = STANDARD_OPTIONS.pos.values.filter((place) => place !== 'auto');
const CASES = [
  {},
  { margin: '10' },
  { margin: '0' },
  ...PLACES.map((pos) => ({ pos })),
  { pos: 'top-right', margin: '12' },
];

test.each(CASES)('with the options %j', async (options) => {
  const running = await startServer();
  const obs = await standInObs();
  afterTest(async () => {
    await running.stop();
    await obs.close();
  });
  const settings = {
    'theme.internal': 'default' as const,
    'theme.dir': '',
    'theme.options': options,
    'obs.source': 'deckcast',
  };
  const source = await overlaySource(settings, running.url, nodeDisk);
  const at = { url: obs.url, password: new Secret('') };
  await withObs(at, { clock: systemClock }, new AbortController().signal, (session) =>
    ensureBrowserSource(session, source),
  );
  const { settings: added = {}, transform = {} } = obs.inputs.get('deckcast') ?? {};
  const { page } = await pages.open(CANVAS.width, CANVAS.height);
  /** Distances of the card from the edges of its page. */
  const cardIn = async (width: number, height: number, given: Readonly<Record<string, string>>) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${running.url}overlay/default/?${new URLSearchParams({ ...given, demo: 'usual' })}`);
    await page.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
    return page.locator('.card').evaluate((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      return { left, top, right: innerWidth - right, bottom: innerHeight - bottom };
    });
  };
  const previewed = await cardIn(CANVAS.width, CANVAS.height, { pos: 'bottom-left', ...options });
  const [width, height] = [Number(added.width), Number(added.height)];
  const inSource = await cardIn(width, height, options);
  const [x, y] = [Number(transform.positionX), Number(transform.positionY)];
  const inObs = {
    left: x + inSource.left,
    top: y - height + inSource.top,
    right: CANVAS.width - x - width + inSource.right,
    bottom: CANVAS.height - y + inSource.bottom,
  };
  const edges =
    'pos' in options ? (['left', 'top', 'right', 'bottom'] as const) : (['left', 'bottom'] as const);
  const off = edges.filter((edge) => Math.abs(inObs[edge] - previewed[edge]) >= ROUNDED);
  expect({ off, inObs, previewed }).toMatchObject({ off: [] });
});
