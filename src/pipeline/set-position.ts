import type { GetEarlierSet } from '../core/contracts.ts';
import type { Clock } from '../core/tools.ts';
import type { SetEntry, Track } from '../core/track.ts';
import type { SetPosition } from './play.ts';

/** Assigns each play its position in the set: a new set, or the earlier one that this run continues. */
export function createSetPositions(
  clock: Clock,
  getEarlierSet: GetEarlierSet,
): (track: Track, hidden: boolean) => SetPosition {
  /** When the first track of the set was featured, on the monotonic clock. */
  let startedAt: number | undefined;
  let position = 0;

  return (track, hidden) => {
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
        if (isSamePlay(last, track, hidden)) {
          const { at, elapsedMs } = last;
          return { position, at, elapsedMs };
        }
      }
    }
    position += 1;
    return { position, at: clock.now(), elapsedMs: Math.round(now - startedAt) };
  };
}

/** Whether the track that was on when the program ended is still on: the set contains it already. */
function isSamePlay(last: SetEntry, { artist, title }: Track, hidden: boolean): boolean {
  const isNamed = !hidden && !last.hidden && title !== '';
  return isNamed && last.track.artist === artist && last.track.title === title;
}
