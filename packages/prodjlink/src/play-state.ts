import { FLAG, PLAY_STATE, type PlayerStatus } from './messages/status.ts';

const STOPPED = 0x04;

/**
 * Whether the player plays. `playing` without the flag was seen while a track loaded and while the platter
 * was held; the flag flickers within 60 ms while a DJ scratches. Players before nexus have no flags.
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
 * Whether the player is tempo master. During a hand-over two are, for 14 to 81 ms; the old one names the next
 * in `nextMaster`.
 */
export function isTempoMaster({ flags }: PlayerStatus): boolean {
  return flags !== null && (flags & FLAG.master) !== 0;
}
