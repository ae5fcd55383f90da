import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Two cores are enough for everybody; more workers only make socket tests wait for each other.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A shared CI machine may stall for seconds, which real sockets notice. A test that fails twice is broken.
    retry: process.env.CI === undefined ? 0 : 1,
  },
});
