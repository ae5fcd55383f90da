/**
 * The program that loads this first (`node --import`) has a clock that is ahead by DECKCAST_TEST_AHEAD milliseconds:
 * what takes that long elsewhere is over for it. Timers go on as they are.
 */
const ahead = Number(process.env.DECKCAST_TEST_AHEAD);
const now = Date.now;

Date.now = () => now() + ahead;
