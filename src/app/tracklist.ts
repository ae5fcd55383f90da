/** Makes a stored set of a recording: which tracks of the DJ's library it consists of. */
import { basename, join } from 'node:path';
import { RunError, textOf } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import type { Clock, Tools } from '../core/tools.ts';
import type { HeardInRecording, OperatorNames, SetEntry, Shown, Track } from '../core/track.ts';
import { UNKNOWN_TRACK } from '../core/track.ts';
import { hoursMinutesSeconds } from '../core/units.ts';
import { pause } from '../core/waiting.ts';
import { type Library, libraryOf } from '../hearing/collection/library.ts';
import {
  type HeardEntry,
  type HeardRecording,
  hearRecording,
  type RecordingProgress,
} from '../hearing/recording/index.ts';
import { type FoundOffset, fileOf, offsetIn } from '../hearing/recording/offset.ts';
import { whyNotWritten } from '../host/folders.ts';
import type { StartSettings } from '../operator/options.ts';
import { Sessions } from '../sets/index.ts';
import { NOTHING_HIDDEN } from '../show/pipeline/hidden-before.ts';
import { judge, shownOf, withCorrections } from '../show/pipeline/judgement.ts';
import type { HideRules, PipelineOptions } from '../show/pipeline/options.ts';
import { createCollection, ownCacheFolder } from './hearing.ts';

const POLLED_EVERY_MS = 300;
/** Milliseconds between progress lines. */
const TOLD_EVERY_MS = 5_000;

export type TracklistSettings = Pick<
  StartSettings,
  | 'session.filename'
  | 'hear.library'
  | 'hear.index'
  | 'prodjlink.key'
  | keyof HideRules
  | Extract<keyof PipelineOptions, `extract.${string}`>
>;

type TracklistTools = Pick<Tools, 'clock' | 'disk' | 'log'>;

/** `index`: the music is indexed. `done`: part of the step, 0 to 1; undefined if unknown. */
export interface TracklistProgress {
  readonly step: RecordingProgress['step'] | 'index';
  readonly done: number | undefined;
  /** Seconds of the recording that were read. */
  readonly seconds: number;
}

export interface StoredTracklist {
  readonly session: number;
  readonly entries: readonly SetEntry[];
}

/**
 * Hears the files as one recording and stores its set. Rejects with a RunError, or with the signal's reason; a later
 * call then goes on where this one ended.
 */
export async function storeTracklist(
  paths: readonly string[],
  settings: TracklistSettings,
  tools: TracklistTools,
  signal: AbortSignal,
  progress = progressLines(tools),
): Promise<StoredTracklist> {
  const { clock, disk } = tools;
  const library = libraryOf(settings, ownCacheFolder());
  if (library === undefined) {
    throw new RunError(say('tracklist.no-library'));
  }
  const infos = await Promise.all(paths.map((path) => disk.stat(path)));
  for (const [at, path] of paths.entries()) {
    if (infos[at]?.kind !== 'file') {
      // Indexing may take long.
      const reason = say(infos[at] === undefined ? 'tracklist.no-such-file' : 'tracklist.no-file');
      throw new RunError(say('tracklist.cannot-hear', { path, reason }));
    }
  }
  const endedAt = infos.at(-1)?.modifiedMs ?? clock.now();
  const heard = await hear(paths, library, tools, signal, progress);
  if (heard.entries.every(({ path }) => path === undefined)) {
    const recording = paths.join(', ');
    throw new RunError(
      heard.problem === undefined
        ? say('tracklist.nothing-heard', { recording })
        : say('tracklist.nothing-heard-yet', { recording, reason: heard.problem }),
    );
  }
  const startedAt = Math.round(endedAt - heard.seconds * 1_000);
  const found = heard.entries.map((entry, at) => {
    const file = heard.files.findLast(({ fromMs }) => fromMs <= entry.fromMs);
    const begins = file && { path: file.path, atMs: Math.round(entry.fromMs - file.fromMs) };
    return entryOf(entry, { track: entry.track, position: at + 1, startedAt, settings, begins });
  });
  const sessions = new Sessions(() => settings['session.filename'], clock);
  try {
    const recording = paths.map((path) => basename(path)).join(', ');
    const before = await sessions.ofRecording(recording, Math.round(endedAt));
    const entries = withChecked(found, before, settings);
    return { session: await sessions.addRecording(recording, entries, Math.round(endedAt)), entries };
  } catch (error) {
    throw new RunError(textOf(error));
  } finally {
    sessions.close();
  }
}

