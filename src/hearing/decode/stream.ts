/** Decodes a broadcast in a helper process while it is received. */
import { Once } from '../../core/once.ts';
import type { Clock } from '../../core/tools.ts';
import { backoffMs, Timer } from '../../core/waiting.ts';
import { HelperFailure, HelperProcess } from '../../host/helper-process/index.ts';
import { DECODER_FAILURES, type UndecodableError } from './errors.ts';
import { formatNamed, formatOf, type SoundFormat } from './format.ts';
import type { PieceAnswer, PieceRequest } from './messages.ts';
import { StreamHead } from './stream-head.ts';

/** The process ends after this time without a listener. */
const LINGER_MS = 15_000;
const TIME_LIMIT_MS = 5_000;
/** Limit of bytes that wait to be decoded: three seconds at the highest bit rate that programs offer. */
const MAX_WAITING_BYTES = 512 * 1024;
/** A broadcast at normal speed can't fill the queue in this time, so more arrived at once. */
const BURST_MS = 2_500;
const MAX_PIECE_BYTES = 32 * 1024;
const BACKOFF = { firstMs: 1_000, longestMs: 60_000 };
/** Duration of sound after which earlier failures are forgotten. */
const WELL_AFTER_MS = 60_000;

/** Reason why a broadcast is heard only in part, or not at all. */
export interface DecodingProblem {
  readonly reason: UndecodableError['reason'] | HelperFailure['reason'] | 'behind' | 'burst';
  /** Text for users, where "it" is the broadcast. */
  readonly message: string;
}

export interface StreamDecoderOptions {
  /** As the client sends it, such as `audio/mpeg`; may be empty. */
  readonly contentType: string;
  readonly clock: Clock;
  readonly closing: AbortSignal;
  /** Mono, at `SAMPLE_RATE`. */
  readonly onSound: (samples: Float32Array) => void;
  /** Called once per kind of problem, until a minute of sound was decoded. */
  readonly onProblem: (problem: DecodingProblem) => void;
  readonly script?: URL;
}

/** Queues bytes without blocking the caller, and drops those that can't be decoded in time. */
export class StreamDecoder {
  readonly #options: StreamDecoderOptions;
  readonly #process: HelperProcess<PieceRequest, PieceAnswer>;
  /** Header pages of the bytes taken from `#waiting`. */
  readonly #head = new StreamHead();
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  /** Upper limit of the arrival time of the oldest waiting bytes; monotonic. */
  #waitingSince = Number.NEGATIVE_INFINITY;
  /** Format by content type or first bytes, because bytes from the middle don't tell it. */
  #format: SoundFormat | undefined;
  /** Id of the process that has begun this broadcast. */
  #begun: number | undefined;
  #isBusy = false;
  #failures = 0;
  #wellSince: number;
  readonly #pause: Timer;
  #problems = new Once();
  /** The broadcast ended, or its format can't be decoded. */
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

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Takes borrowed bytes of the broadcast. */
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
    // Wait for bytes that arrived at the same time, because a request costs two processes more than decoding does.
    setImmediate(() => this.#next());
  }

  /** Takes bytes that must not be heard, but may be needed to decode later ones. */
  skip(bytes: Buffer): void {
    this.#remove(this.#waitingBytes);
    this.#head.push(bytes);
  }

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

  /** Takes up to `most` bytes from the queue. */
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

  /** Backs off, and drops what arrives meanwhile. */
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
    return { reason: error.reason, message: String(DECODER_FAILURES[error.reason]) };
  }
  throw error;
}
