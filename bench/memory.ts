import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { residentMemory, startDeckcast, startPeer } from './peer.ts';

const RUNS = 5;
/** Longer than the work after the start. */
const SETTLE_MS = 3_000;

/** Resident memory without connections. */
export const memory: Measurement = {
  name: 'memory',
  async run(): Promise<readonly Figure[]> {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const peers = [
        await startDeckcast('127.0.0.1:29090', [], 'overlay ready'),
        await startPeer('bare-server', ['29091']),
      ] as const;
      await sleep(SETTLE_MS);
      ours.push(residentMemory(peers[0].pid));
      bare.push(residentMemory(peers[1].pid));
      await Promise.all(peers.map((peer) => peer.stop()));
    }
    return [
      {
        what: `resident memory after the start, median of ${RUNS}`,
        unit: 'MiB',
        ours: percentile(ours, 0.5),
        against: 'bare hono + ws server',
        theirs: percentile(bare, 0.5),
        target: { bound: 'at most', ratio: 1.6 },
      },
    ];
  },
};
