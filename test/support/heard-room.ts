/** Room hearing that reports what a test sets. */
import type { RoomHeard, RoomHearing } from '../../src/core/contracts/hearing.ts';

export function heardRoom() {
  const followers = new Set<(state: RoomHeard) => void>();
  const hearing: RoomHearing = {
    follow(changed) {
      followers.add(changed);
      return { want: () => undefined, close: () => followers.delete(changed) };
    },
  };
  return {
    hearing,
    /** Sets each file's share of the sound by path; the levels are equal to the shares. */
    hears(shares: Readonly<Record<string, number>>): void {
      const all = new Map(Object.entries(shares));
      for (const follower of followers) {
        follower({ levels: all, shares: all, unreadable: new Set() });
      }
    },
  };
}
