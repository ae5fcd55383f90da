import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../scripts/chromium.js';
import type { Figure, Measurement } from './measure.ts';
import { startDeckcast } from './peer.ts';

const TRANSITIONS = 10;
const PORT = 29094;
/** Exit, entrance, and a little rest. */
const EACH_MS = 1_600;

const SCRIPT = new Set([
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
]);
const DRAWING = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);

/** What one change of track costs the streaming computer's browser, on its main thread. */
export const transition: Measurement = {
  name: 'transition',
  async run(): Promise<readonly Figure[]> {
    const server = await startDeckcast(
      ['start', '--source=http', `--http.addr=127.0.0.1:${PORT}`, '--session.filename='],
      'overlay ready',
    );
    const browser = await launchChromium();
    try {
      const { script, drawing } = await measure(browser);
      return [
        {
          what: `script for one change of track, mean of ${TRANSITIONS}`,
          unit: 'ms',
          ours: script / TRANSITIONS,
          against: 'style, layout and paint of the same',
          theirs: drawing / TRANSITIONS,
          wanted: { bound: 'at most', value: 10 },
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};

/** Milliseconds for all transitions together. */
async function measure(browser: Browser): Promise<{ script: number; drawing: number }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 160 } });
  await page.goto(`http://127.0.0.1:${PORT}/`);
  await play(0);
  const session = await page.context().newCDPSession(page);
  const spent = { script: 0, drawing: 0 };
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      // The trace format: `dur` in microseconds, absent for events without a length.
      const { name, dur } = event as { name?: string; dur?: number };
      const ms = (dur ?? 0) / 1_000;
      spent.script += SCRIPT.has(name ?? '') ? ms : 0;
      spent.drawing += DRAWING.has(name ?? '') ? ms : 0;
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  for (let number = 1; number <= TRANSITIONS; number += 1) {
    await play(number);
  }
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return spent;
}

async function play(number: number): Promise<void> {
  const body = JSON.stringify({ artist: 'Nightjar Avenue', title: `Paper Lanterns, part ${number}` });
  const response = await fetch(`http://127.0.0.1:${PORT}/api/v1/track`, { method: 'POST', body });
  await response.arrayBuffer();
  await sleep(EACH_MS);
}
