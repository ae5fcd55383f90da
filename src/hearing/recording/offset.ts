/** Finds where a recording begins in a stored set, by the tracks that are heard in both. Pure. */
import { isSameTrack, type SetEntry, type Track } from '../../core/track.ts';
import type { HeardEntry } from './tracklist.ts';

type Heard = HeardEntry & { readonly track: Track | undefined };

export interface FoundOffset {
  /** Milliseconds from the set's start to the recording's; negative if the recording began earlier. */
  readonly offsetMs: number;
  /** Tracks that agree. */
  readonly tracks: number;
}

/** Milliseconds by which agreeing tracks differ: if places in files are compared, and if only times of changes are. */
const EXACTLY = 400;
const ROUGHLY = 8_000;
/** Tracks that have to agree. Times of changes alone prove little. */
const FEWEST = 2;
/** Length of a track that proves the place alone, if the set knows its file. */
const LONG_ENOUGH = 30_000;
/** Part of the recording's known tracks that the set has at the same time. Another set may share a track. */
const SAME_SET = 0.5;
/** Milliseconds between the moments at which they are compared. */
const COMPARED_EVERY = 1_000;

/** Returns undefined if the recording is not of this set. */
export function offsetIn(set: readonly SetEntry[], heard: readonly Heard[]): FoundOffset | undefined {
  const exact = agreeing(byPlaces(set, heard), EXACTLY);
  const isOnlyTrack = exact.length === 1 && exact[0]?.isLong === true;
  if (exact.length >= FEWEST || isOnlyTrack) {
    const one = found(exact);
    return isSameSet(set, heard, one.offsetMs) ? one : undefined;
  }
  const rough = agreeing(byChanges(set, heard), ROUGHLY);
  return rough.length >= FEWEST ? found(rough) : undefined;
}

function isSameSet(set: readonly SetEntry[], heard: readonly Heard[], offsetMs: number): boolean {
  const files = set.map((entry) => ({ fromMs: entry.elapsedMs, path: fileOf(entry) }));
  let both = 0;
  let either = 0;
  for (const { path, fromMs, toMs } of heard) {
    for (let atMs = fromMs; atMs < toMs; atMs += COMPARED_EVERY) {
      const inSet = files.findLast((file) => file.fromMs <= atMs + offsetMs)?.path;
      both += path !== undefined && inSet === path ? 1 : 0;
      either += path === undefined && inSet === undefined ? 0 : 1;
    }
  }
  return both >= SAME_SET * either;
}

interface Vote {
  readonly offsetMs: number;
  readonly isLong: boolean;
}

/** A place of a file is heard at one time of the set, and at another of the recording. */
function byPlaces(set: readonly SetEntry[], heard: readonly Heard[]): readonly Vote[] {
  return heard.flatMap(({ path, anchor, fromMs, toMs }) =>
    set.flatMap(({ heard: known }) => {
      if (anchor === undefined || known?.anchor === undefined || known.anchor.path !== path) {
        return [];
      }
      const { atMs, positionMs, tempo } = known.anchor;
      const inSet = atMs + (anchor.positionMs - positionMs) / tempo;
      // A jump between the two places, such as a loop, would move the recording.
      const offsetMs = inSet - anchor.atMs;
      if (!isWithin(inSet, known.anchor) && !isWithin(atMs - offsetMs, anchor)) {
        return [];
      }
      return [{ offsetMs, isLong: toMs - fromMs > LONG_ENOUGH }];
    }),
  );
}

function isWithin(
  atMs: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): boolean {
  return atMs >= fromMs && atMs <= toMs;
}

/** A track takes over at one time of the set, and at another of the recording. The recording's first may have begun before. */
function byChanges(set: readonly SetEntry[], heard: readonly Heard[]): readonly Vote[] {
  return heard
    .slice(1)
    .flatMap(({ path, track, fromMs }) =>
      set.flatMap((entry) =>
        isPlayOf(entry, { path, track }) || haveSameFileName(track, entry.track)
          ? [{ offsetMs: entry.elapsedMs - fromMs, isLong: false }]
          : [],
      ),
    );
}

/** The track's path on this computer, if the set knows it. */
export function fileOf({ heard, file }: Pick<SetEntry, 'heard' | 'file'>): string | undefined {
  return heard?.anchor?.path ?? file;
}

/** Returns whether the set's entry is a play of the heard track, by its file or its names. */
export function isPlayOf(entry: SetEntry, { path, track }: Pick<Heard, 'path' | 'track'>): boolean {
  return (
    (path !== undefined && path === fileOf(entry)) || (track !== undefined && isSameTrack(track, entry.track))
  );
}

function haveSameFileName(one: Track | undefined, { filename }: Track): boolean {
  return filename !== '' && one?.filename === filename;
}

/** The most votes that lie within a span. */
function agreeing(votes: readonly Vote[], span: number): readonly Vote[] {
  const sorted = votes.toSorted((one, other) => one.offsetMs - other.offsetMs);
  let best: readonly Vote[] = [];
  for (const [at, first] of sorted.entries()) {
    const some = sorted.slice(at).filter(({ offsetMs }) => offsetMs <= first.offsetMs + span);
    best = some.length > best.length ? some : best;
  }
  return best;
}

function found(votes: readonly Vote[]): FoundOffset {
  const { offsetMs = 0 } = votes[Math.floor(votes.length / 2)] ?? {};
  return { offsetMs: Math.round(offsetMs), tracks: votes.length };
}
