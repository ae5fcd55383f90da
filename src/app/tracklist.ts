/** Makes a stored set of a recording: which tracks of the DJ's library it consists of. */
import { basename, join } from 'node:path';
import { messageOf, RunError } from '../core/errors.ts';
import type { Tools } from '../core/tools.ts';
import type { HeardInRecording, SetEntry, Track } from '../core/track.ts';
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
import { type FoundOffset, offsetIn } from '../hearing/recording/offset.ts';
import { whyNotWritten } from '../host/folders.ts';
import type { StartSettings } from '../operator/options.ts';
import { Sessions } from '../sets/index.ts';
import { NOTHING_HIDDEN } from '../show/pipeline/hidden-before.ts';
import { judge, shownOf } from '../show/pipeline/judgement.ts';
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
): Promise<StoredTracklist> {
  const { clock, disk } = tools;
  const library = libraryOf(settings, ownCacheFolder());
  if (library === undefined) {
    throw new RunError('name your music with --hear.library: folders, mixxx, serato or engine');
  }
  const endedAt = (await disk.stat(paths.at(-1) ?? ''))?.modifiedMs ?? clock.now();
  const heard = await hear(paths, library, tools, signal);
  if (heard.entries.every(({ path }) => path === undefined)) {
    const why = heard.problem === undefined ? '' : `; your music is not all indexed: ${heard.problem}`;
    throw new RunError(`nothing of your music was heard in ${paths.join(', ')}${why}`);
  }
  const startedAt = Math.round(endedAt - heard.seconds * 1_000);
  const entries = heard.entries.map((entry, at) =>
    entryOf(entry, { track: entry.track, position: at + 1, startedAt, settings }),
  );
  const sessions = new Sessions(() => settings['session.filename'], clock);
  try {
    const recording = paths.map((path) => basename(path)).join(', ');
    return { session: await sessions.addRecording(recording, entries, Math.round(endedAt)), entries };
  } catch (error) {
    throw new RunError(messageOf(error));
  } finally {
    sessions.close();
  }
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
  const known = set.flatMap(({ heard }) => (heard?.anchor === undefined ? [] : [heard.anchor.path]));
  const library =
    known.length > 0
      ? { folder: join(ownCacheFolder(), 'set-index'), places: [...new Set(known)], lists: [] }
      : libraryOf(settings, ownCacheFolder());
  if (library === undefined) {
    throw new RunError(
      `this set doesn't know its files: name your music with --hear.library, or give --offset`,
    );
  }
  const { entries, seconds } = await hear([path], library, tools, signal);
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
): Promise<HeardRecording & { readonly problem: string | undefined }> {
  const { clock, disk, log } = tools;
  const problem = await indexLibrary(library, tools, signal);
  const heard = await hearRecording(
    {
      paths,
      index: library.folder,
      cache: ownCacheFolder(),
      clock,
      disk,
      progress: progressLines(tools),
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
): Promise<string | undefined> {
  try {
    await tools.disk.makeFolder(library.folder);
  } catch (error) {
    throw new RunError(`cannot keep an index in ${library.folder} (--hear.index): ${whyNotWritten(error)}`);
  }
  const collection = createCollection(tools);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const running = collection.run(library, stop);
  try {
    while (!collection.isIndexed && collection.problem === undefined) {
      signal.throwIfAborted();
      await pause(tools.clock, POLLED_EVERY_MS, signal);
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
}

function entryOf(
  entry: HeardEntry,
  { track = UNKNOWN_TRACK, position, startedAt, settings }: Placed,
): SetEntry {
  const { path, fromMs, firstMs, lastMs, sureness, anchor } = entry;
  const shown = shownOf(judge(track, false, { rules: settings, hiddenBefore: NOTHING_HIDDEN }));
  const heard: HeardInRecording = {
    firstMs,
    lastMs,
    sureness,
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
  read: 'reading the recording',
  search: 'searching your music for the recording',
  compare: 'comparing the recording with your tracks',
} as const;

function progressLines({ clock, log }: TracklistTools): (progress: RecordingProgress) => void {
  let current = '';
  let begun = { at: 0, done: 0 };
  let toldAt = Number.NEGATIVE_INFINITY;
  return ({ step, done, seconds }) => {
    const now = clock.monotonic();
    if (step !== current) {
      current = step;
      begun = { at: now, done: done ?? 0 };
    }
    if (now < toldAt + TOLD_EVERY_MS) {
      return;
    }
    toldAt = now;
    const left = done === undefined ? undefined : ((now - begun.at) * (1 - done)) / (done - begun.done);
    log.info(STEPS[step], {
      ...(done === undefined
        ? { read: hoursMinutesSeconds(seconds * 1_000) }
        : { done: `${Math.floor(done * 100)}%` }),
      ...(left !== undefined && Number.isFinite(left) && { left: hoursMinutesSeconds(left) }),
    });
  };
}
