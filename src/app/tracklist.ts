/** Makes a stored set of a recording: which tracks of the DJ's library it consists of. */
import { basename, join } from 'node:path';
import { RunError, textOf } from '../core/errors.ts';
import { say, type Text } from '../core/message.ts';
import { Sealed } from '../core/sealed.ts';
import type { Clock, Tools } from '../core/tools.ts';
import type { HeardInRecording, OperatorNames, SetEntry, Shown, Track } from '../core/track.ts';
import { isSameTrack, UNKNOWN_TRACK, withHiddenRemoved, withoutRemoved } from '../core/track.ts';
import { hoursMinutesSeconds } from '../core/units.ts';
import { pause } from '../core/waiting.ts';
import { type Library, libraryOf } from '../hearing/collection/library.ts';
import { type HeardRecording, hearRecording, type RecordingProgress } from '../hearing/recording/index.ts';
import { type FoundOffset, fileOf, offsetIn } from '../hearing/recording/offset.ts';
import { whyNotWritten } from '../host/folders.ts';
import type { StartSettings } from '../operator/options.ts';
import { Sessions } from '../sets/index.ts';
import { NOTHING_HIDDEN, wasHidden, withHidden } from '../show/pipeline/hidden-before.ts';
import {
  factsOf,
  type Grounds,
  isHidden,
  type Judgement,
  judge,
  judgeEntry,
  shownOf,
  withCorrections,
  withVerdict,
} from '../show/pipeline/judgement.ts';
import type { HideRules, PipelineOptions } from '../show/pipeline/options.ts';
import { type EarlierChoices, earlierChoices } from './earlier-choices.ts';
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
  const sessions = new Sessions(() => settings['session.filename'], clock);
  try {
    const recording = paths.map((path) => basename(path)).join(', ');
    const before = await sessions.ofRecording(recording, Math.round(endedAt));
    const choices = await earlierChoices(allSets(sessions), heard.entries, settings);
    const entries = entriesOf(heard, {
      startedAt: Math.round(endedAt - heard.seconds * 1_000),
      before,
      choices,
      settings,
    });
    const session = await sessions.addRecording(recording, entries, Math.round(endedAt));
    return { session, entries: withoutRemoved(entries) };
  } catch (error) {
    throw new RunError(textOf(error));
  } finally {
    sessions.close();
  }
}

/** Oldest first. */
async function* allSets(sessions: Pick<Sessions, 'list' | 'entries'>): AsyncIterable<readonly SetEntry[]> {
  for (const { id } of (await sessions.list(Number.MAX_SAFE_INTEGER)).toReversed()) {
    yield withHiddenRemoved(await sessions.entries(id));
  }
}

interface Place {
  readonly session: number;
  readonly position: number;
}

/**
 * Stores the right names of a track of a stored set, which the hiding rules may hide. Rejects with a RunError if there
 * is no such track.
 */
export async function correctEntry(
  { names, ...place }: Place & { readonly names: OperatorNames },
  settings: TracklistSettings,
  sessions: Pick<Sessions, 'entries' | 'correct'>,
): Promise<void> {
  const { entry } = await entryAt(place, sessions);
  if (entry.hidden) {
    throw new RunError(say('tracklist.track-hidden', { position: place.position }));
  }
  const judged = withRevealOf(
    entry,
    judgeNames({ ...entry.track, ...names }, names, withoutEarlier(settings)),
  );
  const { reported = entry.track, corrected = {} } = entry.facts?.open() ?? {};
  const facts = { ...factsOf(judged), reported, corrected: { ...corrected, ...names } };
  const heard = entry.heard && { ...entry.heard, isChecked: true as const };
  await sessions.correct(place.session, [storedAs({ ...entry, ...(heard && { heard }) }, judged, facts)]);
}

/**
 * Hides or shows all plays of a track in a stored set. Rejects with a RunError if there is no such track, or if its
 * names are no longer known.
 */
