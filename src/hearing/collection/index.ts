/** The DJ's own tracks: indexed in the background, and searched for the sound of the room. */

import type { CollectionTrack, HeardCollection, TrackList } from '../../core/contracts/hearing.ts';
import { messageOf, RunError, textOf, UpstreamError } from '../../core/errors.ts';
import { evictOldest } from '../../core/evict.ts';
import type { Finding } from '../../core/finding.ts';
import { folded } from '../../core/folded.ts';
import { say, type Text, textFrom } from '../../core/message.ts';
import { Once } from '../../core/once.ts';
import { cleanText } from '../../core/text.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import type { Track } from '../../core/track.ts';
import { pause } from '../../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../../host/helper-process/index.ts';
import { DECODER_FAILURES } from '../decode/errors.ts';
import { SAMPLE_RATE, type Sound } from '../sound.ts';
import { WaitingSound } from '../waiting-sound.ts';
import { collectionFindings, missingFindings, type Unlisted } from './findings.ts';
import type { Library, ListTracks } from './library.ts';
import type {
  CollectAnswer,
  CollectRequest,
  Failed,
  FileState,
  SearchAnswer,
  SearchRequest,
} from './messages.ts';

/** Time limit for describing half a minute of sound, or for merging the largest index files. */
const COLLECT_LIMIT_MS = 120_000;
/** Time limit of a search, which usually takes a few hundredths of that. */
const SEARCH_LIMIT_MS = 10_000;
/** Time until the folders are walked again, and until a retry after the process failed. */
const AGAIN_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 5_000;
/** Time until a library of a DJ program that can't be read is tried again. */
const LIST_AGAIN_MS = 10_000;
/** Time between progress lines in the log. */
const TOLD_EVERY_MS = 60_000;
/** Samples per request. Each request searches; while one track plays alone, every eighth does. */
const REQUESTED = SAMPLE_RATE;
const SEARCHED_EVERY_WHILE_ALONE = 8;
/** Limit of waiting samples; the oldest are dropped. */
const MAX_WAITING = 4 * SAMPLE_RATE;
/** Time without sound after which results are outdated. */
const SOUND_ENDS_MS = 2_000;
const MOST_NAMES = 100_000;
/** Empty sound, for requests that only fetch names. */
const NO_SAMPLES = new Float32Array(0);

interface CollectionOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly list: ListTracks;
  /** Folder with the scripts of the helper processes. */
  readonly processes?: URL;
}

export interface CollectionView {
  readonly total: number;
  readonly known: number;
  /** Null if unknown, and when all files are indexed. */
  readonly secondsLeft: number | null;
}

interface CollectingOptions {
  readonly library: Library;
  /** File that ended or blocked the process. */
  readonly broken: Extract<CollectRequest, { readonly kind: 'begin' }>['broken'];
  readonly signal: AbortSignal;
}

/** Reasons why the folders can't be walked, most often a disk that doesn't respond. */
const LOOKING_FAILURES: typeof DECODER_FAILURES = {
  ...DECODER_FAILURES,
  'not-started': say('hearing.search-does-not-start'),
  overtime: say('hearing.disk-does-not-answer'),
  ended: say('hearing.search-ended'),
};

/**
 * A program's tracks may be anywhere. Files of a folder are found without its list, so that counts only if a retry may
 * help.
 */
function isMissed({ from, error }: Unlisted): boolean {
  return 'program' in from || error.advice === 'retry';
}

function nameOfList(from: TrackList): string {
  return 'program' in from ? from.program : from.folder;
}

export class MusicCollection implements HeardCollection {
  readonly #options: CollectionOptions;
  /** Maps a follower to a function that tells whether one track plays alone. */
  readonly #followers = new Map<(tracks: readonly CollectionTrack[]) => void, () => boolean>();
  readonly #names = new Map<string, string>();
  #library: Library | undefined;
  #progress: CollectAnswer | undefined;
  /** Start of indexing after this walk, and the known files then; monotonic. */
  #begun = { at: 0, known: 0 };
  #problem: Text | undefined;
  #unlisted: readonly Unlisted[] = [];
  #search: HelperProcess<SearchRequest, SearchAnswer | Failed> | undefined;
  readonly #waiting = new WaitingSound(MAX_WAITING);
  #isBusy = false;
  /** Requests since the last search. */
  #requests = 0;
  #soundAt = Number.NEGATIVE_INFINITY;
  readonly #failures = new Once();

  constructor(options: CollectionOptions) {
    this.#options = options;
  }

  follow(found: (tracks: readonly CollectionTrack[]) => void, isAlone: () => boolean): () => void {
    this.#followers.set(found, isAlone);
    return () => {
      this.#followers.delete(found);
    };
  }

  fileOf(track: Track): string | undefined {
    return this.#names.get(nameOf(track));
  }

