import type { PlayId } from '../../core/track.ts';
import type { Deck, DeckPlay, Detection, Tags } from './deck.ts';
import { emptyCountsAt, ownTags, settlesAt, withoutTrack } from './loaded-track.ts';
import { JOINING_MS } from './transport.ts';

/** Decks with complete names get a play; those that lost their track a while ago become empty. */
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

/** An empty deck counts as stopped even if its platter turns, so loading doesn't make it lead. */
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

/** Reported load time, else an estimate. */
function loadedAt({ devices }: Detection, { device, loaded }: Deck, at: number): number {
  if (loaded.emptied || loaded.play === undefined) {
    return loaded.loadedAt;
  }
  // Without a reported load, the device may have changed tracks while disconnected.
  const since = devices.get(device)?.since ?? at;
  return loaded.changedAt < since + JOINING_MS ? since : at;
}

/** Undefined if nothing is known that could be shown. */
function playFor(table: Detection, { loaded }: Deck): DeckPlay | undefined {
  const tags = ownTags(loaded);
  if (tags.title === '' && tags.artist === '' && tags.location === '') {
    return undefined;
  }
  const before = loaded.play === undefined ? undefined : table.plays.get(loaded.play);
  // A changed name of the same file is a correction.
  if (
    before !== undefined &&
    !loaded.emptied &&
    (sameFile(before.tags, tags) || sameTrack(before.tags, tags))
  ) {
    return { ...before, tags: named(tags, before) };
  }
  // Once another track was featured, loading an announced track is a new load.
  for (const play of table.plays.values()) {
    if ((play.id === table.featured || !play.announced) && sameTrack(play.tags, tags)) {
      return { ...play, tags: named(tags, play) };
    }
  }
  return makePlay(table, tags);
}

/** Names of the play, if the deck reports only the file. */
function named(tags: Tags, { tags: known }: DeckPlay): Tags {
  if (tags.title !== '' || tags.artist !== '') {
    return tags;
  }
  const { location, filename, durationMs } = tags;
  return { ...known, location, filename, durationMs };
}

export function tagsOn({ loaded }: Deck, { plays }: Detection): Tags {
  const play = loaded.play === undefined ? undefined : plays.get(loaded.play);
  return play === undefined ? ownTags(loaded) : named(ownTags(loaded), play);
}

/** The play of the deck's track, or of the same load before the operator put it on air again. */
export function isLoadedAs(play: PlayId, { loaded }: Deck, { plays }: Detection): boolean {
  return loaded.play === play || (loaded.play !== undefined && plays.get(loaded.play)?.repeats === play);
}

/** The caller adds it to the table. */
export function makePlay({ series, playsMade }: Detection, tags: Tags): DeckPlay {
  return { id: `${series}:${playsMade + 1}`, tags, announced: false };
}

/** Compares names, or files if either has no title. */
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
