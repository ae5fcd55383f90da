/**
 * Sends requests with Qt's script engine, like Traktor: a mapping of the same shape as the client, without Traktor.
 */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../src/host/clock.ts';
import { traktorOptions } from '../src/sources/traktor/options.ts';
import { TraktorSource } from '../src/sources/traktor/source.ts';
import { memoryDisk } from './support/disk.ts';
import { testFolder } from './support/folder.ts';
import { tool } from './support/judge.ts';
import { keptLog } from './support/log.ts';
import { settingsOf } from './support/settings.ts';
import { portOf, runSource } from './support/source.ts';
import { waitFor } from './support/wait.ts';

const MOD = join(import.meta.dirname, 'support', 'traktor-mod');

test('TraktorSource follows the requests of a controller mapping', async () => {
  const settings = settingsOf(traktorOptions, { 'traktor.addr': { host: '127.0.0.1', port: 0 } });
  const source = new TraktorSource(settings, { clock: systemClock, log: keptLog(), disk: memoryDisk() });
  const running = runSource(source);
  onTestFinished(() => running.stop());
  const port = await waitFor('the port', () => portOf(source));

  const folder = await testFolder();
  cpSync(MOD, folder, { recursive: true });
  // Changes the port like a user does.
  const script = join(folder, 'Api', 'Client.qml');
  writeFileSync(script, readFileSync(script, 'utf8').replace(':8080', `:${port}`));
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', QT_QUICK_BACKEND: 'software', HOME: folder };
  const qml = spawn(tool('qmlscene'), ['-I', '.', 'main.qml'], { cwd: folder, env, stdio: 'pipe' });
  let said = '';
  qml.stderr.on('data', (bytes) => {
    said += bytes;
  });
  onTestFinished(() => {
    qml.kill('SIGKILL');
  });

  await running.announces(2).catch((error: unknown) => {
    throw new Error(`${error}\n${said}`);
  });
  expect(running.transitions).toMatchObject([
    {
      deck: 'A',
      track: {
        title: 'Två 三 "x"',
        artist: 'Ädä',
        genre: 'House',
        filename: 'Två 三 "x".mp3',
        durationMs: 301_000,
      },
    },
    { deck: 'B', track: { title: 'Two', artist: 'Bo' } },
  ]);
  // A mapping sends a level when the fader has rested, so that of B may come after the move on A.
  await expect
    .poll(() => source.decks().map(({ deck, level }) => [deck, level]))
    .toEqual([
      ['A', 0],
      ['B', 0.8],
      ['C', 0],
      ['D', 0],
    ]);
});
