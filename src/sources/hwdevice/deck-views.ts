import type { DeckState } from '../../core/contracts.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import {
  colorName,
  type Deck,
  type Detection,
  type DeviceId,
  explain,
  isLoaded,
  isPresent,
  isSettled,
  labelOf,
  levelOf,
  type Rule,
  runsNow,
  type Tags,
  tagsOn,
} from '../../detection/index.ts';

export interface DeckViewContext {
  /** Milliseconds on the clock of the table. */
  readonly at: number;
  readonly rule: Rule;
  readonly nameOf: (device: DeviceId) => string;
  readonly trackOf: (tags: Tags) => Track;
  readonly isHidden: (deck: Deck) => boolean;
}

/** The decks in reach as the operator sees them, in the order in which a DJ counts them. */
export function deckViews(table: Detection, sight: DeckViewContext): readonly DeckState[] {
  return [...table.decks.values()]
    .filter((deck) => isPresent(deck, table, sight.at))
    .sort((a, b) => orderOf(a, table).localeCompare(orderOf(b, table)))
    .map((deck) => viewOf(deck, table, sight));
}

function viewOf(
  deck: Deck,
  table: Detection,
  { at, rule, nameOf, trackOf, isHidden }: DeckViewContext,
): DeckState {
  const { loaded } = deck;
  const level = levelOf(deck, table, rule);
  const { play } = loaded;
  const isKnown = isSettled(loaded);
  // A track on two decks is one play: as secret as its most secret deck.
  const sameTrack = [...table.decks.values()].filter(
    (other) => other === deck || (play !== undefined && other.loaded.play === play),
  );
  return {
    deck: labelOf(deck, table),
    device: nameOf(deck.device),
    ...(isKnown && play !== undefined ? { play } : {}),
    track: isKnown ? trackOf(tagsOn(deck, table)) : UNKNOWN_TRACK,
    loaded: isLoaded(loaded),
    playing: runsNow(deck.transport),
    ...(level === undefined ? {} : { level }),
    color: colorName(deck.color),
    featured: play !== undefined && play === table.featured,
    hidden: sameTrack.some(isHidden),
    reason: explain(deck, table, at, rule),
  };
}

/** By player number, then device, then layer. */
function orderOf({ device, number }: Deck, table: Detection): string {
  return `${table.devices.get(device)?.player ?? 1} ${device} ${number}`;
}
