import type { PlayerStatus } from '../messages/status.ts';
import { PLAYING } from './status-fixtures.ts';

/** Returns a recorded status of a playing player with changes. */
export function playingStatus(changes: Partial<PlayerStatus>): PlayerStatus {
  return { ...PLAYING, ...changes };
}
