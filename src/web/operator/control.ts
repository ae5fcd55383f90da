import type { DeckView, HeardView, HeldTrack, HiddenBy, PostResult } from '../../core/contracts.ts';
import type { LoggedLine } from '../../core/logged-line.ts';
import type { PlayId } from '../../core/track.ts';
import type { WireDeck, WireHeld } from '../wire/operator.ts';

/** The operator's actions; the app connects them to the pipeline and the source. */
export interface Control {
  /**
   * Hides the track on air on every output, or the one that waits for its pictures; with a position of the set the track
   * that is or was on air there. False when there is none.
   */
  hide(position?: number): boolean;
  /** Whether the track at this position of the set is the one that `reveal`, `hideNextTime` and `edit` change. */
  isOnAir(position: number): boolean;
  /** Shows the same track, whatever hid it. False when there is none. */
  reveal(): boolean;
  /** Features the held track now. */
  skip(): void;
  /**
   * Lists the track on air in the configuration file, so that it is hidden the next time it is played. Resolves with why
   * that cannot be done; undefined when it is.
   */
  hideNextTime(): Promise<string | undefined>;
  /** Corrects the track on air; a field left out stays. False when nothing is on air. */
  edit(names: { readonly artist?: string; readonly title?: string }): boolean;
  /**
   * Features the track of this deck. False when there is no such deck, nothing in it, or another play than the one that
   * is meant. Absent: no decks.
   */
  readonly onAir?: ((deck: string, play?: PlayId) => boolean) | undefined;
  /** Accepts a track that another program posted, as parsed JSON. Absent when no source expects one. */
  readonly track?: ((body: unknown) => PostResult) | undefined;
  /** Accepts what another program says of a deck, `null` when it is empty. Absent when no source expects it. */
  readonly deck?: ((deck: string, report: unknown) => PostResult) | undefined;
  held(): HeldTrack | undefined;
  /** Whether a track is on its way to the outputs, and waits for its pictures. */
  isWaiting(): boolean;
  /** What hides the track on air; undefined while it may be shown. */
  hiddenBy(): HiddenBy | undefined;
  decks(): readonly DeckView[];
  /** What is compared with the sound of the room, while sound comes. */
  audible(): readonly HeardView[];
  /** The lines that were logged after this number, oldest first; a few hundred are kept. */
  logAfter(seq: number): readonly LoggedLine[];
}

export function wireHeld(held: HeldTrack | undefined): WireHeld | null {
  if (held === undefined) {
    return null;
  }
  const { play, track, deck, hidden, until } = held;
  return { play, artist: track.artist, title: track.title, deck: deck ?? null, hidden, until };
}

export function wireDeck({ play, track, level, hiddenBy, ...rest }: DeckView): WireDeck {
  return {
    ...rest,
    play: play ?? null,
    hiddenBy: hiddenBy ?? null,
    artist: track.artist,
    title: track.title,
    // Coarse, so that a trembling fader sends no messages.
    level: level === undefined ? null : Math.round(level * 100) / 100,
  };
}
