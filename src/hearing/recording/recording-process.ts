/**
 * Process that analyzes a recording. Decoders may crash it, or never return. A show comes first, but the user waits for
 * the result, so its priority is not the lowest.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { messageOf, textOf } from '../../core/errors.ts';
import { plain } from '../../core/message.ts';
import { answerRequests } from '../../host/helper-process/answer-requests.js';
import { Finder } from '../collection/finder.ts';
import { FRAMES_PER_SECOND } from '../describe.ts';
import { Analysis } from './analysis.ts';
import type { Line } from './lines.ts';
import type {
  RecordingAnswer,
  RecordingRequest,
  ResultAnswer,
  ScanAnswer,
  SearchedAnswer,
  UnheardAnswer,
} from './messages.ts';
import { Scan } from './scan.ts';
import { scanRecording } from './scanner.ts';

/** Time per request. */
const WORKS_MS = 1_000;

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Not every system allows it.
}

interface Scanning {
  readonly base: string;
  readonly scan: Scan;
  readonly parts: AsyncGenerator<void>;
  /** Part of the file that was read; undefined while ffmpeg reads it. */
  done: number | undefined;
}

let scanning: Scanning | undefined;

async function scanNext(path: string, base: string): Promise<ScanAnswer> {
  if (scanning?.base !== base) {
    const scan = new Scan(base);
    const { size } = statSync(path);
    const onRead = (bytes: number): void => {
      if (scanning !== undefined) {
        scanning.done = bytes / size;
      }
    };
    const parts = scanRecording(path, scan, new AbortController().signal, onRead);
    scanning = { base, scan, parts, done: undefined };
  }
  const { scan, parts } = scanning;
  let problem = '';
  let isOver = true;
  try {
    isOver = (await parts.next()).done === true;
  } catch (error) {
    if (scan.state.frames === 0) {
      throw error;
    }
    // Truncated or damaged: what was read so far counts.
    problem = messageOf(error);
  }
  const seconds = scan.state.frames / FRAMES_PER_SECOND;
  const { done } = scanning;
  if (isOver) {
    scan.close();
    scanning = undefined;
  }
  return { seconds, done, isOver, problem };
}

class Work {
  readonly #finder: Finder;
  readonly #analysis: Analysis;
  readonly #search: Generator<number>;
  readonly #searchUnheard: Generator<UnheardAnswer>;
  readonly #base: string;
  readonly #pieces = new Map<string, string>();
  #searched = 0;

  constructor(bases: readonly string[], index: string) {
    this.#base = bases[0] ?? '';
    this.#finder = new Finder(index, true);
    this.#finder.read();
    this.#analysis = new Analysis(bases.map((base) => new Scan(base)));
    this.#search = this.#analysis.search(this.#finder);
    this.#searchUnheard = this.#analysis.searchUnheard(this.#finder);
  }

  search(): SearchedAnswer {
    const until = performance.now() + WORKS_MS;
    let isOver = false;
    while (!isOver && performance.now() < until) {
      const { value, done } = this.#search.next();
      isOver = done === true;
      this.#searched = value ?? this.#searched;
    }
    const lines = isOver ? this.#analysis.lines() : undefined;
    return { done: this.#searched, total: this.#analysis.windows, lines };
  }

  searchUnheard(): UnheardAnswer {
    const { value, done } = this.#searchUnheard.next();
    return done === true ? { done: 1, lines: [] } : value;
  }

  trace(line: Line, description: Uint8Array): void {
    this.#analysis.traceLine(line, description);
    if (this.#analysis.traced.has(line.path) && !this.#pieces.has(line.path)) {
      const file = `${this.#base}.piece-${this.#pieces.size}`;
      writeFileSync(file, description);
      this.#pieces.set(line.path, file);
    }
  }

  result(): ResultAnswer {
    const description = (path: string): Uint8Array => readFileSync(this.#pieces.get(path) ?? '');
    const entries = this.#analysis.result({ description });
    for (const file of this.#pieces.values()) {
      rmSync(file, { force: true });
    }
    return {
      entries: entries.map((entry) => ({
        ...entry,
        track: entry.path === undefined ? undefined : this.#finder.trackOf(entry.path),
      })),
      seconds: this.#analysis.seconds,
    };
  }
}

let work: Work | undefined;

async function answerTo(request: RecordingRequest): Promise<RecordingAnswer> {
  switch (request.kind) {
    case 'scan':
      return await scanNext(request.path, request.base);
    case 'open':
      work = new Work(request.bases, request.index);
      return {};
    case 'search':
      return begun(work).search();
    case 'search-unheard':
      return begun(work).searchUnheard();
    case 'trace':
      begun(work).trace(request.line, request.description);
      return {};
    case 'result':
      return begun(work).result();
  }
}

function begun(one: Work | undefined): Work {
  if (one === undefined) {
    throw new Error('it was not begun');
  }
  return one;
}

answerRequests('deckcast hears a recording', (request: RecordingRequest) =>
  answerTo(request).catch((error: unknown) => ({ failed: plain(textOf(error)) })),
);
