import { spawnSync } from 'node:child_process';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { EXECUTABLE } from './peer.ts';

const RUNS = 40;

/** From the start of the process to its end, in milliseconds. */
function time(args: readonly string[]): number {
  const start = performance.now();
  spawnSync(process.execPath, args, { stdio: 'ignore' });
  return performance.now() - start;
}

/** Short commands against Node doing nothing, in turns, so that both see the same machine. */
export const startUp: Measurement = {
  name: 'start-up',
  async run(): Promise<readonly Figure[]> {
    const commands = [['version'], ['help', 'start']];
    const nothing: number[] = [];
    const ours = commands.map((): number[] => []);
    for (let run = 0; run < RUNS; run += 1) {
      nothing.push(time(['-e', '0']));
      commands.forEach((command, at) => {
        ours[at]?.push(time([EXECUTABLE, ...command]));
      });
    }
    return commands.map((command, at) => ({
      what: `\`deckcast ${command.join(' ')}\`, median of ${RUNS}`,
      unit: 'ms',
      ours: percentile(ours[at] ?? [], 0.5),
      against: '`node -e 0`',
      theirs: percentile(nothing, 0.5),
      target: { bound: 'at most', ratio: 1.6 },
    }));
  },
};