export async function changeEntry(
  { verdict, ...place }: Place & { readonly verdict: 'hide' | 'reveal' },
  settings: TracklistSettings,
  sessions: Pick<Sessions, 'entries' | 'correct'>,
): Promise<void> {
  const { entry, entries } = await entryAt(place, sessions);
  if (verdict === 'reveal' && entry.hidden && entry.facts === undefined) {
    throw new RunError(say('tracklist.names-not-kept', { position: place.position }));
  }
  const isHide = verdict === 'hide';
  const grounds = withoutEarlier(settings);
  const itself = withHidden(NOTHING_HIDDEN, judgeEntry(entry, grounds));
  // A removed track may be put back, and must be hidden then.
  const changed = entries
    .map((one) => ({ one, judgement: judgeEntry(one, grounds) }))
    .filter(({ one, judgement }) => one === entry || (one.hidden !== isHide && wasHidden(itself, judgement)))
    .map(({ one, judgement }) => storedAs(one, withVerdict(judgement, verdict)));
  await sessions.correct(place.session, changed);
}

/** Removes a track from a stored set, or puts it back. Rejects with a RunError if there is no such track. */
export async function removeEntry(
  { isRemoved, ...place }: Place & { readonly isRemoved: boolean },
  sessions: Pick<Sessions, 'entries' | 'correct'>,
): Promise<void> {
  const { entry } = await entryAt(place, sessions, !isRemoved);
  const { removed: _removed, ...kept } = entry;
  await sessions.correct(place.session, [{ ...kept, ...(isRemoved && { removed: true }) }]);
}

async function entryAt({ session, position }: Place, sessions: Pick<Sessions, 'entries'>, isRemoved = false) {
  const entries = await sessions.entries(session);
  const entry = entries.find((one) => one.position === position && (one.removed ?? false) === isRemoved);
  if (entry === undefined) {
    throw new RunError(say('tracklist.no-such-track', { session, position }));
  }
  return { entry, entries };
}

function withoutEarlier(settings: TracklistSettings): Grounds {
  return { rules: settings, hiddenBefore: NOTHING_HIDDEN };
}

/** Right names stay as they are, but the rules apply to them too. */
function judgeNames(track: Track, names: OperatorNames, grounds: Grounds): Judgement {
  const reported = judge(track, false, grounds);
  const named = judge({ ...track, ...names }, false, grounds);
  return {
    ...withCorrections(reported, names),
    rules: [...new Set([...reported.rules, ...named.rules])],
    verdict: reported.verdict ?? named.verdict,
  };
}

/** A reveal doesn't cover rules that have been added since. */
function withRevealOf({ heard, facts }: SetEntry, judgement: Judgement): Judgement {
  const revealedFrom = heard?.revealedFrom ?? facts?.open().revealedFrom;
  return revealedFrom !== undefined && judgement.rules.every((rule) => revealedFrom.includes(rule))
    ? withVerdict(judgement, 'reveal')
    : judgement;
}

/** A visible track of a recording needs no facts: its names are those that are shown. */
function storedAs(
  entry: Omit<SetEntry, keyof Shown>,
  judgement: Judgement,
  facts = factsOf(judgement),
): SetEntry {
  const { facts: known, file: _file, heard, ...play } = entry;
  const { track, hidden } = shownOf(judgement);
  const file = fileOf(entry) ?? known?.open().file;
  return {
    ...play,
    track,
    hidden,
    ...((hidden || heard === undefined) && {
      facts: new Sealed({ ...facts, ...(file !== undefined && { file }) }),
    }),
    ...(!hidden && file !== undefined && { file }),
    ...(heard && { heard: heardAs(heard, judgement) }),
  };
}

