import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import type { TraktorEvent } from '../../core/recording.ts';
import { systemClock } from '../../host/clock.ts';
import { replayTraktor } from '../../simulator/software/replay.ts';
import { traktorOptions } from './options.ts';
import { TraktorSource } from './source.ts';

const request = (from: string, path: string, body: object): TraktorEvent => ({
  t: 0,
  event: 'request',
  connection: 1,
  from,
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

test('of two computers is played by two, and is recorded again as it was', async () => {
  const disk = memoryDisk();
  const settings = settingsOf(traktorOptions, {
    'traktor.addr': { host: '127.0.0.1', port: 0 },
    'traktor.record': 'evening.jsonl',
  });
  const tools = { clock: systemClock, log: keptLog(), disk };
  const source = new TraktorSource(settings, tools, { platform: 'linux', env: {} });
  const running = runSource(source);
  onTestFinished(() => running.stop());
  const port = await waitFor('the port', () => source.port);
  const events = [
    request('192.168.1.4', '/deckLoaded/A', { title: 'One', artist: 'Ünder' }),
    request('192.168.1.5', '/deckLoaded/A', { title: 'Two', artist: '坂本龍一' }),
    request('192.168.1.4', '/another/program?with=secrets', { of: 'its own' }),
    { ...request('192.168.1.5', '/deckLoaded/B', {}), body: { base64: '/w==' } },
    { ...request('192.168.1.5', '/', {}), method: 'GET' },
  ];
  await replayTraktor(events, { port, ...tools }, new AbortController().signal);
  const decks = (): string[] => source.decks().map(({ device, track }) => `${device}: ${track?.title}`);
  await expect.poll(decks).toEqual(['Traktor: One', 'Traktor at 127.0.0.2: Two']);
  await running.stop();
  const [, ...lines] = Buffer.from(disk.files.get('evening.jsonl') ?? '')
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ method, path, body, from }) => ({ method, path, body, from }))).toEqual(
    events.map(({ method, path, body, from }) => ({
      method,
      ...(path.startsWith('/deckLoaded') ? { path, body } : { path: path.replace(/\?.*/, ''), body: '***' }),
      from: from.endsWith('4') ? '127.0.0.1' : '127.0.0.2',
    })),
  );
});
