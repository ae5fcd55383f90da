import { systemClock, type WireClock } from '@deckcast/wire-kit';

/** Turns of the event loop in which a peer receives and answers; an answer waits for its own timer. */
const TURNS = 10;
const TURN_MS = 2;

/**
 * A time limit ends only after a peer in this process had its turns, because on a busy computer a timer may be due
 * before arrived packets are read.
 */
export const loopbackClock: WireClock = {
  monotonic: systemClock.monotonic,
  after(ms, run) {
    let cancel: () => void;
    const turn = (left: number): void => {
      if (left > 0) {
        cancel = systemClock.after(TURN_MS, () => turn(left - 1));
      } else {
        run();
      }
    };
    cancel = systemClock.after(ms, () => turn(TURNS));
    return () => cancel();
  },
};
