import type { DeckView } from '../../core/contracts.ts';
import { type Track, UNKNOWN_TRACK } from '../../core/track.ts';
import {
  colorName,
  type Deck,
  type Detection,
  type DeviceId,
  explain,
  isLoaded,
  isPresent,
  labelOf,
  levelOf,
  type Rule,
  runsNow,
  type Tags,
} from '../../detection/index.ts';

export interface Sight {
  /** Milliseconds on the clock of the table. */
  readonly at: number;
  readonly rule: Rule;
  readonly nameOf: (device: DeviceId) => string;
  readonly trackOf: (tags: Tags) => Track;
  readonly isHidden: (deck: Deck) => boolean;
}

/** The decks in reach as the operator sees them, in the order in which a DJ counts them. */
export function deckViews(table: Detection, sight: Sight): readonly DeckView[] {
  return [...table.decks.values()]
    .filter((deck) => isPresent(deck, table, sight.at))
    .sort((a, b) => orderOf(a, table).localeCompare(orderOf(b, table)))
    .map((deck) => viewOf(deck, table, sight));
}

function viewOf(deck: Deck, table: Detection, { at, rule, nameOf, trackOf, isHidden }: Sight): DeckView {
  const { tray } = deck;
  const level = levelOf(deck, table, rule);
  const loaded = isLoaded(tray);
  return {
    deck: labelOf(deck, table),
    device: nameOf(deck.device),
    track: loaded ? trackOf(tray.tags) : UNKNOWN_TRACK,
    loaded,
    playing: runsNow(deck.transport),
    ...(level === undefined ? {} : { level }),
    color: colorName(deck.color),
    featured: tray.play !== undefined && tray.play === table.featured,
    hidden: isHidden(deck),
    reason: explain(deck, table, at, rule),
  };
}

/** By player number, then device, then layer. */
function orderOf({ device, number }: Deck, table: Detection): string {
  return `${table.devices.get(device)?.player ?? 1} ${device} ${number}`;
}
