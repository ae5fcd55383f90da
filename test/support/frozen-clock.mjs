/**
 * Stops the clocks of the program that loads this first (`node --import`): they show what stands in the file
 * DECKCAST_TEST_CLOCK, milliseconds since 1970-01-01 UTC, at every look. Timers go on as they are.
 */
import { readFileSync } from 'node:fs';

const path = process.env.DECKCAST_TEST_CLOCK ?? '';
const read = () => Number(readFileSync(path, 'utf8'));
const started = read();

Date.now = read;
performance.now = () => read() - started;