function heardAs(
  { anchor, isHiddenByHand: _hidden, hiddenAs, revealedFrom: _from, ...heard }: HeardInRecording,
  judgement: Judgement,
): HeardInRecording {
  const { verdict, rules } = judgement;
  return {
    ...heard,
    ...(verdict === 'hide' && { isHiddenByHand: true, ...(hiddenAs && { hiddenAs }) }),
    ...(verdict === 'reveal' && { revealedFrom: rules }),
    ...(anchor && !isHidden(judgement) && { anchor }),
  };
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

interface Before {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Stored set of this recording. */
  readonly before: readonly SetEntry[];
  readonly choices: EarlierChoices;
  readonly settings: TracklistSettings;
}

function entriesOf({ entries, files }: HeardRecording, earlier: Before): readonly SetEntry[] {
  const { startedAt, before } = earlier;
  return entries.map((entry, at) => {
    const { path, fromMs, firstMs, lastMs, sureness, anchor } = entry;
    const endsAt = entries[at + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const decided = decidedBetween(fromMs, endsAt, before);
    const file = files.findLast((one) => one.fromMs <= fromMs);
    const { judgement, hiddenAs } = judgeHeard(entry, decided, earlier);
    const heard: HeardInRecording = {
      firstMs,
      lastMs,
      sureness,
      ...(file && { begins: { path: file.path, atMs: Math.round(fromMs - file.fromMs) } }),
      ...(checkedNames(decided) && { isChecked: true }),
      ...(hiddenAs && { hiddenAs }),
      ...(path !== undefined && anchor !== undefined && { anchor: { path, ...anchor } }),
    };
    const position = at + 1;
    const play = {
      playId: `recording:${startedAt.toString(36)}:${position}`,
      position,
      source: 'recording',
      at: startedAt + fromMs,
      elapsedMs: fromMs,
      heard,
      ...(path !== undefined && { file: path }),
    };
    return {
      ...storedAs(play, judgement),
      ...(isRemovedBetween(fromMs, endsAt, before) && { removed: true }),
    };
  });
}

/** Whether an operator removed all earlier entries of this stretch. */
function isRemovedBetween(fromMs: number, toMs: number, before: readonly SetEntry[]): boolean {
  const here = before.filter((entry) => isBetween(fromMs, toMs, entry));
  return here.length > 0 && here.every(({ removed }) => removed);
}

function isBetween(fromMs: number, toMs: number, { elapsedMs, heard }: SetEntry): boolean {
  const middle = (elapsedMs + (heard?.lastMs ?? 0)) / 2;
  return middle >= fromMs && middle < toMs;
}

/** Returns the earlier entry that an operator decided about in this stretch: a hidden one, if there is one. */
function decidedBetween(fromMs: number, toMs: number, before: readonly SetEntry[]): SetEntry | undefined {
  const decided = before.filter((entry) => {
    const { isChecked, isHiddenByHand, revealedFrom } = entry.heard ?? {};
    return (isChecked || isHiddenByHand || revealedFrom) && isBetween(fromMs, toMs, entry);
  });
  return decided.find(({ hidden }) => hidden) ?? decided[0];
}

/** Undefined if the operator checked none, or if they are hidden and no longer kept. */
function checkedNames(decided: SetEntry | undefined): { track: Track; names: OperatorNames } | undefined {
  if (!decided?.heard?.isChecked) {
    return undefined;
  }
  const { track, hidden, facts } = decided;
  if (!hidden) {
    return { track, names: track };
  }
  const known = facts?.open();
  return known && { track: known.reported, names: known.corrected };
}

function judgeHeard(
  entry: HeardRecording['entries'][number],
  decided: SetEntry | undefined,
  { choices, settings }: Before,
): { readonly judgement: Judgement } & Pick<HeardInRecording, 'hiddenAs'> {
  const { track, names } = checkedNames(decided) ?? {
    track: entry.track ?? UNKNOWN_TRACK,
    names: choices.namesOf(entry),
  };
  const judged = judgeNames(track, names, { rules: settings, hiddenBefore: choices.hidden });
  const { isChecked, isHiddenByHand, hiddenAs } = decided?.heard ?? {};
  if (decided?.hidden && (isChecked || isHiddenByHand)) {
    return { judgement: withVerdict(judged, 'hide'), ...(hiddenAs && { hiddenAs }) };
  }
  const isRevealed =
    decided !== undefined &&
    (isSameTrack(decided.track, judged.track) ||
      (entry.path !== undefined && fileOf(decided) === entry.path));
  const revealed = isRevealed ? withRevealOf(decided, judged) : judged;
  const why = revealed.verdict === 'hide' ? 'track' : (revealed.verdict ?? choices.whyHidden(entry));
  return why === undefined || why === 'reveal'
    ? { judgement: revealed }
    : { judgement: withVerdict(judged, 'hide'), hiddenAs: why };
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
