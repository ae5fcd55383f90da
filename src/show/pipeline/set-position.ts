import type { GetEarlierSet } from '../../core/contracts.ts';
import type { Clock } from '../../core/tools.ts';
import type { SetEntry } from '../../core/track.ts';
import type { SetPosition } from './play.ts';

/**
 * Assigns each play its position in the set: a new set, or the earlier one that this run continues. `isOf`: whether the
 * entry is of this play's track, which may have been on when the earlier run ended and is in the set then.
 */
export function createSetPositions(
  clock: Clock,
  getEarlierSet: GetEarlierSet,
): (isOf: (entry: SetEntry) => boolean) => SetPosition {
  /** When the first track of the set was featured, on the monotonic clock. */
  let startedAt: number | undefined;
  let position = 0;

  return (isOf) => {
    const now = clock.monotonic();
    if (startedAt === undefined) {
      const earlier = getEarlierSet();
      const last = earlier?.entries.at(-1);
      if (earlier === undefined || last === undefined) {
        startedAt = now;
      } else {
        // The computer's clock may have been set back meanwhile; elapsed times must not decrease.
        startedAt = now - Math.max(last.elapsedMs, clock.now() - earlier.startedAt);
        position = last.position;
        if (isOf(last)) {
          const { at, elapsedMs } = last;
          return { position, at, elapsedMs };
        }
      }
    }
    position += 1;
    return { position, at: clock.now(), elapsedMs: Math.round(now - startedAt) };
  };
}
