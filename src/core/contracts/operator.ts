import type { HiddenBy } from '../hidden-by.ts';
import type { LoggedLine } from '../logged-line.ts';
import type { Text } from '../message.ts';
import type { Silence } from '../silence.ts';
import type { OperatorNames, PlayId } from '../track.ts';
import type { DeckView, HeardView, HeldTrack } from './deck.ts';
import type { PostResult } from './source.ts';

export interface Control {
  /** Track on air, the one waiting for its pictures, or the one at `position`. Returns false without one. */
  hide(position?: number): boolean;
  /** Whether `hideNextTime` acts on the track at this position. */
  isOnAir(position: number): boolean;
  /**
   * Shows the track on air, or the one at `position`, whatever hid it. Returns false without such a track, or if the
   * same track is hidden in a later play.
   */
  reveal(position?: number): boolean;
  skip(): void;
  /**
   * Adds the track on air, or the loaded or held one of this play, to `--hide.tracks` in the configuration file, or
   * removes it. The track on air stays visible, unless `play` names it: then it went on air before the request came.
   * Resolves to an error text.
   */
  hideNextTime(isListed: boolean, play?: PlayId): Promise<Text | undefined>;
  /**
   * Corrects the track on air, or the one at `position`. Omitted fields stay. Returns false if there is none, or if an
   * earlier one is hidden.
   */
  edit(names: OperatorNames, position?: number): boolean;
  /**
   * Removes an earlier track from the set, or puts it back. Returns false for the one on air or on the overlays, and
   * without a track at the position.
   */
  remove(position: number, isRemoved: boolean): boolean;
  /**
   * Begins a new set with the track on air, or else with the next one. With `leavesAir`, the track on air stays in the
   * earlier set and leaves the air. Returns false if the earlier set would have no track.
   */
  newSet(leavesAir?: boolean): boolean;
  /**
   * Takes the track on air off it, and drops the held one; the set keeps its tracks, and goes on with the next one.
   * Returns false without either.
   */
  endShow(): boolean;
  /** See `Source.putOnAir`. Absent without decks. */
  readonly onAir?: ((deck: string, play?: PlayId) => boolean) | undefined;
  /** `body`: parsed JSON. Absent if no source expects posted tracks. */
  readonly track?: ((body: unknown) => PostResult) | undefined;
  /** `report`: parsed JSON, `null` for an empty deck. Absent if no source expects it. */
  readonly deck?: ((deck: string, report: unknown) => PostResult) | undefined;
  held(): HeldTrack | undefined;
  isWaiting(): boolean;
  /** Undefined if the track on air may be shown. */
  hiddenBy(): HiddenBy | undefined;
  /** `--hide.tracks` has the names of the track on air, as `hideNextTime` writes them. */
  isListed(): boolean;
  /** When the track on air ended, epoch milliseconds; undefined while it plays. */
  endedAt(): number | undefined;
  /** Stops after which it went on. */
  silentMs(): number | undefined;
  /** Begins before `endedAt` is known. */
  silence(): Silence | undefined;
  decks(): readonly DeckView[];
  /** Being compared with the sound of the room; empty without sound. */
  audible(): readonly HeardView[];
  logged(): readonly LoggedLine[];
}
