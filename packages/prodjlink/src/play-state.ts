/** Interpretation of a player's status. */
import { FLAG, PLAY_STATE, type PlayerStatus } from './messages/status.ts';

const STOPPED = 0x04;

/**
 * Returns whether the player plays. The play state alone is not enough: `playing` without the flag was seen while a
 * track was still loading and while the platter was held. The flag flickers within 60 ms while a DJ scratches. Players
 * before nexus have no flags.
 */
export function isPlaying({ flags, playState, motion }: PlayerStatus): boolean {
  if (flags !== null) {
    return (flags & FLAG.playing) !== 0;
  }
  const moving = (motion & STOPPED) === 0;
  return (
    playState === PLAY_STATE.playing ||
    playState === PLAY_STATE.looping ||
    (playState === PLAY_STATE.searching && moving)
  );
}

/**
 * Returns whether the player is tempo master. During a hand-over two players are, for 14 to 81 ms; the old one names
 * the next in `nextMaster`.
 */
export function isTempoMaster({ flags }: PlayerStatus): boolean {
  return flags !== null && (flags & FLAG.master) !== 0;
}
