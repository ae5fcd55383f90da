/** Measures how long an overlay is offline when the listener or the whole program restarts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { SettingsMessage } from '../../src/web/wire/settings.ts';
import { freePort } from './free-port.ts';
import { pageCalls } from './local-page.ts';
import { type StartedProgram, startProgram } from './program.ts';
import { waitFor } from './wait.ts';

/**
 * Returns the ms from the loss of the connection to the first message on the next one, for each round. `folder` is for
 * the configuration file. Checks that the overlay then shows the current track.
 */
export async function timesAway(page: Page, folder: string, rounds: number) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const back = watchConnection(page);
  const times = { listener: [] as number[], program: [] as number[] };
  let token = '';
  let call: Awaited<ReturnType<typeof pageCalls>>;
  let program: StartedProgram | undefined;

  async function start(): Promise<void> {
    program = await startProgram([
      'start',
      '--source=http',
      `--http.addr=127.0.0.1:${port}`,
      '--session.filename=',
      `--conf=${join(folder, 'conf.yaml')}`,
    ]);
    await program.waitForLine('overlay ready');
    call = await pageCalls(url, { authorization: `Bearer ${token}` });
  }
  async function play(title: string): Promise<void> {
    await call('POST', 'track', { artist: 'Nightjar Avenue', title });
    await page.getByText(title, { exact: true }).first().waitFor();
  }
  /** A new token restarts the listener. */
  async function changeToken(to: string): Promise<void> {
    const { revision } = (await call('GET', 'settings')) as SettingsMessage;
    await call('PATCH', 'settings', { revision, set: { 'http.token': to } });
    token = to;
  }

  await writeFile(join(folder, 'conf.yaml'), '# nothing yet\n');
  try {
    await start();
    await page.goto(url);
    for (let round = 1; round <= rounds; round += 1) {
      await play(`Before ${round}`);
      times.listener.push(await back(() => changeToken(`the token of round ${round}`)));
      await play(`After the listener, ${round}`);
      times.program.push(
        await back(async () => {
          program?.signal('SIGKILL');
          await program?.stop();
          await start();
        }),
      );
      await play(`After the program, ${round}`);
    }
  } finally {
    await program?.stop();
  }
  return times;
}

/** Returns a function that resolves with the ms that `disrupt` keeps the page offline. */
function watchConnection(page: Page): (disrupt: () => Promise<void>) => Promise<number> {
  let lostAt: number | undefined;
  const times: number[] = [];
  page.on('websocket', (socket) => {
    socket.once('framereceived', () => {
      if (lostAt !== undefined) {
        times.push(performance.now() - lostAt);
        lostAt = undefined;
      }
    });
    socket.once('close', () => {
      lostAt ??= performance.now();
    });
  });
  return async (disrupt) => {
    const before = times.length;
    await disrupt();
    return waitFor('the overlay to be back', () => times[before]);
  };
}
