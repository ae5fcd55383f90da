/**
 * Loaded track of a deck. During a load, names may be reported one by one in any order, between "not loaded" and
 * "loaded" or shortly after. Old ones stay until new ones replace them.
 */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { fileOf, type IdentityTag, type LoadedTrack, NAME_TAGS, type Tags } from './deck.ts';
import { isJoining } from './transport.ts';

/** Time without changes after which the names count as complete. */
const SETTLE_MS = 400;
/** The same while no title was reported since the last track: it may still come, or be equal. */
const SETTLE_UNTITLED_MS = 1_500;
/** Time for which a running deck without a track counts as loading the next one. */
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
    // The device doesn't report loads, so only the names show that the deck is empty.
    loaded = { ...loaded, emptySince: isLoaded(loaded) ? undefined : at };
  }
  const { durationMs = loaded.tags.durationMs } = tags;
  // The playing time may be reported late, so nothing waits for it.
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
 * A reported title makes the other names the track's own, because devices may not repeat names that two tracks share.
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

/** Marks names as left over, because the next ones may belong to another track. */
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

export function changeCounted(loaded: LoadedTrack, load: number | undefined): LoadedTrack {
  return load === loaded.counted ? loaded : { ...loaded, counted: load };
}

/** `since`: time of the connection. */
export function changeLoaded(
  before: LoadedTrack,
  songLoaded: boolean,
  at: number,
  since: number,
): LoadedTrack {
  const joining = isJoining(before.songLoadedAt, at, since);
  const loaded = { ...before, songLoadedAt: at };
  if (loaded.songLoaded === songLoaded) {
    return joining ? loaded : before;
  }
  // A deck whose first event says it is loaded was loaded earlier.
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
        // On joining, values are reported in any order, so names that were just reported are current.
        ...(joining ? loaded : forgetNames(loaded)),
        songLoaded,
        emptied: true,
        // Also if names were missing: DJs browse for the next track on the running deck.
        emptySince: isLoaded(loaded) ? at : undefined,
        counted: undefined,
      };
}

/** Makes the deck count as empty. */
export function withoutTrack(loaded: LoadedTrack): LoadedTrack {
  return { ...loaded, play: undefined, emptySince: undefined };
}

/** Decks that never report loads are judged by their names. */
export function isLoaded({ songLoaded, tags }: LoadedTrack): boolean {
  return songLoaded ?? (tags.title !== '' || tags.location !== '');
}

/** Returns whether a track is loaded, or about to be. */
export function holdsTrack(loaded: LoadedTrack, at: number): boolean {
  return isLoaded(loaded) || at < (emptyCountsAt(loaded) ?? at);
}

/** Returns whether the names are complete and belong together. */
export function isSettled(loaded: LoadedTrack): boolean {
  return isLoaded(loaded) && !loaded.unsettled;
}

/** Time at which the names count as complete; undefined if they do already, or nothing is loaded. */
export function settlesAt(loaded: LoadedTrack): number | undefined {
  return loaded.unsettled && isLoaded(loaded)
    ? loaded.changedAt + (loaded.titled ? SETTLE_MS : SETTLE_UNTITLED_MS)
    : undefined;
}

/** Time at which a deck without a track counts as empty; undefined if it holds one, or counts as empty already. */
export function emptyCountsAt({ emptySince }: LoadedTrack): number | undefined {
  return emptySince === undefined ? undefined : emptySince + LOADING_MS;
}
