import type { DeckState } from '../core/contracts/deck.ts';
import { UNKNOWN_TRACK } from '../core/track.ts';
import {
  COUNTED_EARLIER,
  colorName,
  colorOf,
  type Deck,
  type Detection,
  explain,
  isLoaded,
  isPresent,
  isReachable,
  isSettled,
  labelOf,
  levelOf,
  type Rule,
  runsNow,
  tagsOn,
} from './detection/index.ts';
import type { TrackLibrary } from './track-library.ts';

export interface DeckViewContext {
  /** Clock of the table. */
  readonly at: number;
  readonly rule: Rule;
  readonly library: TrackLibrary;
  readonly isHidden: (deck: Deck) => boolean;
}

export function deckViews(table: Detection, context: DeckViewContext): readonly DeckState[] {
  return [...table.decks.values()]
    .filter((deck) => isPresent(deck, table, context.at))
    .sort((a, b) => compareDecks(a, b, table))
    .map((deck) => deckView(deck, table, context));
}

export function deckView(
  deck: Deck,
  table: Detection,
  { at, rule, library, isHidden }: DeckViewContext,
): DeckState {
  const { loaded } = deck;
  const { play } = loaded;
  const isKnown = isSettled(loaded);
  // A track on two decks is one play, hidden if either deck hides it.
  const sameTrack = [...table.decks.values()].filter(
    (other) => other === deck || (play !== undefined && other.loaded.play === play),
  );
  return {
    deck: labelOf(deck, table),
    device: table.devices.get(deck.device)?.name ?? '',
    play: isKnown ? play : undefined,
    track: isKnown ? library.trackOf(tagsOn(deck, table)) : UNKNOWN_TRACK,
    loaded: isLoaded(loaded),
    reachable: isReachable(deck, table),
    playing: runsNow(deck.transport),
    level: levelOf(deck, table, rule),
    color: colorName(colorOf(deck, table)),
    featured: play !== undefined && play === table.featured,
    announced: wasOnAir(deck, table),
    hidden: sameTrack.some(isHidden),
    reason: explain(deck, table, at, rule),
  };
}

/** True, too, for a track that the operator put on air, and for one that counted as played before another did. */
function wasOnAir({ loaded: { play, counted } }: Deck, { decks, plays }: Detection): boolean {
  const { announced, repeats } = (play !== undefined && plays.get(play)) || {};
  return (
    announced === true ||
    repeats !== undefined ||
    counted === COUNTED_EARLIER ||
    (counted !== undefined && [...decks.values()].some(({ loaded }) => (loaded.counted ?? 0) > counted))
  );
}

function compareDecks(a: Deck, b: Deck, { devices }: Detection): number {
  const unitOf = ({ device: id }: Deck): number => {
    const { unit, player = 1 } = devices.get(id) ?? {};
    return unit ?? player;
  };
  return unitOf(a) - unitOf(b) || a.device.localeCompare(b.device) || a.number - b.number;
}
