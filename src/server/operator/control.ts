import type { Acceptance, DeckView, HeldTrack } from '../../core/contracts.ts';
import type { Track } from '../../core/track.ts';
import type { WireDeck, WireHeld, WireLogLine } from '../../wire/operator.ts';

/** What the operator can do to the show; the app wires it to the pipeline and the source. */
export interface Control {
  /** Takes the track on air off every output that shows it. */
  hide(): void;
  /** Shows the track on air, whatever hid it. */
  reveal(): void;
  /** Features the held track now. */
  skip(): void;
  /** Corrects the track on air; a field left out stays. False when nothing is on air. */
  edit(names: { readonly artist?: string; readonly title?: string }): boolean;
  /** Features the track of this deck. False when there is no such deck, or nothing in it. Absent: no decks. */
  onAir?(deck: string): boolean;
  /** Takes a track that another program posted, as parsed JSON. Absent: no source waits for one. */
  track?(body: unknown): Acceptance;
  held(): HeldTrack | undefined;
  decks(): readonly DeckView[];
  /** The lines that were logged after this number, oldest first; a few hundred are kept. */
  logAfter(seq: number): readonly WireLogLine[];
}

/** A hidden track is nobody's business, not even the operator's phone in somebody else's hand. */
export function wireHeld(held: HeldTrack | undefined): WireHeld | null {
  if (held === undefined) {
    return null;
  }
  const { track, deck, hidden, until } = held;
  return { ...namesUnless(hidden, track), deck: deck ?? null, hidden, until };
}

export function wireDeck(view: DeckView): WireDeck {
  const { track, level, ...rest } = view;
  // Coarse on purpose: a fader that trembles is not news.
  return {
    ...rest,
    ...namesUnless(view.hidden, track),
    level: level === undefined ? null : Math.round(level * 100) / 100,
  };
}

function namesUnless(hidden: boolean, { artist, title }: Track): { artist: string; title: string } {
  return hidden ? { artist: '', title: '' } : { artist, title };
}
