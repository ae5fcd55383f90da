import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Figure, type Measurement, percentile } from './measure.ts';
import { EXECUTABLE } from './peer.ts';

const RUNS = 40;
/** Unpacked archive, whose launcher and Node are measured too. */
const ARCHIVE = process.env.BENCH_ARCHIVE;

/** Milliseconds. */
function time([command = '', ...args]: readonly string[]): number {
  const start = performance.now();
  spawnSync(command, args, { stdio: 'ignore' });
  return performance.now() - start;
}

/** Alternates with an idle Node, so that both see the same machine. */
export const startUp: Measurement = {
  name: 'start-up',
  async run(): Promise<readonly Figure[]> {
    const here = compare('', process.execPath, [process.execPath, EXECUTABLE]);
    return ARCHIVE === undefined
      ? here
      : [...here, ...compare(', archive', join(ARCHIVE, 'lib', 'node'), [join(ARCHIVE, 'bin', 'deckcast')])];
  },
};

function compare(which: string, node: string, program: readonly string[]): readonly Figure[] {
  const commands = [['version'], ['help', 'start']];
  const nothing: number[] = [];
  const ours = commands.map((): number[] => []);
  // Reads the files from the disk first.
  commands.forEach((command) => {
    time([...program, ...command]);
  });
  for (let run = 0; run < RUNS; run += 1) {
    nothing.push(time([node, '-e', '0']));
    commands.forEach((command, at) => {
      ours[at]?.push(time([...program, ...command]));
    });
  }
  return commands.map((command, at) => ({
    what: `\`deckcast ${command.join(' ')}\`${which}, median of ${RUNS}`,
    unit: 'ms',
    ours: percentile(ours[at] ?? [], 0.5),
    against: '`node -e 0`',
    theirs: percentile(nothing, 0.5),
    target: { bound: 'at most', ratio: 1.3 },
  }));
}
