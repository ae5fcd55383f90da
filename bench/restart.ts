import { launchChromium } from '../scripts/chromium.js';
import { timesAway } from '../test/support/overlay-restarts.ts';
import { type Figure, type Measurement, percentile, withFolder } from './measure.ts';

const ROUNDS = 20;

/** How long a real overlay is without its server when the listener starts again for a setting. */
export const restart: Measurement = {
  name: 'restart',
  async run(): Promise<readonly Figure[]> {
    return await withFolder(async (folder) => {
      const browser = await launchChromium();
      try {
        const page = await browser.newPage({ viewport: { width: 800, height: 160 } });
        const { listener, program } = await timesAway(page, folder, ROUNDS);
        const against = 'the program is killed and started again';
        const wanted = { bound: 'at most', value: 2_000 } as const;
        const figure = (which: string, share: number): Figure => ({
          what: `overlay back after the listener has started again, ${which} of ${ROUNDS}`,
          unit: 'ms',
          ours: percentile(listener, share),
          against,
          theirs: percentile(program, share),
          wanted,
        });
        return [figure('median', 0.5), figure('longest', 1)];
      } finally {
        await browser.close();
      }
    });
  },
};
