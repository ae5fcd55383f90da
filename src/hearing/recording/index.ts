/** Finds out which tracks of the collection a recording consists of. */
import { join } from 'node:path';
import { RunError, textOf, UpstreamError } from '../../core/errors.ts';
import { say, textFrom } from '../../core/message.ts';
import type { Clock, Disk } from '../../core/tools.ts';
import { HelperFailure, HelperProcess } from '../../host/helper-process/index.ts';
import { contentId, IDENTIFYING_BYTES } from '../content.ts';
import { DECODER_FAILURES } from '../decode/errors.ts';
import { Descriptions } from '../descriptions.ts';
import type { Line } from './lines.ts';
import type {
  Failed,
  RecordingAnswer,
  RecordingRequest,
  ResultAnswer,
  ScanAnswer,
  SearchedAnswer,
  UnheardAnswer,
} from './messages.ts';

/** `files`: with the milliseconds of the recording at which each begins. */
export interface HeardRecording extends ResultAnswer {
  readonly files: readonly { readonly path: string; readonly fromMs: number }[];
}
export type { HeardEntry } from './tracklist.ts';

/** Time limit of a request: half a minute of sound, or the comparison of one track, on a busy disk. */
const TIME_LIMIT_MS = 120_000;
/** Recordings of which the analyzed sound is kept, some 25 MB an hour each. */
const MAX_KEPT = 8;

export interface RecordingOptions {
  /** Files of one recording, in order. */
  readonly paths: readonly string[];
  readonly index: string;
  readonly cache: string;
  readonly clock: Clock;
  readonly disk: Disk;
  /** Folder with the scripts of the helper processes. */
  readonly processes?: URL;
  progress(at: RecordingProgress): void;
  /** A file ends early, or a track can't be compared. */
  problem(path: string, reason: string): void;
}

export interface RecordingProgress {
  /** Each file is read; then all are searched and compared together. */
  readonly step: 'read' | 'search' | 'compare';
  /** Part of the step, 0 to 1; undefined while ffmpeg reads the file. */
  readonly done: number | undefined;
  /** Seconds of the recording that were read. */
  readonly seconds: number;
}

/**
 * Analyzes a recording, or goes on with an analysis that the signal ended. Rejects with a RunError, or with the signal's
 * reason.
 */
export async function hearRecording(options: RecordingOptions, signal: AbortSignal): Promise<HeardRecording> {
  const { paths, cache, clock, disk, processes = new URL('.', import.meta.url) } = options;
  const over = new AbortController();
  const closing = AbortSignal.any([signal, over.signal]);
  const hears = new HelperProcess<RecordingRequest, RecordingAnswer>({
    script: new URL('recording-process.js', processes),
    timeLimitMs: TIME_LIMIT_MS,
    clock,
    closing,
  });
  const descriptions = new Descriptions({
    script: new URL('describe-process.js', processes),
    folder: join(cache, 'heard'),
    clock,
    disk,
    closing,
    isUnhurried: false,
  });
  try {
    const bases: string[] = [];
    const files: HeardRecording['files'][number][] = [];
    let before = 0;
    for (const path of paths) {
      const base = join(cache, 'recordings', await identityOf(path, disk));
      bases.push(base);
      files.push({ path, fromMs: before * 1_000 });
      before += await scan(hears, { path, base, before }, options);
    }
    await tidy(join(cache, 'recordings'), bases, disk);
    return { ...(await compare(hears, descriptions, { bases, seconds: before }, options)), files };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof HelperFailure ? new RunError(DECODER_FAILURES[error.reason]) : error;
  } finally {
    over.abort();
  }
}

type Hears = HelperProcess<RecordingRequest, RecordingAnswer>;

interface Scanned {
  readonly path: string;
  readonly base: string;
  /** Seconds of the files before. */
  readonly before: number;
}

