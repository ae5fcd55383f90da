/**
 * The first evening: from an empty home folder and the set-up page to the track on the overlay, with the real program,
 * and without a terminal after its start.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cleanUps } from '../support/clean-up.ts';
import { ROOT } from '../support/files.ts';
import { testFolder } from '../support/folder.ts';
import { type StartedProgram, startProgram } from '../support/program.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import { silence } from '../support/wav.ts';
import { testPages } from './browser.ts';

const later = cleanUps();
const pages = testPages();

/** The program as somebody starts it for the first time, on a port of the system's choice, and its set-up page. */
async function firstStart(
  width: number,
  height: number,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const program = await startProgram(['start', '--http.addr=127.0.0.1:0', ...flags], { env });
  later(() => program.stop());
  const [, url = ''] = /setup=(\S+)/.exec(await program.waitForLine('pages ready')) ?? [];
  const { page, errors } = await pages.open(width, height);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  return { program, page, errors, card: (name: string) => page.locator(`[data-source="${name}"]`) };
}

/** Its card is green, and the overlay shows this track. */
async function expectOnAir(page: Page, source: string, title: string): Promise<void> {
  await page.locator(`[data-source="${source}"][data-state="arrived"]`).waitFor();
  await page.frameLocator('#on-air iframe').getByText(title).first().waitFor();
  await page.getByText(`On air: ${title}`, { exact: false }).waitFor();
}

function configOf({ folder }: StartedProgram): Promise<string> {
  return readFile(join(folder, '.config', 'deckcast', 'conf.yaml'), 'utf8');
}

test('a player on the network needs nothing but its first track; the look is chosen by mouse', async () => {
  const { program, page, card, errors } = await firstStart(1280, 900, ['--hwdevice.discovery.interface=lo']);
  await card('hwdevice').locator('.state').filter({ hasText: 'On.' }).waitFor();
  const simulated = await startProgram(['simulate']);
  later(() => simulated.stop());
  await expectOnAir(page, 'hwdevice', 'Slow Elevator');
  await card('hwdevice').getByText('connected', { exact: false }).first().waitFor();
  await page.getByLabel('Look', { exact: true }).selectOption('text');
  await page.getByRole('button', { name: 'Use this look' }).click();
  await page.getByText('Saved. Overlays that are open show it.').waitFor();
  expect(await configOf(program)).toContain('internal: text');
  expect(errors).toEqual([]);
});

test('a text file of DJ software, switched on by keyboard alone', async () => {
  const { program, page, card } = await firstStart(1280, 900);
  const file = join(program.folder, 'now.txt');
  await writeFile(file, 'Ada - Before\n');
  await card('softa').locator('summary').first().press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type(file);
  await page.getByRole('button', { name: /^Use: djay/ }).press('Enter');
  await card('softa').getByText('On. Waits for a track.').waitFor();
  await writeFile(file, 'The Static - Copper Wire\n');
  await expectOnAir(page, 'softa', 'Copper Wire');
  expect(await configOf(program)).toContain('softa');
});

test('another program, on a phone’s screen, by the line that its card shows', async () => {
  const { page, card } = await firstStart(390, 844);
  await page.getByRole('button', { name: 'Use: Another program' }).click();
  await card('http').getByText('On. Waits for a track.').waitFor();
  const line = await card('http').locator('.copy input').inputValue();
  await promisify(execFile)('sh', ['-c', `${line} --silent --fail`]);
  await expectOnAir(page, 'http', 'Low Tide');
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});

test('DJ software that keeps a history is found by itself, by keyboard alone', async () => {
  const { program, page, card } = await firstStart(1280, 900);
  const folder = join(program.folder, '.mixxx');
  await mkdir(folder);
  const database = new Database(join(folder, 'mixxxdb.sqlite'));
  later(() => database.close());
  database.exec('PRAGMA foreign_keys = OFF');
  database.exec(await readFile(join(ROOT, 'test/support/mixxx.sql'), 'utf8'));
  await card('softb').getByText('Mixxx keeps a record on this computer', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Use: Serato DJ or Mixxx' }).press('Enter');
  await card('softb').getByText('On. Waits for a track.').waitFor();
  await card('softb').getByText('mixxxdb.sqlite', { exact: false }).first().waitFor();
  // As Mixxx does it when the audience has heard a track. What it wrote before it was first read is not shown, so the set
  // goes on until a track arrives.
  let id = 0;
  await expect
    .poll(
      () => {
        id += 1;
        database.exec(`
          INSERT INTO track_locations (id, filename) VALUES (${id}, 'tide.ogg');
          INSERT INTO library (id, artist, title, genre, duration, location)
            VALUES (${id}, 'Ada', 'Low Tide', '', 300, ${id});
          INSERT INTO PlaylistTracks (playlist_id, track_id, position, pl_datetime_added)
            VALUES (2, ${id}, ${id}, datetime('now'));`);
        return card('softb').getAttribute('data-state');
      },
      { interval: 500, timeout: PATIENCE_MS },
    )
    .toBe('arrived');
  await expectOnAir(page, 'softb', 'Low Tide');
});

test('a media player of the desktop', async () => {
  const folder = await testFolder();
  const bus = `unix:path=${join(folder, 'bus')}`;
  const session = { PATH: process.env.PATH ?? '', HOME: folder, DBUS_SESSION_BUS_ADDRESS: bus };
  const daemon = spawn(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', '--print-address=1', `--address=${bus}`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  later(() => daemon.kill('SIGKILL'));
  await once(daemon.stdout, 'data');
  const { page, card } = await firstStart(390, 844, [], { DBUS_SESSION_BUS_ADDRESS: bus });
  await page.getByRole('button', { name: 'Use: A media player on this computer' }).click();
  await card('mediacontrol').getByText('On. Waits for a track.').waitFor();
  const song = join(folder, 'song.wav');
  await writeFile(song, silence('Moderat', 'A New Error', 60));
  const plugin = '--script=/usr/lib/mpv-mpris/mpris.so';
  const mpv = spawn('mpv', ['--no-config', '--no-video', '--ao=null', plugin, '--really-quiet', song], {
    env: session,
    stdio: 'ignore',
  });
  later(() => mpv.kill('SIGKILL'));
  await expectOnAir(page, 'mediacontrol', 'A New Error');
});
