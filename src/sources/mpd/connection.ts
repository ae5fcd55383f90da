import { connect, type Socket } from 'node:net';
import { whyNotReached } from '../../clients/http.ts';
import { textOf, UpstreamError } from '../../core/errors.ts';
import { KEEP_ALIVE } from '../../core/listening.ts';
import { say } from '../../core/message.ts';
import type { Secret } from '../../core/option.ts';
import type { Clock } from '../../core/tools.ts';
import { within } from '../../core/waiting.ts';
import { LineTooLongError } from '../mediacontrol/lines.ts';
import {
  AnswerReader,
  type MpdAnswer,
  type MpdPairs,
  NOT_PERMITTED,
  NoMpdError,
  WRONG_PASSWORD,
} from './answer.ts';

/** Limit for connecting, and for responses except to `idle`. */
const TIME_LIMIT_MS = 5_000;

export interface MpdPlace {
  readonly at: string;
  readonly isHere: boolean;
  readonly connect: { readonly host: string; readonly port: number } | { readonly path: string };
}

export class MpdConnection {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #reader = new AnswerReader();
  #waiting:
    | { readonly resolve: (answer: MpdAnswer) => void; readonly reject: (error: Error) => void }
    | undefined;
  #end: Error | undefined;

  private constructor(socket: Socket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    socket
      .on('data', (bytes: Buffer) => this.#receive(bytes))
      .on('error', (error) =>
        this.#fail(
          new UpstreamError(
            say('service.cannot-reached', { service: 'MPD', reason: whyNotReached(error) }),
            'retry',
          ),
        ),
      )
      .on('close', () => this.#fail(new UpstreamError(say('mpd.closed'), 'retry')));
  }

  /** Closed by the signal. Rejects with an UpstreamError; `stop` if another password is needed. */
  static async open(
    place: MpdPlace,
    password: Secret,
    clock: Clock,
    signal: AbortSignal,
  ): Promise<MpdConnection> {
    const connection = new MpdConnection(connect({ ...place.connect, ...KEEP_ALIVE }), clock);
    const close = (): void => connection.close();
    signal.addEventListener('abort', close, { once: true });
    connection.#socket.once('close', () => signal.removeEventListener('abort', close));
    if (signal.aborted) {
      close();
    }
    await connection.#answer(TIME_LIMIT_MS);
    if (!password.isEmpty) {
      await connection.command(`password ${quoted(password.reveal())}`);
    }
    return connection;
  }

  /** Empty before the greeting. */
  get version(): string {
    return this.#reader.greeting?.version ?? '';
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Rejects with an UpstreamError, and closes the connection. */
  async command(line: string): Promise<MpdPairs> {
    this.#socket.write(`${line}\n`);
    return this.#answer(TIME_LIMIT_MS);
  }

  /** Resolves when the player or its queue changed. Rejects like `command`. */
  async idle(): Promise<void> {
    this.#socket.write('idle player playlist\n');
    await this.#answer(undefined);
  }

  async #answer(limitMs: number | undefined): Promise<MpdPairs> {
    const coming = new Promise<MpdAnswer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#end !== undefined) {
        reject(this.#end);
      }
    });
    // Unhandled after a timeout otherwise.
    coming.catch(() => undefined);
    try {
      const answer =
        limitMs === undefined
          ? await coming
          : await within(
              {
                clock: this.#clock,
                ms: limitMs,
                late: () => new UpstreamError(say('mpd.no-answer', { seconds: limitMs / 1_000 }), 'retry'),
              },
              () => coming,
            );
      if (answer.ok) {
        return answer.pairs;
      }
      throw refusal(answer);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #receive(bytes: Buffer): void {
    try {
      const isNew = this.#reader.greeting === undefined;
      const answers = [...this.#reader.push(bytes)];
      const [answer, ...others] = isNew && this.version !== '' ? [GREETED, ...answers] : answers;
      if (answer === undefined) {
        return;
      }
      if (others.length > 0 || this.#waiting === undefined) {
        throw new NoMpdError(say('mpd.answers-unasked'));
      }
      this.#waiting.resolve(answer);
      this.#waiting = undefined;
    } catch (error) {
      if (!(error instanceof NoMpdError || error instanceof LineTooLongError)) {
        throw error;
      }
      this.#fail(new UpstreamError(textOf(error), 'retry'));
      this.close();
    }
  }

  #fail(error: Error): void {
    this.#end ??= error;
    this.#waiting?.reject(this.#end);
    this.#waiting = undefined;
  }
}

const GREETED: MpdAnswer = { ok: true, pairs: [] };

function refusal({ code, message }: Extract<MpdAnswer, { ok: false }>): UpstreamError {
  switch (code) {
    case WRONG_PASSWORD:
      return new UpstreamError(say('mpd.rejects-password'), 'stop');
    case NOT_PERMITTED:
      return new UpstreamError(say('mpd.asks-for-password'), 'stop');
    default:
      return new UpstreamError(say('mpd.refuses', { reason: message }), 'retry');
  }
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
