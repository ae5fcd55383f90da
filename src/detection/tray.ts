/**
 * What lies on a deck. While a track is loaded, its names come one by one in any order, between "not loaded"
 * and "loaded" or a little after; old ones stay until new ones replace them.
 */
import { fullPlaceOf, NAME_TAGS, placeOf, type Tags, type TextTag, type Tray } from './deck.ts';

/** Milliseconds without news after which the names are taken as they stand. */
const SETTLE_MS = 400;
/** The same while no title has come since the last track: it may be on its way, or be the same again. */
const SETTLE_UNTITLED_MS = 1_500;
/** Milliseconds for which a deck that runs on without a track counts as loading its next one. */
const LOADING_MS = 1_000;

export function changeText(before: Tray, tag: TextTag, value: string, at: number): Tray {
  const tray = withOwn(before, tag, value);
  return tray.tags[tag] === value
    ? tray
    : { ...tray, tags: { ...tray.tags, [tag]: value }, unsettled: true, changedAt: at };
}

/** With a title, the other names are its own too: a device need not repeat what two tracks have in common. */
function withOwn(tray: Tray, tag: TextTag, value: string): Tray {
  const { leftOver, ...rest } = tray;
  if (tag === 'title' && value !== '') {
    return tray.titled && leftOver === undefined ? tray : { ...rest, titled: true };
  }
  const names = new Set(leftOver?.names);
  return leftOver !== undefined && names.delete(tag) ? { ...tray, leftOver: { ...leftOver, names } } : tray;
}

/** Nothing that the deck tells from now on is the name of what lies there: what it told before is. */
export function forgetNames(tray: Tray): Tray {
  const tags = ownTags(tray);
  return { ...tray, tags, titled: false, leftOver: { place: fullPlaceOf(tags), names: new Set(NAME_TAGS) } };
}

/** What the device tells of this track: names that another place had before are not its own. */
export function ownTags({ tags, leftOver }: Tray): Tags {
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
export function changeNumber(tray: Tray, tag: Exclude<keyof Tags, TextTag>, value: number): Tray {
  return tray.tags[tag] === value ? tray : { ...tray, tags: { ...tray.tags, [tag]: value } };
}

export function changeLoaded(tray: Tray, songLoaded: boolean, at: number): Tray {
  if (tray.songLoaded === songLoaded) {
    return tray;
  }
  const { emptySince: _over, ...rest } = tray;
  // What is said to be loaded at the first word was loaded before anybody listened.
  const loadedAt = tray.songLoaded === false ? at : tray.loadedAt;
  return songLoaded
    ? { ...rest, songLoaded, loadedAt, unsettled: true, changedAt: at }
    : { ...forgetNames(rest), songLoaded, emptySince: at, emptied: true };
}

/** A device that never says whether something is loaded is judged by the names it tells. */
export function isLoaded({ songLoaded, tags }: Tray): boolean {
  return songLoaded ?? (tags.title !== '' || placeOf(tags) !== '');
}

/** Something lies there, or is about to. */
export function holdsTrack(tray: Tray, at: number): boolean {
  return isLoaded(tray) || at < (emptyCountsAt(tray) ?? at);
}

/** The names belong together, and nothing newer is known. */
export function isSettled(tray: Tray): boolean {
  return isLoaded(tray) && !tray.unsettled;
}

/** When the names may be taken as they stand; undefined when they have been, or nothing is loaded. */
export function settlesAt(tray: Tray): number | undefined {
  return tray.unsettled && isLoaded(tray)
    ? tray.changedAt + (tray.titled ? SETTLE_MS : SETTLE_UNTITLED_MS)
    : undefined;
}

/** When a deck without a track counts as empty; undefined when it holds one, or held none before. */
export function emptyCountsAt({ emptySince, play }: Tray): number | undefined {
  return emptySince === undefined || play === undefined ? undefined : emptySince + LOADING_MS;
}
