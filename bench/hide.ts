import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '../scripts/chromium.js';
import { type Line, slowNetworkTo } from '../test/support/slow-network.ts';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { startDeckcast } from './peer.ts';

const DECKCAST = 29_102;
/** Round trip from a phone on a poor mobile network. */
const ROUND_TRIP_MS = 400;
const FAST: Line = { oneWayMs: 0, bytesPerSecond: 10_000_000 };
const SLOW: Line = { oneWayMs: ROUND_TRIP_MS / 2, bytesPerSecond: 50_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** One track for each tap. */
const TAPS = 15;
/** Pause between taps, after which the page needs no more connections for loading. */
const REST_MS = 4_000;

/** Time of the tap; milliseconds since 1970-01-01 UTC, as below. */
const TAP = "(() => { const now = Date.now(); document.getElementById('hide').click(); return now; })()";
/** Time when the overlay shows no part of the track any more. */
const EMPTY = `new Promise((resolve) => {
  const check = () =>
    document.documentElement.dataset.state === 'idle' ? resolve(Date.now()) : setTimeout(check, 2);
  check();
})`;
/** Duration of the smallest request over an open connection. */
const BARE_TRIP = `(async () => {
  const ask = async () => (await fetch('/api/v1/now')).arrayBuffer();
  await ask();
  const before = performance.now();
  await ask();
  return performance.now() - before;
})()`;

/** Measures from the tap on *Hide* on a distant phone to the empty overlay, compared with the line's own round trip. */
export const hide: Measurement = {
  name: 'hide',
  async run(): Promise<readonly Figure[]> {
    const deckcast = await startDeckcast(
      ['start', '--source=http', `--http.addr=127.0.0.1:${DECKCAST}`, '--session.filename='],
      'overlay ready',
    );
    const line = { ...FAST };
    const network = await slowNetworkTo(DECKCAST, line);
    const browser = await launchChromium();
    try {
      const phone = await (await browser.newContext(PHONE)).newPage();
      const overlay = await (await browser.newContext()).newPage();
      await overlay.goto(`http://127.0.0.1:${DECKCAST}/`);
      await phone.goto(`http://127.0.0.1:${network.port}/dashboard/`);
      const taps: number[] = [];
      const trips: number[] = [];
      for (let tap = 1; tap <= TAPS; tap += 1) {
        Object.assign(line, FAST);
        await play(`Secret ${tap}`);
        await phone.getByText(`Secret ${tap}`, { exact: true }).first().waitFor();
        await overlay.locator('html[data-state="visible"]').waitFor({ state: 'attached' });
        await sleep(REST_MS);
        Object.assign(line, SLOW);
        const empty = overlay.evaluate<number>(EMPTY);
        const tappedAt = await phone.evaluate<number>(TAP);
        taps.push((await empty) - tappedAt);
        trips.push(await phone.evaluate<number>(BARE_TRIP));
      }
      const figure = (which: string, share: number): Figure => ({
        what: `tap on Hide to the empty overlay, over ${ROUND_TRIP_MS} ms there and back, ${which}`,
        unit: 'ms',
        ours: percentile(taps, share),
        against: 'bare request there and back',
        theirs: percentile(trips, share),
        wanted: { bound: 'at most', value: 500 },
      });
      return [figure('median', 0.5), figure('slowest', 1)];
    } finally {
      await browser.close();
      network.close();
      await deckcast.stop();
    }
  },
};

async function play(title: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${DECKCAST}/api/v1/track`, {
    method: 'POST',
    body: JSON.stringify({ artist: 'Nightjar Avenue', title }),
  });
  await answer.arrayBuffer();
}
