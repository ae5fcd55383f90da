/** Clients that are many or heavy: a good one beside them notices nothing. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OggStreamWriter, SimulatedBroadcaster } from '@deckcast/simulator';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../test/support/clock.ts';
import { memoryDisk } from '../../../test/support/disk.ts';
import { amount } from '../../../test/support/full-length.ts';
import { keptLog } from '../../../test/support/log.ts';
import { settingsOf } from '../../../test/support/settings.ts';
import { type RunningSource, runSource } from '../../../test/support/source.ts';
import { waitFor } from '../../../test/support/wait.ts';
import { icecastOptions } from './options.ts';
import { IcecastSource } from './source.ts';

const HOST = '127.0.0.1';

let clock: FakeClock;
let running: RunningSource;
let port: number;
let good: SimulatedBroadcaster;

beforeEach(async () => {
  clock = fakeClock();
  const settings = settingsOf(icecastOptions, { 'icecast.addr': { host: HOST, port: 0 } });
  const source = new IcecastSource(settings, { clock, disk: memoryDisk(), log: keptLog() });
  running = runSource(source);
  onTestFinished(() => running.stop());
  port = await waitFor('a port', () => source.port);
  good = broadcast('/live.ogg');
  good.play({ artist: 'Ada', title: 'One' });
  await running.announces(1);
});

function broadcast(mount: string): SimulatedBroadcaster {
  const broadcaster = new SimulatedBroadcaster({ port, mount }, clock);
  onTestFinished(() => broadcaster.close());
  return broadcaster;
}

/** In buffers and in the heap, without what is garbage. */
function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  // What the first one found is counted when the second one begins.
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

function client(): Socket {
  const socket = connect(port, HOST).on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

/** More than may wait. */
const MANY = 300;

test('more connections that never finish their head than may wait disturb nothing', async () => {
  const heads = Array.from({ length: MANY }, async () => {
    const socket = client();
    await once(socket, 'connect');
    socket.write('SOURCE /live.ogg HTTP/1.0\r\nice-name: ');
    return socket;
  });
  const [first] = await Promise.all(heads);
  await waitFor('the end of the oldest', () => first?.closed || undefined);
  good.play({ artist: 'Ada', title: 'Two' });
  await running.announces(2);
  broadcast('/another').play({ artist: 'Bo', title: 'Three' });
  await running.announces(3);
  expect(good.closed).toBe(false);
});

const SECOND_BYTES = 1_250_000;

test.each([
  ['no container', Buffer.alloc(SECOND_BYTES, 'OggX')],
  ['Ogg', new OggStreamWriter(1).pages([Buffer.alloc(SECOND_BYTES)])],
  [
    'Ogg, a stream with a large cover each second',
    new OggStreamWriter(1).begin('vorbis', ['TITLE=One', `COVER=${'A'.repeat(SECOND_BYTES)}`]),
  ],
])('audio of 10 Mbit/s is not kept: %s', async (_, second) => {
  const seconds = amount({ short: 5, full: 600 });
  const sent = client();
  sent.write('SOURCE /much HTTP/1.0\r\n\r\n');
  await once(sent, 'data');
  sent.write(new OggStreamWriter(0).begin('vorbis', []));
  const before = keptBytes();
  for (let at = 0; at < seconds; at++) {
    if (!sent.write(second)) {
      await once(sent, 'drain');
    }
  }
  expect(keptBytes() - before).toBeLessThan(4 * SECOND_BYTES);
});
