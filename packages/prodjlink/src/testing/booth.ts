import type { PlayerStatus } from '../messages/status.ts';
import { PLAYING } from './status-fixtures.ts';

/** The status of a playing player, as recorded, except for what a test changes. */
export function playingStatus(changes: Partial<PlayerStatus>): PlayerStatus {
  return { ...PLAYING, ...changes };
}
