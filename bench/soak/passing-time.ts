import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Clock } from '../../src/core/tools.ts';
import { systemClock } from '../../src/host/clock.ts';
import { JumpingClock } from './jumping-clock.ts';

/** Shorter than pauses that devices and program notice. */
const STEP_MS = 500;

export interface PassingTime {
  readonly clock: Clock;
  /** Peers to preload into the program. */
  readonly preload: readonly string[];
  pass(ms: number): Promise<void>;
  close(): void;
}

export function realTime(): PassingTime {
  return { clock: systemClock, preload: [], pass: (ms) => systemClock.sleep(ms), close: () => undefined };
}

/**
 * Skips pauses here and in the program, in steps that both finish: a busy computer makes the run longer, but no message
 * late.
 */
export async function jumpingTime(): Promise<PassingTime> {
  const clock = new JumpingClock();
  let program: Socket | undefined;
  const server = createServer((socket) => {
    program = socket.setNoDelay(true);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env.BENCH_CLOCK_PORT = String((server.address() as AddressInfo).port);
  return {
    clock,
    preload: ['jumping-clock'],
    async pass(ms) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        const step = Math.min(left, STEP_MS);
        await clock.jump(step);
        program?.write(`${step}\n`);
        await (program && once(program, 'data'));
      }
    },
    close() {
      program?.destroy();
      server.close();
    },
  };
}
