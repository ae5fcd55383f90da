/** Assigns plays to decks. */
import type { PlayId } from '../../core/track.ts';
import type { Deck, DeckPlay, Detection, Tags } from './deck.ts';
import { emptyCountsAt, ownTags, settlesAt, withoutTrack } from './loaded-track.ts';
import { JOINING_MS } from './transport.ts';

/** Assigns a play to decks whose names are complete, and empties those that have had no track for a while. */
export function assignPlays(before: Detection, at: number): Detection {
  let table = before;
  for (const deck of before.decks.values()) {
    if (at >= (settlesAt(deck.loaded) ?? Number.POSITIVE_INFINITY)) {
      table = assignPlay(table, deck, at);
    } else if (at >= (emptyCountsAt(deck.loaded) ?? Number.POSITIVE_INFINITY)) {
      const loaded = withoutTrack(deck.loaded);
      table = { ...withoutRun(table, deck), decks: new Map(table.decks).set(deck.id, { ...deck, loaded }) };
    }
  }
  return table === before ? before : withoutUnused(table);
}

/** An empty deck has stopped, even when its platter turns: it no longer leads when it is loaded. */
function withoutRun(table: Detection, { id }: Deck): Detection {
  const { leading } = table;
  return leading?.deck === id ? { ...table, leading: { ...leading, startedAt: undefined } } : table;
}

function assignPlay(table: Detection, deck: Deck, at: number): Detection {
  const play = playFor(table, deck);
  const { play: before, playSince } = deck.loaded;
  const isNew = play !== undefined && play.id !== before;
  const loaded = {
    ...deck.loaded,
    unsettled: false,
    emptied: false,
    play: play?.id,
    playSince: isNew ? loadedAt(table, deck, at) : playSince,
  };
  const decks = new Map(table.decks).set(deck.id, { ...deck, loaded });
  if (play === undefined) {
    return { ...table, decks };
  }
  return {
    ...table,
    decks,
    plays: new Map(table.plays).set(play.id, play),
    playsMade: table.plays.has(play.id) ? table.playsMade : table.playsMade + 1,
  };
}

/** When the loaded track was loaded, if its device reports it. */
function loadedAt({ devices }: Detection, { device, loaded }: Deck, at: number): number {
  if (loaded.emptied || loaded.play === undefined) {
    return loaded.loadedAt;
  }
  // Another track without a reported load: the device may have changed it while it was disconnected.
  const since = devices.get(device)?.since ?? at;
  return loaded.changedAt < since + JOINING_MS ? since : at;
}

/** Undefined when nothing is known that could be shown. */
function playFor(table: Detection, { loaded }: Deck): DeckPlay | undefined {
  const tags = ownTags(loaded);
  if (tags.title === '' && tags.artist === '' && tags.location === '') {
    return undefined;
  }
  const before = loaded.play === undefined ? undefined : table.plays.get(loaded.play);
  // A name that changes while the track stays where it is was a correction.
  if (
    before !== undefined &&
    !loaded.emptied &&
    (sameFile(before.tags, tags) || sameTrack(before.tags, tags))
  ) {
    return { ...before, tags: named(tags, before) };
  }
  // After another track was featured, a load of an announced one is a new load.
  for (const play of table.plays.values()) {
    if ((play.id === table.featured || !play.announced) && sameTrack(play.tags, tags)) {
      return { ...play, tags: named(tags, play) };
    }
  }
  return makePlay(table, tags);
}

/** A play of the same file, whose names this deck does not report. */
function named(tags: Tags, { tags: known }: DeckPlay): Tags {
  if (tags.title !== '' || tags.artist !== '') {
    return tags;
  }
  const { location, filename, durationMs } = tags;
  return { ...known, location, filename, durationMs };
}

/** The track of a deck whose names are complete. */
export function tagsOn({ loaded }: Deck, { plays }: Detection): Tags {
  const play = loaded.play === undefined ? undefined : plays.get(loaded.play);
  return play === undefined ? ownTags(loaded) : named(ownTags(loaded), play);
}

/** Whether that is the play of the deck's track, or was before the operator put the same load on air once more. */
export function isLoadedAs(play: PlayId, { loaded }: Deck, { plays }: Detection): boolean {
  return loaded.play === play || (loaded.play !== undefined && plays.get(loaded.play)?.repeats === play);
}

/** The next play of the source; the table counts it when it is put there. */
export function makePlay({ series, playsMade }: Detection, tags: Tags): DeckPlay {
  return { id: `${series}:${playsMade + 1}`, tags, announced: false };
}

/** Whether both are the same track: equal names, or the same file where one has no title. */
function sameTrack(a: Tags, b: Tags): boolean {
  return a.title === '' || b.title === '' ? sameFile(a, b) : a.title === b.title && a.artist === b.artist;
}

function sameFile(a: Tags, b: Tags): boolean {
  return a.location !== '' && a.location === b.location;
}

function withoutUnused(table: Detection): Detection {
  const used = new Set<PlayId | undefined>([table.featured]);
  for (const { loaded } of table.decks.values()) {
    used.add(loaded.play);
  }
  const plays = new Map([...table.plays].filter(([id]) => used.has(id)));
  return plays.size === table.plays.size ? table : { ...table, plays };
}
