import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRecordingLine } from '@deckcast/recording';
import { deviceSpecs, loopback, Simulation } from '@deckcast/simulator';
import { systemClock } from '../src/host/clock.ts';
import { type Figure, type Measurement, silent, withFolder } from './measure.ts';
import { type BenchPeer, loopDelay, startDeckcast } from './peer.ts';

const DEVICES = ['one', 'two', 'three', 'four'];
const PER_SECOND = 20_000;
const SECONDS = 5;
const BURST_EVERY_MS = 10;

/** Every message carries another value, so that none can be skipped. */
async function flood(simulation: Simulation): Promise<number> {
  const perBurst = (PER_SECOND * BURST_EVERY_MS) / 1_000 / DEVICES.length;
  const startedAt = performance.now();
  let sent = 0;
  for (let burst = 0; burst < (SECONDS * 1_000) / BURST_EVERY_MS; burst += 1) {
    for (const { states } of simulation.devices) {
      for (let n = 0; n < perBurst; n += 1) {
        sent += 1;
        states.set(`/Engine/Deck${(n % 4) + 1}/ExternalMixerVolume`, {
          type: 0,
          value: 0.5 + (sent % 9_973) / 20_000,
        });
      }
    }
    const due = startedAt + (burst + 1) * BURST_EVERY_MS;
    await sleep(Math.max(0, due - performance.now()));
  }
  return sent;
}

function simulateFour(): { readonly simulation: Simulation; stop(): Promise<void> } {
  const devices = deviceSpecs(
    DEVICES.map((id, at) => ({ id, software: 'JC11', name: id, token: `${at + 1}`.repeat(32) })),
  );
  const set = { name: 'Flood', waitForClient: true, devices, tracks: [], timeline: [] };
  const simulation = new Simulation({ set, network: loopback(), clock: systemClock, log: silent });
  const end = new AbortController();
  const ended = simulation.run(end.signal);
  return {
    simulation,
    stop: () => {
      end.abort();
      return ended;
    },
  };
}

async function withDeckcast<T>(
  args: readonly string[],
  use: (simulation: Simulation, deckcast: BenchPeer) => Promise<T>,
): Promise<T> {
  const { simulation, stop } = simulateFour();
  const deckcast = await startDeckcast(
    [
      'start',
      '--hwdevice.discovery.interface=lo',
      '--http.addr=127.0.0.1:29340',
      '--session.filename=',
      ...args,
    ],
    'deviceName=four',
    ['loop-delay'],
  );
  try {
    await sleep(3_000);
    return await use(simulation, deckcast);
  } finally {
    await deckcast.stop();
    await stop();
  }
}

async function countRecorded(path: string): Promise<number> {
  let count = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = readRecordingLine(text);
    if (line?.event === 'state' && line.path.endsWith('/ExternalMixerVolume')) {
      count += 1;
    }
  }
  return count;
}

/** Twenty thousand changing values a second from four devices: how it delays the event loop, and what gets lost. */
export const floods: Measurement = {
  name: 'flood',
  async run(): Promise<readonly Figure[]> {
    const delays = await withDeckcast([], async (simulation, deckcast) => {
      await loopDelay(deckcast);
      await sleep(SECONDS * 1_000);
      const idle = await loopDelay(deckcast);
      await flood(simulation);
      return { idle, flooded: await loopDelay(deckcast) };
    });
    return await withFolder(async (folder) => {
      const recording = join(folder, 'flood.jsonl');
      const counts = await withDeckcast([`--hwdevice.record=${recording}`], async (simulation) => {
        const sent = await flood(simulation);
        await sleep(2_000);
        return { sent, at: recording };
      });
      return [
        {
          what: `event-loop delay under ${PER_SECOND} values a second from four devices, 99th percentile`,
          unit: 'ms',
          ours: delays.flooded,
          against: 'the same, idle',
          theirs: delays.idle,
          wanted: { bound: 'at most', value: 20 },
        },
        {
          what: `of these values, recorded in ${SECONDS} s`,
          unit: 'values',
          ours: await countRecorded(counts.at),
          against: 'sent',
          theirs: counts.sent,
          target: { bound: 'at least', ratio: 1 },
        },
      ];
    });
  },
};
