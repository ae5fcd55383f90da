import { chromium } from 'playwright-core';

/**
 * Headless Chromium: the same engine as in OBS, for a quarter of the processor time. Its profile is empty, and its
 * pixels don't depend on the machine, because Playwright sets the color profile.
 */
export function launchChromium() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--disable-gpu',
      '--font-render-hinting=slight',
      '--disable-lcd-text',
      // A microphone that beeps, without a permission prompt.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
}
