// Floor for processor time and wake-ups: discards states and beats of every device.
import { readFileSync } from 'node:fs';
import {
  BEAT_INFO,
  beatCodec,
  DEFAULT_TOKEN,
  directoryCodec,
  STATE_MAP,
  stateCodec,
} from '@deckcast/stagelinq';
import { silentLogger } from '@deckcast/wire-kit';
import type { DeviceInfo } from '../../packages/stagelinq/src/announcer-table.ts';
import { CoalescedTimer } from '../../packages/stagelinq/src/coalesced-timer.ts';
import { openMainConnection } from '../../packages/stagelinq/src/connection.ts';
import { DEFAULT_LIMITS, DEFAULT_TIMEOUTS } from '../../packages/stagelinq/src/context.ts';
import { dial } from '../../packages/stagelinq/src/dial.ts';
import { Discovery } from '../../packages/stagelinq/src/discovery.ts';
import { systemClock } from '../../src/host/clock.ts';

const [pathsFile = '', devices = ''] = process.argv.slice(2);
const paths: readonly string[] = JSON.parse(readFileSync(pathsFile, 'utf8'));
const identity = { token: DEFAULT_TOKEN, source: 'bare', software: 'bare', version: '0', port: 0 };
const context = {
  token: DEFAULT_TOKEN,
  limits: DEFAULT_LIMITS,
  timeouts: DEFAULT_TIMEOUTS,
  log: silentLogger,
  clock: systemClock,
  timer: new CoalescedTimer(systemClock),
};
const never = new AbortController().signal;
const first = {
  [STATE_MAP]: paths.map((path) => stateCodec.encode({ kind: 'subscribe', path, interval: 0 })),
  [BEAT_INFO]: [beatCodec.encode({ kind: 'start' })],
};
let connected = 0;

async function read(device: DeviceInfo): Promise<void> {
  const main = await openMainConnection(device, BEAT_INFO, context, () => undefined, never);
  for (const [service, messages] of Object.entries(first)) {
    const port = main.services.get(service) ?? 0;
    const socket = await dial({ address: device.address, port, timeoutMs: 1_000 }, systemClock, never);
    socket.write(directoryCodec.encode({ kind: 'service', token: DEFAULT_TOKEN, service, port: 0 }));
    socket.write(Buffer.concat(messages));
    socket.on('data', () => undefined);
  }
  connected += 1;
  if (connected === Number(devices)) {
    console.log('listening');
  }
}

const discovery = new Discovery({ identity, interfaces: ['lo'] }, ({ kind, device }) => {
  if (kind === 'found') {
    // Devices reject clients that they have not heard announced.
    setTimeout(() => void read(device), 1_500);
  }
});
await discovery.run(never);
