import type { GetEarlierSet } from '../core/contracts.ts';
import type { Clock } from '../core/tools.ts';
import type { SetEntry, Track } from '../core/track.ts';
import type { SetPosition } from './play.ts';

/** Gives each play its place in the set: a new one, or the one that this run goes on with. */
export function createSetPositions(
  clock: Clock,
  askEarlierSet: GetEarlierSet,
): (track: Track, hidden: boolean) => SetPosition {
  /** When the first track of the set was featured, on the monotonic clock. */
  let startedAt: number | undefined;
  let position = 0;

  return (track, hidden) => {
    const now = clock.monotonic();
    if (startedAt === undefined) {
      const earlier = askEarlierSet();
      const last = earlier?.entries.at(-1);
      if (earlier === undefined || last === undefined) {
        startedAt = now;
      } else {
        // The computer's clock may have been set back meanwhile; the times of the set only grow.
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

/** The track that was on when the program ended is still on: it stands in the set already. */
function isSamePlay(last: SetEntry, { artist, title }: Track, hidden: boolean): boolean {
  const isKnown = !hidden && !last.hidden && title !== '';
  return isKnown && last.track.artist === artist && last.track.title === title;
}
