import { chromium } from 'playwright-core';

/**
 * Same engine as OBS, headless for a quarter of the processor time. Empty profile; Playwright sets the color profile,
 * so pixels don't depend on the machine.
 *
 * @param {readonly string[]} [more]  arguments
 */
export function launchChromium(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--disable-gpu',
      '--font-render-hinting=slight',
      '--disable-lcd-text',
      // Fake microphone, without a prompt.
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...more,
    ],
  });
}
