import type { PlayerStatus } from '../messages/status.ts';
import { PLAYING } from './status-fixtures.ts';

/** Recorded from a playing player. */
export function playingStatus(changes: Partial<PlayerStatus>): PlayerStatus {
  return { ...PLAYING, ...changes };
}
