import type { HiddenBy } from '../hidden-by.ts';
import type { LoggedLine } from '../logged-line.ts';
import type { OperatorNames, PlayId } from '../track.ts';
import type { DeckView, HeardView, HeldTrack } from './deck.ts';
import type { PostResult } from './source.ts';

export interface Control {
  /**
   * Hides the track on air, the one that waits for its pictures, or the one at `position`, on every output. Returns
   * false without one.
   */
  hide(position?: number): boolean;
  /** Returns whether `reveal`, `hideNextTime` and `edit` act on the track at this position. */
  isOnAir(position: number): boolean;
  /** Reveals the track on air, regardless of the hide's origin. Returns false without one. */
  reveal(): boolean;
  skip(): void;
  /**
   * Adds the track on air to `--hide.tracks` in the configuration file, for its next play. Resolves with an error text.
   */
  hideNextTime(): Promise<string | undefined>;
  /** Omitted fields stay. Returns false if nothing is on air. */
  edit(names: OperatorNames): boolean;
  /**
   * Features the deck's track. Returns false if there is no such deck, its track has no name, or it holds another play
   * than `play`. Absent without decks.
   */
  readonly onAir?: ((deck: string, play?: PlayId) => boolean) | undefined;
  /** Accepts a track that another program posted, as parsed JSON. Absent if no source expects one. */
  readonly track?: ((body: unknown) => PostResult) | undefined;
  /** Accepts a report of a deck, `null` for an empty one. Absent if no source expects it. */
  readonly deck?: ((deck: string, report: unknown) => PostResult) | undefined;
  held(): HeldTrack | undefined;
  isWaiting(): boolean;
  /** Undefined if the track on air may be shown. */
  hiddenBy(): HiddenBy | undefined;
  decks(): readonly DeckView[];
  /** Tracks being compared with the sound of the room, while there is sound. */
  audible(): readonly HeardView[];
  logged(): readonly LoggedLine[];
}
