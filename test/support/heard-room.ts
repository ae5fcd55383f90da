/** The sound of the room, as a test says that it is heard. */
import type { RoomHeard, RoomHearing } from '../../src/core/contracts.ts';

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
    /** How much of the sound each file is, by path; it is as loud. */
    hears(shares: Readonly<Record<string, number>>): void {
      const all = new Map(Object.entries(shares));
      for (const follower of followers) {
        follower({ levels: all, shares: all, unreadable: new Set() });
      }
    },
  };
}
