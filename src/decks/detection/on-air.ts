import {
  COUNTED_EARLIER,
  type Deck,
  type DeckId,
  type DeckPlay,
  type Detection,
  type PlayedOn,
} from './deck.ts';
import { isLoaded, isSettled } from './loaded-track.ts';
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
    },
    announced: { play: play.id, deck: id },
  };
}

/** The operator's choice has left its deck, so the audience hears what leads, even if that was on air before. */
export function hasLostChoice({ featured, putOnAir: chosen, decks }: Detection): boolean {
  const isLoaded = [...decks.values()].some(({ loaded }) => loaded.play === featured);
  return featured !== undefined && featured === chosen && !isLoaded;
}

/** Programs count a track as played that the DJ only tries; one that is mixed in stays longer. */
const TRIED_MS = 2 * 60_000;

/**
 * A program that records loads alone counted a track that was only tried, and then ejected or loaded over: the music
 * goes on, and only this deck, which was on air before, holds a track that counts.
 */
export function outlivesTried({ featured, decks }: Detection, deck: Deck, at: number): boolean {
  const { id, loaded, lostLeadAt = Number.NEGATIVE_INFINITY } = deck;
  const others = [...decks.values()].filter((other) => other.id !== id && isLoaded(other.loaded));
  const mayPlay = others.some(
    (other) => other.loaded.counted !== undefined || other.loaded.play === featured,
  );
  return (
    featured !== undefined &&
    loaded.play !== featured &&
    (loaded.counted ?? COUNTED_EARLIER) !== COUNTED_EARLIER &&
    !mayPlay &&
    at < lostLeadAt + TRIED_MS
  );
}

/**
 * The operator's choice goes off air, and does not lead: its track may have been put on air by mistake. It becomes a new
 * play, which is announced once it leads.
 */
export function withoutUnledChoice(table: Detection): Detection {
  const { featured, leading } = table;
  const choice = featured === undefined ? undefined : table.plays.get(featured);
  const deck = [...table.decks.values()].find(({ loaded }) => loaded.play === featured);
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
