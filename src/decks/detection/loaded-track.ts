/**
 * Names of a load may come one by one in any order, between "not loaded" and "loaded" or shortly after. Old
 * ones stay until new ones replace them.
 */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { fileOf, type IdentityTag, type LoadedTrack, NAME_TAGS, type Tags } from './deck.ts';
import { isJoining } from './transport.ts';

/** Names without changes count as complete after this. */
const SETTLE_MS = 400;
/** Longer without a title since the last track: it may still come, or be equal. */
const SETTLE_UNTITLED_MS = 1_500;
/** A running deck without a track counts as loading this long. */
const LOADING_MS = 1_000;

const IDENTITY_TAGS: readonly IdentityTag[] = [...NAME_TAGS, 'location', 'filename'];

export function changeTags(before: LoadedTrack, tags: Partial<Tags>, at: number): LoadedTrack {
  let loaded = before;
  for (const tag of IDENTITY_TAGS) {
    const value = tags[tag];
    if (value !== undefined) {
      loaded = changeTag(loaded, tag, value, at);
    }
  }
  if (isLoaded(loaded) !== isLoaded(before)) {
    // The device doesn't report loads, so only names show an empty deck.
    loaded = { ...loaded, emptySince: isLoaded(loaded) ? undefined : at };
  }
  const { durationMs = loaded.tags.durationMs } = tags;
  // Nothing waits for the playing time, which may be late.
  return durationMs === loaded.tags.durationMs ? loaded : { ...loaded, tags: { ...loaded.tags, durationMs } };
}

function changeTag<Tag extends IdentityTag>(
  before: LoadedTrack,
  tag: Tag,
  value: Tags[Tag],
  at: number,
): LoadedTrack {
  const loaded = withOwn(before, tag, value);
  return loaded.tags[tag] === value
    ? loaded
    : { ...loaded, tags: { ...loaded.tags, [tag]: value }, unsettled: true, changedAt: at };
}

/**
 * A reported title makes the other names the track's own: devices may not repeat names that two tracks share.
 */
function withOwn(loaded: LoadedTrack, tag: IdentityTag, value: Tags[IdentityTag]): LoadedTrack {
  const { leftOver } = loaded;
  if (tag === 'title' && value !== '') {
    return loaded.titled && leftOver === undefined
      ? loaded
      : { ...loaded, leftOver: undefined, titled: true };
  }
  if (leftOver === undefined) {
    return loaded;
  }
  const names = new Set([...leftOver.names].filter((name) => name !== tag));
  return names.size === leftOver.names.size ? loaded : { ...loaded, leftOver: { ...leftOver, names } };
}

/** The next names may belong to another track. */
export function forgetNames(loaded: LoadedTrack): LoadedTrack {
  const tags = ownTags(loaded);
  return {
    ...loaded,
    tags,
    titled: false,
    leftOver: { file: fileOf(tags), names: new Set(NAME_TAGS) },
  };
}

/** Reported names without those left from an earlier file. */
export function ownTags({ tags, leftOver }: LoadedTrack): Tags {
  if (leftOver === undefined || leftOver.file === fileOf(tags)) {
    return tags;
  }
  const unknown = [...leftOver.names].map((name) => ({ [name]: UNKNOWN_TRACK[name] }));
  return Object.assign({ ...tags }, ...unknown);
}

export function changeCounted(loaded: LoadedTrack, order: number | undefined): LoadedTrack {
  return order === loaded.counted ? loaded : { ...loaded, counted: order };
}

/** `since`: the connection. */
export function changeLoaded(
  before: LoadedTrack,
  songLoaded: boolean,
  at: number,
  since: number,
): LoadedTrack {
  const joining = isJoining(before.songLoadedAt, at, since);
  const loaded = { ...before, songLoadedAt: at };
  if (loaded.songLoaded === songLoaded) {
    return (before.songLoadedAt ?? since) < since ? loaded : before;
  }
  // A first event "loaded" means an earlier load.
  const loadedAt = loaded.songLoaded === false ? at : loaded.loadedAt;
  return songLoaded
    ? {
        ...loaded,
        songLoaded,
        loadedAt,
        unsettled: true,
        changedAt: at,
        emptySince: undefined,
        counted: undefined,
      }
    : {
        // On joining, values come in any order, so names just reported are current.
        ...(joining ? loaded : forgetNames(loaded)),
        songLoaded,
        emptied: true,
        // Even if names were missing: DJs browse for the next track on the running deck.
        emptySince: isLoaded(loaded) ? at : undefined,
        counted: undefined,
      };
}

export function withoutTrack(loaded: LoadedTrack): LoadedTrack {
  return { ...loaded, play: undefined, emptySince: undefined };
}

/** Decks that never report loads are judged by names. */
export function isLoaded({ songLoaded, tags }: LoadedTrack): boolean {
  return songLoaded ?? (tags.title !== '' || tags.location !== '');
}

/** True while it loads, too. */
export function holdsTrack(loaded: LoadedTrack, at: number): boolean {
  return isLoaded(loaded) || at < (emptyCountsAt(loaded) ?? at);
}

/** Names are complete and belong together. */
export function isSettled(loaded: LoadedTrack): boolean {
  return isLoaded(loaded) && !loaded.unsettled;
}

/** Undefined if nothing is loaded, or names are complete. */
export function settlesAt(loaded: LoadedTrack): number | undefined {
  return loaded.unsettled && isLoaded(loaded)
    ? loaded.changedAt + (loaded.titled ? SETTLE_MS : SETTLE_UNTITLED_MS)
    : undefined;
}

/** When a deck without a track counts as empty; undefined if it does, or holds one. */
export function emptyCountsAt({ emptySince }: LoadedTrack): number | undefined {
  return emptySince === undefined ? undefined : emptySince + LOADING_MS;
}
