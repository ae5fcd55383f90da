/**
 * Preloaded with `node --import`: sets the program's clocks ahead by TEST_AHEAD milliseconds, so that this time
 * has passed for it. Timers are unchanged.
 */
const ahead = Number(process.env.TEST_AHEAD);
const now = Date.now;

Date.now = () => now() + ahead;
