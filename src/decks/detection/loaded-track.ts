/**
 * The loaded track of a deck. During a load, names may come one by one in any order, between "not loaded" and "loaded"
 * or a little after; old ones stay until new ones replace them.
 */
import { UNKNOWN_TRACK } from '../../core/track.ts';
import { fileOf, type IdentityTag, type LoadedTrack, NAME_TAGS, type Tags } from './deck.ts';
import { isJoining } from './transport.ts';

/** Milliseconds without changes after which the names count as complete. */
const SETTLE_MS = 400;
/** The same while no title has come since the last track: it may be on its way, or be the same again. */
const SETTLE_UNTITLED_MS = 1_500;
/** Milliseconds for which a deck that runs on without a track counts as loading its next one. */
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
    // No load is reported, so its names are all that says that it is empty.
    loaded = { ...loaded, emptySince: isLoaded(loaded) ? undefined : at };
  }
  const { durationMs = loaded.tags.durationMs } = tags;
  // The playing time may come late: nothing waits for it.
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

/** With a title, the other names are its own too: a device need not repeat what two tracks have in common. */
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

/** Names from now on may belong to another track than the loaded one. */
export function forgetNames(loaded: LoadedTrack): LoadedTrack {
  const tags = ownTags(loaded);
  return {
    ...loaded,
    tags,
    titled: false,
    leftOver: { file: fileOf(tags), names: new Set(NAME_TAGS) },
  };
}

/** The reported names of this track, without those of an earlier file. */
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

/** `since`: when the device was connected. */
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
  // A deck that is loaded at its first event was loaded before.
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
        // Values are told in any order: the names that came a moment before are of now, too, as in the middle of a load.
        ...(joining ? loaded : forgetNames(loaded)),
        songLoaded,
        emptied: true,
        // Also one whose names were still on their way: a DJ looks for the next track on the deck that runs.
        emptySince: isLoaded(loaded) ? at : undefined,
        counted: undefined,
      };
}

/** The deck counts as empty. */
export function withoutTrack(loaded: LoadedTrack): LoadedTrack {
  return { ...loaded, play: undefined, emptySince: undefined };
}

/** A deck that never reports whether something is loaded is judged by its names. */
export function isLoaded({ songLoaded, tags }: LoadedTrack): boolean {
  return songLoaded ?? (tags.title !== '' || tags.location !== '');
}

/** Something is loaded, or is about to be. */
export function holdsTrack(loaded: LoadedTrack, at: number): boolean {
  return isLoaded(loaded) || at < (emptyCountsAt(loaded) ?? at);
}

/** Whether the names are complete and belong together. */
export function isSettled(loaded: LoadedTrack): boolean {
  return isLoaded(loaded) && !loaded.unsettled;
}

/** When the names count as complete; undefined when they do already, or nothing is loaded. */
export function settlesAt(loaded: LoadedTrack): number | undefined {
  return loaded.unsettled && isLoaded(loaded)
    ? loaded.changedAt + (loaded.titled ? SETTLE_MS : SETTLE_UNTITLED_MS)
    : undefined;
}

/** When a deck without a track counts as empty; undefined when it holds one, or does already. */
export function emptyCountsAt({ emptySince }: LoadedTrack): number | undefined {
  return emptySince === undefined ? undefined : emptySince + LOADING_MS;
}
