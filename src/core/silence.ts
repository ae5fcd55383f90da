/**
 * Why the play on air is not known to go on. `ended`: its deck holds another track, or none. `unreachable`: its device
 * is lost, and may play on.
 */
export interface Silence {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly why: 'paused' | 'ended' | 'unreachable';
}
