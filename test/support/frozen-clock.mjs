/**
 * Preloaded with `node --import`: the program's clocks return the content of the file TEST_CLOCK at each
 * reading, in milliseconds since 1970-01-01 UTC. Timers are unchanged.
 */
import { readFileSync } from 'node:fs';

const path = process.env.TEST_CLOCK ?? '';
const read = () => Number(readFileSync(path, 'utf8'));
const started = read();

Date.now = read;
performance.now = () => read() - started;
