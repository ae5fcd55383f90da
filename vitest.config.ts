import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FULL_LENGTH } from './test/support/full-length.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { PATIENCE_MS } from './test/support/wait.ts';

export default defineConfig({
  // The packages by their names, from their sources.
  resolve: { tsconfigPaths: true },
  test: {
    include: [
      '{src,packages}/**/*.test.ts',
      'test/**/*.test.ts',
      ...(FULL_LENGTH ? ['test/**/*.release.ts'] : []),
    ],
    globalSetup: ['test/support/built.ts'],
    setupFiles: ['test/support/properties.ts', 'test/support/texts.ts', 'test/support/link-audit-setup.ts'],
    // Three workers keep a core busy; with more, each test only takes longer, and some reach their limit. Those in full
    // length want the machine for themselves.
    maxWorkers: FULL_LENGTH ? 1 : Math.min(8, 3 * availableParallelism()),
    // No module keeps state (ARCHITECTURE.md), so a worker may keep modules from one file to the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What waits for anything gives up by itself; amounts in full length take as long as they take.
    testTimeout: FULL_LENGTH ? 30 * PATIENCE_MS : 2 * PATIENCE_MS,
    hookTimeout: 2 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
