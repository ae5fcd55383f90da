import type { HiddenBy } from '../hidden-by.ts';
import type { Text } from '../message.ts';
import type { PlayId, Shown, Track } from '../track.ts';

export interface DeckState {
  readonly deck: string;
  readonly device: string;
  /** Absent without a track, or while its names may still change. */
  readonly play?: PlayId | undefined;
  readonly track: Track;
  readonly loaded: boolean;
  /** False while its device is lost, so that `playing` and `level` may be outdated. */
  readonly reachable: boolean;
  readonly playing: boolean;
  /** 0 to 1; absent if the hardware reports none. */
  readonly level?: number | undefined;
  readonly color: string;
  readonly featured: boolean;
  /** Set since its load, so it is not the next track. */
  readonly announced: boolean;
  readonly hidden: boolean;
  /** Why the deck leads, or why not. One sentence without names. */
  readonly reason: Text;
}

export interface HeardTrack extends Pick<DeckState, 'play' | 'track' | 'hidden'> {
  readonly share: number;
}

export interface HeardView extends Pick<HeardTrack, 'share'>, Shown {}

export interface DeckView extends Omit<DeckState, 'track' | 'hidden'>, Shown {
  readonly hiddenBy: HiddenBy | undefined;
  /** See `Control.isListed`. */
  readonly listed: boolean;
}

export interface HeldTrack extends Shown {
  readonly play: PlayId;
  readonly hiddenBy: HiddenBy | undefined;
  /** See `Control.isListed`. */
  readonly listed: boolean;
  readonly deck?: string;
  /** Epoch milliseconds. */
  readonly until: number;
}
