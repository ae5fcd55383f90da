/** The sound of a broadcast, decoded in a process of its own while it comes. */
import { Once } from '../../core/once.ts';
import type { Clock } from '../../core/tools.ts';
import { backoffMs, Timer } from '../../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../../host/helper-process/index.ts';
import { DECODER_FAILURES, type UndecodableError } from './errors.ts';
import { formatNamed, formatOf, type SoundFormat } from './format.ts';
import type { PieceAnswer, PieceRequest } from './messages.ts';
import { StreamHead } from './stream-head.ts';

/** Its process ends after this many milliseconds without a listener. */
const LINGER_MS = 15_000;
/** Time limit of a piece in milliseconds; a second of sound takes a hundredth of that. */
const TIME_LIMIT_MS = 5_000;
/** Bytes that wait to be decoded: three seconds of the highest bit rate that programs offer, and more of others. */
const MAX_WAITING_BYTES = 512 * 1024;
/** Milliseconds in which no broadcast fills that while it comes as it is played: more has come at once. */
const BURST_MS = 2_500;
/** Of one request. */
const MAX_PIECE_BYTES = 32 * 1024;
const BACKOFF = { firstMs: 1_000, longestMs: 60_000 };
/** After this many milliseconds of sound, an earlier failure counts no longer. */
const WELL_AFTER_MS = 60_000;

/** Why a broadcast is heard only in part, or not at all. */
export interface DecodingProblem {
  readonly reason: UndecodableError['reason'] | HelperFailure['reason'] | 'behind' | 'burst';
  /** For people, about the broadcast: "it is in none of the formats that are read". */
  readonly message: string;
}

export interface StreamDecoderOptions {
  /** As the program names it: `audio/mpeg`; may be empty. */
  readonly contentType: string;
  readonly clock: Clock;
  /** Its process ends when this fires. */
  readonly closing: AbortSignal;
  /** Mono, at `SAMPLE_RATE`. */
  readonly onSound: (samples: Float32Array) => void;
  /** Called once for each kind of problem, until sound has come for a minute. */
  readonly onProblem: (problem: DecodingProblem) => void;
  readonly script?: URL;
}

/** Takes whatever comes, at once: what cannot be decoded in time is dropped. */
export class StreamDecoder {
  readonly #options: StreamDecoderOptions;
  readonly #process: HelperProcess<PieceRequest, PieceAnswer>;
  /** Of what was taken out of `#waiting`. */
  readonly #head = new StreamHead();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** When the oldest of what waits arrived, at the latest; monotonic. */
  #waitingSince = Number.NEGATIVE_INFINITY;
  /** What it is, as its program or its first bytes say: from the middle on, bytes alone no longer tell. */
  #format: SoundFormat | undefined;
  /** Id of the process that has begun with this broadcast. */
  #begun: number | undefined;
  #isBusy = false;
  #failures = 0;
  #wellSince: number;
  readonly #pause: Timer;
  #problems = new Once();
  /** The broadcast is over, or nothing that comes can change that it is not read. */
  #isOver = false;

  constructor(options: StreamDecoderOptions) {
    const { clock, closing, script = new URL('./decode-process.js', import.meta.url) } = options;
    this.#options = options;
    this.#format = formatNamed(options.contentType);
    this.#process = new HelperProcess({
      script,
      timeLimitMs: TIME_LIMIT_MS,
      lingerMs: LINGER_MS,
      clock,
      closing,
    });
    this.#pause = new Timer(clock);
    this.#wellSince = clock.monotonic();
  }

  /** Id of its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** The next bytes of the broadcast, which are only lent. */
  push(bytes: Buffer): void {
    if (this.#isOver) {
      return;
    }
    this.#format ??= formatOf(bytes);
    const now = this.#options.clock.monotonic();
    if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      this.#remove(this.#waitingBytes);
      if (!this.#pause.isSet) {
        const isBurst = now < this.#waitingSince + BURST_MS;
        this.#problem(
          isBurst
            ? { reason: 'burst', message: 'too much of it came at once' }
            : { reason: 'behind', message: 'this computer does not keep up with decoding it' },
        );
      }
    }
    this.#waitingSince = this.#waitingBytes === 0 ? now : this.#waitingSince;
    this.#waiting.push(Buffer.from(bytes));
    this.#waitingBytes += bytes.length;
    // What has come by now may come in several pieces: each request costs two processes more than what is decoded.
    setImmediate(() => this.#next());
  }

  /** The next bytes, which are not to be heard: later ones may need them. */
  skip(bytes: Buffer): void {
    this.#remove(this.#waitingBytes);
    this.#head.push(bytes);
  }

  /** The broadcast is over. */
  end(): void {
    this.#isOver = true;
    this.#pause.cancel();
    this.#remove(this.#waitingBytes);
    this.#process.end();
  }

  #next(): void {
    if (this.#isOver || this.#isBusy || this.#pause.isSet || this.#waitingBytes === 0) {
      return;
    }
    const { pid } = this.#process;
    const isBegun = pid !== undefined && pid === this.#begun;
    const begin = isBegun ? undefined : { likely: this.#format, head: this.#head.bytes() };
    this.#isBusy = true;
    this.#process.request({ begin, piece: this.#remove(MAX_PIECE_BYTES) }).then(
      (answer) => this.#answered(answer),
      (error: unknown) => this.#failed(problemOf(error)),
    );
    this.#begun = this.#process.pid;
  }

  /** Takes the first bytes that wait. */
  #remove(most: number): Buffer {
    const all = Buffer.concat(this.#waiting);
    const taken = all.subarray(0, most);
    this.#head.push(taken);
    this.#waiting = taken.length < all.length ? [all.subarray(most)] : [];
    this.#waitingBytes = all.length - taken.length;
    return taken;
  }

  #answered(answer: PieceAnswer): void {
    this.#isBusy = false;
    if (this.#isOver) {
      return;
    }
    if ('reason' in answer) {
      this.#failed(answer);
      return;
    }
    if (this.#options.clock.monotonic() >= this.#wellSince + WELL_AFTER_MS) {
      this.#failures = 0;
      this.#problems = new Once();
    }
    if (answer.samples.length > 0) {
      this.#options.onSound(answer.samples);
    }
    this.#next();
  }

  /** What arrives in the next seconds is dropped: it may fail again, and starting a process takes time. */
  #failed(problem: DecodingProblem): void {
    this.#isBusy = false;
    if (this.#isOver) {
      return;
    }
    this.#begun = undefined;
    this.#failures += 1;
    this.#wellSince = this.#options.clock.monotonic();
    this.#problem(problem);
    if (problem.reason === 'unknown-format' || problem.reason === 'needs-ffmpeg') {
      this.end();
      return;
    }
    this.#pause.set(backoffMs(this.#failures, BACKOFF), () => {
      this.#remove(this.#waitingBytes);
      this.#next();
    });
  }

  #problem(problem: DecodingProblem): void {
    if (this.#problems.begins(problem.reason)) {
      this.#options.onProblem(problem);
    }
  }
}

function problemOf(error: unknown): DecodingProblem {
  if (error instanceof HelperFailure) {
    return { reason: error.reason, message: DECODER_FAILURES[error.reason] };
  }
  throw error;
}
