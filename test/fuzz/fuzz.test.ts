import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { ROOT } from '../support/files.ts';
import { amount } from '../support/full-length.ts';
import { damaged } from './damaged.ts';
import type { FuzzTarget } from './target.ts';
import { TARGETS } from './targets/index.ts';

/** Targets that start processes set fewer. */
const RUNS = 40;
const FULL_LENGTH_FACTOR = 20;
/** Processor time per input; must be exceeded three times in a row, because the first run compiles code. */
const LIMIT_MS = 1_000;

describe('readers of foreign bytes', () => {
  test.each([...TARGETS])('%s accepts or rejects each input in time', async (name, make) => {
    const target = make();
    const inputs = [...findingsOf(name), ...target.seeds];
    const runs = target.runs ?? RUNS;
    try {
      await fc.assert(
        fc.asyncProperty(damaged(inputs, target.words), (bytes) => read(target, bytes)),
        {
          examples: inputs.map((input): [Buffer] => [Buffer.from(input)]),
          numRuns: inputs.length + amount({ short: runs, full: runs * FULL_LENGTH_FACTOR }),
        },
      );
    } finally {
      await target.close?.();
    }
  });
});

async function read(target: FuzzTarget, bytes: Buffer): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const start = process.cpuUsage();
    // Readers may write into their input.
    await target.run(Buffer.from(bytes));
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1_000 < LIMIT_MS) {
      return;
    }
  }
  throw new Error(`it takes more than ${LIMIT_MS} ms of a processor`);
}

function findingsOf(target: string): readonly Uint8Array[] {
  const folder = join(ROOT, 'test', 'fuzz', 'findings', target);
  return existsSync(folder) ? readdirSync(folder).map((file) => readFileSync(join(folder, file))) : [];
}
