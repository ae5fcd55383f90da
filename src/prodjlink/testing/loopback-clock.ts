import { nodeClock, type ProDjLinkClock } from '../tools.ts';

/** Turns of the event loop in which a peer receives and answers. */
const TURNS = 20;

/**
 * Node's own timers, for a peer in this process: a time limit is over only after the peer had its turns, because on a busy
 * computer a timer may be due before anything that has arrived is looked at.
 */
export const loopbackClock: ProDjLinkClock = {
  monotonic: nodeClock.monotonic,
  after(ms, run) {
    let isCancelled = false;
    const turn = (left: number): void => {
      if (left > 0 && !isCancelled) {
        setImmediate(turn, left - 1);
      } else if (!isCancelled) {
        run();
      }
    };
    const cancel = nodeClock.after(ms, () => turn(TURNS));
    return () => {
      isCancelled = true;
      cancel();
    };
  },
};