/**
 * Stores the right names of a track of a stored set, which the hiding rules may hide. Rejects with a RunError if there
 * is no such track.
 */
export async function correctEntry(
  { session, position, names }: { session: number; position: number; names: OperatorNames },
  settings: TracklistSettings,
  sessions: Pick<Sessions, 'entries' | 'correct'>,
): Promise<void> {
  const entry = (await sessions.entries(session)).find((one) => one.position === position);
  if (entry === undefined) {
    throw new RunError(say('tracklist.no-such-track', { session, position }));
  }
  if (entry.hidden) {
    throw new RunError(say('tracklist.track-hidden', { position }));
  }
  const shown = shownAs(entry.track, settings, names);
  const { heard } = entry;
  await sessions.correct(
    session,
    heard === undefined ? { ...entry, ...shown } : checked(entry, heard, shown),
  );
}

/** Gives names that the user has checked before to the entries that play at those times now. */
function withChecked(
  entries: readonly SetEntry[],
  before: readonly SetEntry[],
  settings: TracklistSettings,
): readonly SetEntry[] {
  return entries.map((entry, at) => {
    const endsAt = entries[at + 1]?.elapsedMs ?? Number.POSITIVE_INFINITY;
    const earlier = before.find(({ elapsedMs, heard }) => {
      const middle = (elapsedMs + (heard?.lastMs ?? 0)) / 2;
      return heard?.isChecked && middle >= entry.elapsedMs && middle < endsAt;
    });
    if (earlier === undefined || entry.heard === undefined || entry.hidden) {
      return entry;
    }
    const { track } = earlier;
    // The rules may have changed since. Names of a hidden entry were not stored.
    return checked(entry, entry.heard, earlier.hidden ? earlier : shownAs(track, settings, track));
  });
}

function checked(
  entry: SetEntry,
  { anchor, ...heard }: HeardInRecording,
  { track, hidden }: Shown,
): SetEntry {
  return {
    ...entry,
    track,
    hidden,
    heard: { ...heard, isChecked: true, ...(anchor && !hidden && { anchor }) },
  };
}

/** `names`: from the user; the rules may hide them, but leave them as they are. */
function shownAs(track: Track, settings: TracklistSettings, names: OperatorNames = {}): Shown {
  const judged = judge({ ...track, ...names }, false, { rules: settings, hiddenBefore: NOTHING_HIDDEN });
  return shownOf(withCorrections(judged, names));
}

/**
 * Finds where a recording begins in a stored set. Files that the set knows need no library. Rejects with a RunError if
 * it is no recording of the set, or with the signal's reason.
 */
export async function findOffset(
  path: string,
  set: readonly SetEntry[],
  settings: Pick<TracklistSettings, 'hear.library' | 'hear.index' | 'prodjlink.key'>,
  tools: TracklistTools,
  signal: AbortSignal,
): Promise<FoundOffset & { readonly seconds: number }> {
  const known = new Set(set.flatMap((entry) => fileOf(entry) ?? []));
  // A set that was played may know the files of some tracks only.
  const isLacking = set.some((entry) => !entry.hidden && !entry.heard && fileOf(entry) === undefined);
  const all = isLacking || known.size === 0 ? libraryOf(settings, ownCacheFolder()) : undefined;
  const ofSet = { folder: join(ownCacheFolder(), 'set-index'), places: [...known], lists: [] };
  const library = all ?? (known.size > 0 ? ofSet : undefined);
  if (library === undefined) {
    throw new RunError(
      `this set doesn't know its files: name your music with --hear.library, or give --offset`,
    );
  }
  const { entries, seconds } = await hear([path], library, tools, signal, progressLines(tools));
  const found = offsetIn(set, entries);
  if (found === undefined) {
    throw new RunError(`${path} was not found in this set: choose another --session, or give --offset`);
  }
  return { ...found, seconds };
}

