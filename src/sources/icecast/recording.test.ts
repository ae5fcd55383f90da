/** A recording is played again: the same programs say the same, with passwords of its own. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { memoryDisk } from '../../../test/support/disk.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { Secret } from '../../core/option.ts';
import { systemClock } from '../../host/clock.ts';
import { type BroadcastOptions, SimulatedBroadcaster } from '../../simulator/index.ts';
import { parseSet } from '../../simulator/set-file.ts';
import { replayBroadcasts } from '../../simulator/software/replay.ts';
import { type IcecastSettings, icecastOptions } from './options.ts';
import { IcecastSource } from './source.ts';

const PASSWORD = 'only-we-know';
const HOST = '127.0.0.1';

async function listening(change: Partial<IcecastSettings> = {}) {
  const settings = settingsOf(icecastOptions, { 'icecast.addr': { host: HOST, port: 0 }, ...change });
  const disk = memoryDisk();
  const source = new IcecastSource(settings, { clock: systemClock, disk, log: keptLog() });
  const running = runSource(source);
  onTestFinished(() => running.stop());
  return { running, disk, source, port: await waitFor('a port', () => source.port) };
}

/** Sends this on a connection of its own, which stays open. */
function send(port: number, bytes: string | Uint8Array): void {
  const socket = connect(port, HOST).on('error', () => undefined);
  socket.write(bytes);
  onTestFinished(() => {
    socket.destroy();
  });
}

test('of several programs, without their passwords and what was refused', async () => {
  const { running, disk, source, port } = await listening({
    'icecast.password': new Secret(PASSWORD),
    'icecast.record': 'evening.jsonl',
  });
  const broadcast = (options: Partial<BroadcastOptions>): SimulatedBroadcaster => {
    const broadcaster = new SimulatedBroadcaster({ port, password: PASSWORD, ...options }, systemClock);
    onTestFinished(() => broadcaster.close());
    return broadcaster;
  };
  const ogg = broadcast({ program: 'Ogg 1.0' });
  ogg.play({ artist: 'Björk', title: 'Jóga' });
  await running.announces(1);
  ogg.begin([Buffer.from('ARTIST=Mot\xf6rhead', 'latin1'), 'TITLE=Ace']);
  await running.announces(2);
  const refused = broadcast({ mount: '/other', password: 'mistyped' });
  await waitFor('a refusal', () => refused.answer || undefined);
  send(port, `${PASSWORD}\r\nicy-name:Some station\r\n\r\n\xff\xfb`);
  await waitFor('the SHOUTcast program', () => source.health().details?.[1]);
  send(port, `GET /admin.cgi?pass=${PASSWORD}&mode=updinfo&song=Ada%20-%20Three HTTP/1.0\r\n\r\n`);
  await running.announces(3);
  send(port, 'GET /admin.cgi?pass=mistyped&mode=updinfo&song=Ada%20-%20Wrong HTTP/1.0\r\n\r\n');
  const recorded = (): string => Buffer.from(disk.files.get('evening.jsonl') ?? '').toString();
  await waitFor('the last refusal', () => recorded().split('"refused"')[2]);
  await running.stop();
  const recording = recorded();
  expect(running.announced).toEqual(['Björk - Jóga', 'Motörhead - Ace', 'Ada - Three']);
  expect(recording).not.toContain(PASSWORD);
  expect(recording).not.toContain(Buffer.from(`source:${PASSWORD}`).toString('base64'));
  expect(recording).not.toContain('mistyped');
  const lines = recording.split('\n');
  expect(lines.filter((line) => line.includes('"refused"'))).toHaveLength(2);
  // Those that were refused, and the two updates.
  expect(lines.filter((line) => line.includes('"closed"'))).toHaveLength(3);

  const parsed = parseSet(recording, 'evening.jsonl');
  if (!parsed.ok || parsed.on !== 'icecast') {
    throw new Error('it is no recording of broadcasts');
  }
  const again = await listening();
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const tools = { port: again.port, clock: systemClock, log: keptLog() };
  // Their order does not depend on the pauses between them.
  const atOnce = parsed.events.map((event) => ({ ...event, t: 0 }));
  await replayBroadcasts(atOnce, tools, over.signal);
  await again.running.announces(3);
  expect(again.running.announced).toEqual(running.announced);
  expect(again.source.health().details).toEqual([
    { name: '/live.ogg', state: 'Ogg 1.0, broadcasting' },
    { name: '/', state: 'a program without a name, broadcasting' },
  ]);
  expect(tools.log.lines).toEqual([]);
});