async function scan(
  hears: Hears,
  { path, base, before }: Scanned,
  options: RecordingOptions,
): Promise<number> {
  for (;;) {
    const { seconds, done, isOver, problem } = await answerOf<ScanAnswer>(hears, {
      kind: 'scan',
      path,
      base,
    }).catch((error: unknown) => {
      const reason = error instanceof HelperFailure ? DECODER_FAILURES[error.reason] : textOf(error);
      throw new RunError(say('tracklist.cannot-hear', { path, reason }));
    });
    options.progress({ step: 'read', done, seconds: before + seconds });
    if (problem !== '') {
      options.problem(path, problem);
    }
    if (isOver) {
      return seconds;
    }
  }
}

async function compare(
  hears: Hears,
  descriptions: Descriptions,
  { bases, seconds }: { readonly bases: readonly string[]; readonly seconds: number },
  { index, progress, problem }: RecordingOptions,
): Promise<ResultAnswer> {
  await answerOf(hears, { kind: 'open', bases, index });
  let lines: SearchedAnswer['lines'];
  while (lines === undefined) {
    const answer = await answerOf<SearchedAnswer>(hears, { kind: 'search' });
    ({ lines } = answer);
    progress({ step: 'search', done: answer.done / Math.max(1, answer.total), seconds });
  }
  const unreadable = new Set<string>();
  const trace = async (line: Line): Promise<void> => {
    if (unreadable.has(line.path)) {
      return;
    }
    try {
      const description = await descriptions.of(line.path, () => true);
      await answerOf(hears, { kind: 'trace', line, description });
    } catch (error) {
      if (!(error instanceof UpstreamError)) {
        throw error;
      }
      unreadable.add(line.path);
      problem(line.path, error.message);
    }
  };
  for (const [at, line] of lines.entries()) {
    await trace(line);
    progress({ step: 'compare', done: (at + 1) / lines.length / 2, seconds });
  }
  for (let done = 0; done < 1; ) {
    const answer = await answerOf<UnheardAnswer>(hears, { kind: 'search-unheard' });
    for (const line of answer.lines) {
      await trace(line);
    }
    ({ done } = answer);
    progress({ step: 'compare', done: (1 + done) / 2, seconds });
  }
  return answerOf<ResultAnswer>(hears, { kind: 'result' });
}

async function answerOf<Answer extends RecordingAnswer>(
  hears: Hears,
  request: RecordingRequest,
): Promise<Answer> {
  const answer = await hears.request(request);
  if ('failed' in answer) {
    throw new RunError(textFrom((answer as Failed).failed));
  }
  // Each request has its own kind of answer.
  return answer as Answer;
}

async function identityOf(path: string, disk: Disk): Promise<string> {
  try {
    const info = await disk.stat(path);
    if (info?.kind !== 'file') {
      throw new RunError(say(info === undefined ? 'tracklist.no-such-file' : 'tracklist.no-file'));
    }
    const beginning = await disk.read(path, IDENTIFYING_BYTES);
    // Recordings of one length may begin alike, with silence.
    return `${contentId(info.size, beginning ?? new Uint8Array())}-${Math.round(info.modifiedMs).toString(36)}`;
  } catch (error) {
    throw new RunError(say('tracklist.cannot-hear', { path, reason: textOf(error) }));
  }
}

/** Removes what is kept of the recordings analyzed longest ago. */
async function tidy(folder: string, used: readonly string[], disk: Disk): Promise<void> {
  const names = await disk.list(folder);
  const kept = await Promise.all(
    names
      .filter((name) => name.endsWith(STATE))
      .map(async (name) => ({
        base: join(folder, name.slice(0, -STATE.length)),
        modifiedMs: (await disk.stat(join(folder, name)))?.modifiedMs ?? 0,
      })),
  );
  kept.sort((one, other) => other.modifiedMs - one.modifiedMs);
  for (const { base } of kept.slice(MAX_KEPT).filter((one) => !used.includes(one.base))) {
    for (const name of names.filter((one) => join(folder, one).startsWith(`${base}.`))) {
      await disk.remove(join(folder, name));
    }
  }
}

const STATE = '.state';
