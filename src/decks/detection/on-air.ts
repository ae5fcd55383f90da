import type { PlayId } from '../../core/track.ts';
import type { Deck, DeckId, DeckPlay, Detection, PlayedOn, ReplacedPlay } from './deck.ts';
import type { Correction } from './hearing.ts';
import { type LevelRule, levelOf } from './level.ts';
import { isSettled } from './loaded-track.ts';
import { makePlay } from './plays.ts';

export interface PutOnAir {
  readonly detection: Detection;
  readonly announced?: PlayedOn;
}

/**
 * Holds until the rule finds the next track. A track announced before gets a new play. Undefined if nothing
 * is loaded, or its names aren't complete.
 */
export function putOnAir(before: Detection, id: DeckId): PutOnAir | undefined {
  const table = withoutUnledChoice(before);
  const deck = table.decks.get(id);
  const loaded = deck?.loaded.play === undefined ? undefined : table.plays.get(deck.loaded.play);
  if (deck === undefined || loaded === undefined || !isSettled(deck.loaded)) {
    return undefined;
  }
  if (before.decks.get(id)?.loaded.play === before.featured) {
    return { detection: before };
  }
  const play: DeckPlay = {
    ...(loaded.announced ? { ...makePlay(table, loaded.tags), repeats: loaded.id } : loaded),
    announced: true,
  };
  const { leading } = table;
  // The new play is the same track, so a leading deck keeps the lead.
  const led = leading?.deck === id && leading.play === loaded.id;
  return {
    detection: {
      ...table,
      ...(led ? { leading: { ...leading, play: play.id } } : {}),
      decks: new Map(table.decks).set(id, { ...deck, loaded: { ...deck.loaded, play: play.id } }),
      plays: new Map(table.plays).set(play.id, play),
      playsMade: table.playsMade + (loaded.announced ? 1 : 0),
      featured: play.id,
      putOnAir: play.id,
      replaced: [],
    },
    announced: { play: play.id, deck: id },
  };
}

/** The operator's choice has left its deck, so the audience hears what leads, even if that was on air before. */
export function hasLostChoice(table: Detection): boolean {
  const { featured, putOnAir: chosen } = table;
  return featured !== undefined && featured === chosen && deckWith(featured, table) === undefined;
}

function deckWith(play: PlayId, { decks }: Detection): Deck | undefined {
  return [...decks.values()].find(({ loaded }) => loaded.play === play);
}

/** Programs count a track as played that the DJ only tries; one that is mixed in stays longer. */
const TRIED_MS = 2 * 60_000;
/** Shorter than any mix: the audience did not hear what left the deck within this time. */
const UNHEARD_MS = 30_000;

/** Plays that return after `deck` if its track is only tried. `after`: the table without the operator's choice. */
export function replacedBy(
  { loaded }: Deck,
  table: Detection,
  after: Detection,
  at: number,
): readonly ReplacedPlay[] {
  const { featured = '', plays, putOnAir: chosen } = table;
  if (loaded.counted === undefined) {
    return [];
  }
  const recent = table.replaced.filter((one) => at < one.at + TRIED_MS);
  const play = plays.get(featured);
  const deck = deckWith(featured, table);
  const loadedAs = deck && after.decks.get(deck.id)?.loaded.play;
  return play === undefined || loadedAs === undefined
    ? recent
    : [{ play, loadedAs, isChoice: featured === chosen, at }, ...recent];
}

/**
 * A program that records loads alone counted a track that was only tried, and then ejected or loaded over: the music
 * goes on with the track before it that is still loaded.
 */
export function afterTried(
  table: Detection,
  leader: DeckId | undefined,
  at: number,
  rule: LevelRule,
): { readonly detection: Detection; readonly corrected: Correction } | undefined {
  const { featured, decks, plays, replaced } = table;
  const index = replaced.findIndex(({ loadedAs }) => deckWith(loadedAs, table) !== undefined);
  const before = replaced[index];
  const deck = before && deckWith(before.loadedAs, table);
  if (
    featured === undefined ||
    featured === table.putOnAir ||
    deckWith(featured, table) !== undefined ||
    before === undefined ||
    deck === undefined ||
    !isSettled(deck.loaded) ||
    at >= before.at + TRIED_MS ||
    !(leader === deck.id || (before.isChoice && isUndecided([deck.id, leader], table, rule)))
  ) {
    return undefined;
  }
  const play = { ...before.play, tags: plays.get(before.loadedAs)?.tags ?? before.play.tags };
  const detection = {
    ...table,
    decks: new Map(decks).set(deck.id, { ...deck, loaded: { ...deck.loaded, play: play.id } }),
    plays: new Map(plays).set(play.id, play),
    featured: play.id,
    putOnAir: before.isChoice ? play.id : table.putOnAir,
    replaced: replaced.slice(index + 1),
  };
  const isUnheard = at < before.at + UNHEARD_MS;
  return { detection, corrected: { play: play.id, deck: deck.id, ...(isUnheard && { mistake: featured }) } };
}

/** Neither levels nor a new play say which of the decks is audible. */
function isUndecided(ids: readonly (DeckId | undefined)[], table: Detection, rule: LevelRule): boolean {
  const decks = ids.flatMap((id) => (id === undefined ? [] : (table.decks.get(id) ?? [])));
  const [, leader] = decks;
  return (
    table.room === undefined &&
    decks.every((deck) => levelOf(deck, table, rule) === undefined) &&
    (leader === undefined || table.plays.get(leader.loaded.play ?? '')?.announced === true)
  );
}

/**
 * The operator's choice goes off air, and does not lead: its track may have been put on air by mistake. It becomes a new
 * play, which is announced once it leads.
 */
export function withoutUnledChoice(table: Detection): Detection {
  const { featured, leading } = table;
  const choice = featured === undefined ? undefined : table.plays.get(featured);
  const deck = featured === undefined ? undefined : deckWith(featured, table);
  if (
    choice === undefined ||
    deck === undefined ||
    featured !== table.putOnAir ||
    leading?.play === featured
  ) {
    return table;
  }
  const play = { ...makePlay(table, choice.tags), repeats: choice.id };
  return {
    ...table,
    decks: new Map(table.decks).set(deck.id, { ...deck, loaded: { ...deck.loaded, play: play.id } }),
    plays: new Map(table.plays).set(play.id, play),
    playsMade: table.playsMade + 1,
  };
}
