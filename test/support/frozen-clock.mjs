/**
 * Stops the clocks of the program that loads this first (`node --import`): they show what stands in the file
 * DECKCAST_TEST_CLOCK, milliseconds since 1970-01-01 UTC, at every look. Timers go on as they are.
 */
import { readFileSync } from 'node:fs';

const path = process.env.DECKCAST_TEST_CLOCK ?? '';
const started = read();
const RealDate = Date;

function read() {
  return Number(readFileSync(path, 'utf8'));
}

globalThis.Date = class extends RealDate {
  /** @param {ConstructorParameters<DateConstructor> | []} args */
  constructor(...args) {
    super(...(args.length === 0 ? [read()] : args));
  }

  static now() {
    return read();
  }
};

performance.now = () => read() - started;