async function hear(
  paths: readonly string[],
  library: Library,
  tools: TracklistTools,
  signal: AbortSignal,
  progress: (progress: TracklistProgress) => void,
): Promise<HeardRecording & { readonly problem: Text | undefined }> {
  const { clock, disk, log } = tools;
  const problem = await indexLibrary(library, tools, signal, progress);
  const heard = await hearRecording(
    {
      paths,
      index: library.folder,
      cache: ownCacheFolder(),
      clock,
      disk,
      progress,
      problem: (path, reason) => log.warn('cannot hear all of a file', { path, reason }),
    },
    signal,
  );
  return { ...heard, problem };
}

/** Resolves when every file is indexed, or with the reason why that can't be: another program may be doing it. */
async function indexLibrary(
  library: Library,
  tools: TracklistTools,
  signal: AbortSignal,
  progress: (progress: TracklistProgress) => void,
): Promise<Text | undefined> {
  try {
    await tools.disk.makeFolder(library.folder);
  } catch (error) {
    throw new RunError(say('tracklist.no-index', { folder: library.folder, reason: whyNotWritten(error) }));
  }
  const collection = createCollection(tools);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const running = collection.run(library, stop);
  try {
    while (!collection.isIndexed && collection.problem === undefined) {
      signal.throwIfAborted();
      await pause(tools.clock, POLLED_EVERY_MS, signal);
      const { known = 0, total = 0 } = collection.view() ?? {};
      if (total > 0) {
        progress({ step: 'index', done: known / total, seconds: 0 });
      }
    }
    if (collection.problem !== undefined) {
      tools.log.warn('searching the tracks that are indexed so far', { reason: collection.problem });
    }
    for (const { finding, todo } of collection.findings().filter(({ severity }) => severity !== 'ok')) {
      tools.log.warn('not all of your music can be found', { finding, todo });
    }
  } finally {
    over.abort();
    await running;
  }
  signal.throwIfAborted();
  return collection.problem;
}

interface Placed {
  readonly track: Track | undefined;
  readonly position: number;
  readonly startedAt: number;
  readonly settings: TracklistSettings;
  readonly begins: HeardInRecording['begins'] | undefined;
}

function entryOf(
  entry: HeardEntry,
  { track = UNKNOWN_TRACK, position, startedAt, settings, begins }: Placed,
): SetEntry {
  const { path, fromMs, firstMs, lastMs, sureness, anchor } = entry;
  const shown = shownAs(track, settings);
  const heard: HeardInRecording = {
    firstMs,
    lastMs,
    sureness,
    ...(begins && { begins }),
    ...(path !== undefined && anchor !== undefined && !shown.hidden && { anchor: { path, ...anchor } }),
  };
  return {
    ...shown,
    playId: `recording:${startedAt.toString(36)}:${position}`,
    position,
    source: 'recording',
    at: startedAt + fromMs,
    elapsedMs: fromMs,
    heard,
  };
}

const STEPS = {
  index: 'indexing your music',
  read: 'reading the recording',
  search: 'searching your music for the recording',
  compare: 'comparing the recording with your tracks',
} as const;

function progressLines({
  clock,
  log,
}: Pick<TracklistTools, 'clock' | 'log'>): (progress: TracklistProgress) => void {
  const leftMs = createEstimate(clock);
  let toldAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const { step, done, seconds } = progress;
    const left = leftMs(progress);
    const now = clock.monotonic();
    if (now < toldAt + TOLD_EVERY_MS) {
      return;
    }
    toldAt = now;
    log.info(STEPS[step], {
      ...(done === undefined
        ? { read: hoursMinutesSeconds(seconds * 1_000) }
        : { done: `${Math.floor(done * 100)}%` }),
      ...(left !== undefined && { left: hoursMinutesSeconds(left) }),
    });
  };
}

/** Returns a function of each progress that estimates the milliseconds left of the step; undefined if unknown. */
export function createEstimate(
  clock: Pick<Clock, 'monotonic'>,
): (progress: TracklistProgress) => number | undefined {
  let current = '';
  let begun = { at: 0, done: 0 };
  return ({ step, done }) => {
    const now = clock.monotonic();
    if (step !== current) {
      current = step;
      begun = { at: now, done: done ?? 0 };
    }
    const left = done === undefined ? undefined : ((now - begun.at) * (1 - done)) / (done - begun.done);
    return left !== undefined && Number.isFinite(left) ? left : undefined;
  };
}