  /** Indexes new files until the signal fires. Never rejects. */
  async run(library: Library, signal: AbortSignal): Promise<void> {
    const { clock, log, processes = new URL('.', import.meta.url) } = this.#options;
    this.#library = library;
    this.#search = new HelperProcess({
      script: new URL('search-process.js', processes),
      timeLimitMs: SEARCH_LIMIT_MS,
      clock,
      closing: signal,
    });
    let broken: CollectingOptions['broken'];
    while (!signal.aborted) {
      const collector = new HelperProcess<CollectRequest, CollectAnswer | Failed>({
        script: new URL('collect-process.js', processes),
        timeLimitMs: COLLECT_LIMIT_MS,
        clock,
        closing: signal,
      });
      let isLooking = true;
      let file: FileState | undefined;
      try {
        await this.#collect(collector, { library, broken, signal }, (answer) => {
          ({ isLooking, file } = answer);
        });
        broken = undefined;
        collector.end();
        await this.#untilNext(signal);
      } catch (error) {
        collector.end();
        const failures = isLooking ? LOOKING_FAILURES : DECODER_FAILURES;
        this.#problem = error instanceof HelperFailure ? failures[error.reason] : textOf(error);
        if (!signal.aborted) {
          log.warn('indexing the collection failed; retrying', { reason: this.#problem });
        }
        broken = file && endedByFile(error) ? { ...file, problem: String(this.#problem) } : undefined;
        await pause(clock, AFTER_FAILURE_MS, signal);
      }
    }
    this.#search = undefined;
    this.#library = undefined;
    this.#progress = undefined;
    this.#problem = undefined;
    this.#unlisted = [];
    this.#names.clear();
  }

  receive({ samples }: Sound): void {
    this.#soundAt = this.#options.clock.monotonic();
    this.#waiting.push(samples);
    void this.#request();
  }

  view(): CollectionView | undefined {
    if (this.#progress === undefined) {
      return undefined;
    }
    const { total, known, isOver } = this.#progress;
    const { at, known: before } = this.#begun;
    const each = (this.#options.clock.monotonic() - at) / (known - before);
    const isKnown = !isOver && known > before;
    return { total, known, secondsLeft: isKnown ? Math.ceil(((total - known) * each) / 1_000) : null };
  }

  get pid(): number | undefined {
    return this.#search?.pid;
  }

  /** All files are indexed. */
  get isIndexed(): boolean {
    return this.#progress?.isOver === true;
  }

  /** Why the files can't be indexed now, for users. */
  get problem(): Text | undefined {
    return this.#problem;
  }

  findings(): readonly Finding[] {
    return collectionFindings(this.#problem, this.#progress, this.#unlisted);
  }

  /** Folders and libraries that can't be read or have no music. */
  missing(): readonly Finding[] {
    return this.#progress === undefined ? [] : missingFindings(this.#progress, this.#unlisted);
  }

  /** Ends early once a library that couldn't be read can be, or fails for another reason. */
  async #untilNext(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + AGAIN_MS;
    const missed = this.#unlisted.filter(isMissed);
    while (missed.length > 0 && !signal.aborted && clock.monotonic() < until) {
      await pause(clock, LIST_AGAIN_MS, signal);
      for (const { from, error } of missed) {
        if ((await this.#whyUnlisted(from)) !== error.message) {
          return;
        }
      }
    }
    await pause(clock, until - clock.monotonic(), signal);
  }

  async #whyUnlisted(from: TrackList): Promise<string | undefined> {
    try {
      for await (const _tracks of this.#options.list(from)) {
        // A damaged library may fail only at its end.
      }
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Resolves when all files are indexed. */
  async #collect(
    collector: HelperProcess<CollectRequest, CollectAnswer | Failed>,
    { library, broken, signal }: CollectingOptions,
    working: (answer: CollectAnswer) => void,
  ): Promise<void> {
    const { clock, log } = this.#options;
    const { folder, places } = library;
    this.#unlisted = await this.#list(collector, library);
    let answer = await answerOf(collector, {
      kind: 'begin',
      folder,
      places,
      isListed: !this.#unlisted.some(isMissed),
      generation: (this.#progress?.generation ?? 0) + 1,
      ...(broken && { broken }),
    });
    while (answer.isLooking) {
      working(answer);
      const begun = clock.monotonic();
      answer = await answerOf(collector, { kind: 'next' });
      await this.#rest(begun, signal);
    }
    this.#problem = undefined;
    this.#begun = { at: clock.monotonic(), known: answer.known };
    let toldAt = clock.monotonic();
    this.#progress = answer;
    if (answer.isOver) {
      return;
    }
    log.info('indexing the collection', { tracks: answer.total, known: answer.known });
    while (!answer.isOver) {
      working(answer);
      const begun = clock.monotonic();
      answer = await answerOf(collector, { kind: 'next' });
      this.#progress = answer;
      const now = clock.monotonic();
      if (now >= toldAt + TOLD_EVERY_MS && !answer.isOver) {
        toldAt = now;
        const left = this.view()?.secondsLeft ?? undefined;
        log.info('indexing the collection', {
          tracks: answer.total,
          known: answer.known,
          ...(left === undefined ? {} : { minutesLeft: Math.ceil(left / 60) }),
        });
      }
      await this.#rest(begun, signal);
    }
    log.info('collection indexed', { tracks: answer.total, unreadable: answer.unreadable });
  }

  /** Pauses between requests. `begun`: monotonic start of the work. */
  async #rest(begun: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const now = clock.monotonic();
    if (now < this.#soundAt + SOUND_ENDS_MS) {
      // While sound arrives, indexing takes half a core at most.
      await pause(clock, now - begun, signal);
    }
  }

  /** Passes listed tracks on. Returns the lists that can't be read. */
  async #list(
    collector: HelperProcess<CollectRequest, CollectAnswer | Failed>,
    { folder, lists }: Library,
  ): Promise<readonly Unlisted[]> {
    const { list } = this.#options;
    const unlisted: Unlisted[] = [];
    for (const from of lists) {
      try {
        for await (const tracks of list(from)) {
          await answerOf(collector, { kind: 'list', folder, tracks });
        }
      } catch (error) {
        if (!(error instanceof UpstreamError)) {
          throw error;
        }
        unlisted.push({ from, error });
        this.#reportUnlisted(from, error.message);
      }
    }
    return unlisted;
  }

  /** Logs each reason once. */
  #reportUnlisted(from: TrackList, reason: string): void {
    const { log } = this.#options;
    const before = this.#unlisted.find((one) => nameOfList(one.from) === nameOfList(from));
    if (before?.error.message === reason) {
      return;
    }
    if ('program' in from) {
      log.warn('cannot read the library of a DJ program; retrying', {
        program: from.program,
        reason,
      });
    } else {
      log.warn('cannot read the rekordbox library in a folder; using names from the files', {
        folder: from.folder,
        reason,
        hint: 'set --prodjlink.key to the key of the newer library (OneLibrary)',
      });
    }
  }

  async #request(): Promise<void> {
    const search = this.#search;
    const { generation } = this.#progress ?? {};
    const { folder } = this.#library ?? {};
    if (
      this.#isBusy ||
      search === undefined ||
      folder === undefined ||
      generation === undefined ||
      this.#waiting.length < REQUESTED
    ) {
      return;
    }
    this.#isBusy = true;
    const isFollowed = this.#followers.size > 0;
    const waiting = this.#waiting.drain();
    const samples = isFollowed ? waiting : NO_SAMPLES;
    const isAlone = [...this.#followers.values()].every((one) => one());
    this.#requests += 1;
    const isWanted = isFollowed && (!isAlone || this.#requests >= SEARCHED_EVERY_WHILE_ALONE);
    this.#requests = isWanted ? 0 : this.#requests;
    try {
      const request = { folder, generation, samples, isWanted };
      const answer = await search.request(request);
      if ('failed' in answer) {
        this.#searchFailed(textFrom(answer.failed));
      } else {
        this.#accept(answer);
      }
    } catch (error) {
      if (!(error instanceof HelperFailure)) {
        throw error;
      }
      if (error.reason !== 'closing') {
        this.#searchFailed(error.reason);
      }
    }
    this.#isBusy = false;
    void this.#request();
  }

  #accept({ found, names }: SearchAnswer): void {
    for (const { path, ...track } of names) {
      this.#names.set(nameOf(track), path);
    }
    evictOldest(this.#names, MOST_NAMES);
    if (found !== undefined) {
      for (const follower of this.#followers.keys()) {
        follower(found);
      }
    }
  }

  #searchFailed(reason: Text): void {
    const { log } = this.#options;
    const level = this.#failures.begins(String(reason)) ? 'warn' : 'debug';
    log[level]('the collection could not be searched; it is tried again', { reason });
  }
}

async function answerOf(
  collector: HelperProcess<CollectRequest, CollectAnswer | Failed>,
  request: CollectRequest,
): Promise<CollectAnswer> {
  const answer = await collector.request(request);
  if ('failed' in answer) {
    throw new RunError(textFrom(answer.failed));
  }
  return answer;
}

/** Returns whether the file is to blame, unlike for a full disk. */
function endedByFile(error: unknown): boolean {
  return error instanceof HelperFailure && (error.reason === 'ended' || error.reason === 'overtime');
}

/** Normalized names, for comparison. */
function nameOf({ artist, title }: Pick<Track, 'artist' | 'title'>): string {
  return [artist, title].map((name) => folded(cleanText(name))).join('\n');
}
