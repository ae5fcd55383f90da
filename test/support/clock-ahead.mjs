/**
 * Preloaded with `node --import`: sets the program's clocks ahead by DECKCAST_TEST_AHEAD milliseconds, so that this time
 * has passed for it. Timers are unchanged.
 */
const ahead = Number(process.env.DECKCAST_TEST_AHEAD);
const now = Date.now;

Date.now = () => now() + ahead;
