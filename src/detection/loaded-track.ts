/**
 * What lies on a deck. While a track is loaded, its names come one by one in any order, between "not loaded"
 * and "loaded" or a little after; old ones stay until new ones replace them.
 */
import { fullPlaceOf, type LoadedTrack, locationOf, NAME_TAGS, type Tags, type TextTag } from './deck.ts';

/** Milliseconds without news after which the names are taken as they stand. */
const SETTLE_MS = 400;
/** The same while no title has come since the last track: it may be on its way, or be the same again. */
const SETTLE_UNTITLED_MS = 1_500;
/** Milliseconds for which a deck that runs on without a track counts as loading its next one. */
const LOADING_MS = 1_000;

export function changeText(before: LoadedTrack, tag: TextTag, value: string, at: number): LoadedTrack {
  const loaded = withOwn(before, tag, value);
  return loaded.tags[tag] === value
    ? loaded
    : { ...loaded, tags: { ...loaded.tags, [tag]: value }, unsettled: true, changedAt: at };
}

/** With a title, the other names are its own too: a device need not repeat what two tracks have in common. */
function withOwn(loaded: LoadedTrack, tag: TextTag, value: string): LoadedTrack {
  const { leftOver, ...rest } = loaded;
  if (tag === 'title' && value !== '') {
    return loaded.titled && leftOver === undefined ? loaded : { ...rest, titled: true };
  }
  const names = new Set(leftOver?.names);
  return leftOver !== undefined && names.delete(tag)
    ? { ...loaded, leftOver: { ...leftOver, names } }
    : loaded;
}

/** Nothing that the deck tells from now on is the name of what lies there: what it told before is. */
export function forgetNames(loaded: LoadedTrack): LoadedTrack {
  const tags = ownTags(loaded);
  return {
    ...loaded,
    tags,
    titled: false,
    leftOver: { place: fullPlaceOf(tags), names: new Set(NAME_TAGS) },
  };
}

/** What the device tells of this track: names that another place had before are not its own. */
export function ownTags({ tags, leftOver }: LoadedTrack): Tags {
  if (leftOver === undefined || leftOver.place === fullPlaceOf(tags)) {
    return tags;
  }
  const own = { ...tags };
  for (const name of leftOver.names) {
    own[name] = '';
  }
  return own;
}

/** The playing time may come late: nothing waits for it. */
export function changeNumber(
  loaded: LoadedTrack,
  tag: Exclude<keyof Tags, TextTag>,
  value: number,
): LoadedTrack {
  return loaded.tags[tag] === value ? loaded : { ...loaded, tags: { ...loaded.tags, [tag]: value } };
}

export function changeLoaded(loaded: LoadedTrack, songLoaded: boolean, at: number): LoadedTrack {
  if (loaded.songLoaded === songLoaded) {
    return loaded;
  }
  const { emptySince: _over, ...rest } = loaded;
  // What is said to be loaded at the first word was loaded before anybody listened.
  const loadedAt = loaded.songLoaded === false ? at : loaded.loadedAt;
  return songLoaded
    ? { ...rest, songLoaded, loadedAt, unsettled: true, changedAt: at }
    : { ...forgetNames(rest), songLoaded, emptySince: at, emptied: true };
}

/** A device that never says whether something is loaded is judged by the names it tells. */
export function isLoaded({ songLoaded, tags }: LoadedTrack): boolean {
  return songLoaded ?? (tags.title !== '' || locationOf(tags) !== '');
}

/** Something lies there, or is about to. */
export function holdsTrack(loaded: LoadedTrack, at: number): boolean {
  return isLoaded(loaded) || at < (emptyCountsAt(loaded) ?? at);
}

/** The names belong together, and nothing newer is known. */
export function isSettled(loaded: LoadedTrack): boolean {
  return isLoaded(loaded) && !loaded.unsettled;
}

/** When the names may be taken as they stand; undefined when they have been, or nothing is loaded. */
export function settlesAt(loaded: LoadedTrack): number | undefined {
  return loaded.unsettled && isLoaded(loaded)
    ? loaded.changedAt + (loaded.titled ? SETTLE_MS : SETTLE_UNTITLED_MS)
    : undefined;
}

/** When a deck without a track counts as empty; undefined when it holds one, or held none before. */
export function emptyCountsAt({ emptySince, play }: LoadedTrack): number | undefined {
  return emptySince === undefined || play === undefined ? undefined : emptySince + LOADING_MS;
}
