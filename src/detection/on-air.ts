import type { DeckId, DeckPlay, Detection } from './deck.ts';
import type { PlayedOn } from './detect.ts';
import { isSettled } from './loaded-track.ts';
import { makePlay } from './plays.ts';

export interface PutOnAir {
  readonly detection: Detection;
  /** Absent when the deck's track is featured already. */
  readonly announced?: PlayedOn;
}

/**
 * The operator's word: this deck's track is featured, whatever the rule says, until the rule finds its next
 * one. A track that was announced before becomes a play of its own. Undefined when nothing is loaded, or it
 * is not known yet what.
 */
export function putOnAir(table: Detection, id: DeckId): PutOnAir | undefined {
  const deck = table.decks.get(id);
  const loaded = deck?.loaded.play === undefined ? undefined : table.plays.get(deck.loaded.play);
  if (deck === undefined || loaded === undefined || !isSettled(deck.loaded)) {
    return undefined;
  }
  if (loaded.id === table.featured) {
    return { detection: table };
  }
  const play: DeckPlay = { ...(loaded.announced ? makePlay(table, loaded.tags) : loaded), announced: true };
  const { leading } = table;
  // A play of its own is no other track: a deck that led with it goes on leading.
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
