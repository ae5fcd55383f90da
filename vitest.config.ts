import { defineConfig } from 'vitest/config';
import { FULL_LENGTH } from './test/support/full-length.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/built.ts'],
    // Tests wait for sockets and programs half of the time. Those in full length want the machine for themselves.
    maxWorkers: FULL_LENGTH ? 1 : 4,
    // No module keeps state (ARCHITECTURE.md), so a worker may keep modules from one file to the next.
    isolate: false,
    testTimeout: 60_000,
    // A second, which it is by itself, is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
  },
});
