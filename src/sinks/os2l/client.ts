/** Connection to a lighting program, made again whenever it ends. */

import { connect, type Socket } from 'node:net';
import { whyNotReached } from '../../clients/http.ts';
import type { RoomBeat, RoomBeats } from '../../core/contracts/beat.ts';
import type { Taken } from '../../core/contracts/sink.ts';
import { UpstreamError } from '../../core/errors.ts';
import { say, type Text } from '../../core/message.ts';
import type { Clock } from '../../core/tools.ts';
import { pause, unlessAborted, within } from '../../core/waiting.ts';
import type { Address } from '../../settings/kinds.ts';

const RETRY_MS = 5_000;
const CONNECT_WITHIN_MS = 5_000;
/** MagicQ's port. Its manual says that it takes beats only after a command. */
const MAGICQ_PORT = 8_060;
/** QLC+ up to 4.13 loses the second of two messages that it reads at once. */
const APART_MS = 50;
/** A program that reads nothing for so long, at some 80 bytes a beat, is stuck. */
const MOST_UNSENT_BYTES = 4_096;
/** Share of the range; the first beat of a bar is the strongest. */
const STRENGTH = { first: 100, other: 50 };

export interface Os2lOptions {
  readonly where: Address | 'auto';
  readonly beats: RoomBeats;
  readonly clock: Clock;
}

export class Os2lClient {
  readonly #options: Os2lOptions;
  readonly #closing = new AbortController();
  #running = Promise.resolve();
  #connected = false;
  #problem: Text | undefined;
  #beats = 0;
  #lastBeatAt: number | undefined;
  #tried: () => void = () => undefined;
  /** Resolves once the first attempt has ended. */
  readonly tried = new Promise<void>((resolve) => {
    this.#tried = resolve;
  });

  constructor(options: Os2lOptions) {
    this.#options = options;
  }

  get isConnected(): boolean {
    return this.#connected;
  }

  /** Reason why the program gets nothing; undefined while it is connected or has not been tried. */
  get problem(): Text | undefined {
    return this.#connected ? undefined : this.#problem;
  }

  /** Beats. */
  get sent(): Taken {
    return {
      delivered: this.#beats,
      queued: 0,
      ...(this.#lastBeatAt !== undefined && { lastSuccessAt: this.#lastBeatAt }),
    };
  }

  open(): void {
    this.#running = this.#run(this.#closing.signal);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { where, clock } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#serve(await connectTo(where, clock, signal), signal);
        this.#problem = say('os2l.closed');
      } catch (error) {
        this.#problem = whyNotReached(error);
      }
      this.#connected = false;
      this.#tried();
      await pause(clock, RETRY_MS, signal);
    }
  }

  /** Resolves when the program ends the connection, or the signal fires. */
  async #serve(socket: Socket, signal: AbortSignal): Promise<void> {
    const { clock, beats } = this.#options;
    this.#connected = true;
    this.#tried();
    const ended = new Promise<void>((resolve, reject) => {
      socket.once('close', () => resolve());
      socket.once('error', reject);
    });
    // Replies, such as button states, are discarded.
    socket.resume();
    let unfollow = (): void => undefined;
    const cancel = clock.after(APART_MS, () => {
      unfollow = beats.follow((beat) => {
        if (beat !== undefined) {
          send(socket, beat);
          this.#beats += 1;
          this.#lastBeatAt = clock.now();
        }
      });
    });
    try {
      await unlessAborted(ended, signal);
    } finally {
      cancel();
      unfollow();
      socket.destroy();
    }
  }
}

/** Rejects with the reason if the program is not found or does not answer. */
export async function connectTo(where: Address | 'auto', clock: Clock, signal: AbortSignal): Promise<Socket> {
  const { host = '127.0.0.1', port } = where === 'auto' ? await found(clock, signal) : where;
  const socket = connect({ host, port, noDelay: true, keepAlive: true });
  const late = () =>
    new UpstreamError(
      say('service.did-not-answer-within-s', {
        service: `${host}:${port}`,
        seconds: CONNECT_WITHIN_MS / 1_000,
      }),
      'retry',
    );
  try {
    await within(
      { clock, ms: CONNECT_WITHIN_MS, late, signal },
      () =>
        new Promise<void>((resolve, reject) => {
          socket.once('connect', resolve);
          socket.once('error', reject);
        }),
    );
  } catch (error) {
    socket.destroy();
    throw error;
  }
  if (port === MAGICQ_PORT) {
    socket.write(JSON.stringify({ evt: 'cmd', id: 1, param: 0 }));
  }
  return socket;
}

async function found(clock: Clock, signal: AbortSignal): Promise<Required<Address>> {
  const { findProgram } = await import('./find.ts');
  return findProgram(clock, signal);
}

function send(socket: Socket, { beatInBar, bar, bpm, jumped }: RoomBeat): void {
  const message = {
    evt: 'beat',
    change: jumped,
    // A multiple of four is the first beat of a bar.
    pos: (bar - 1) * 4 + beatInBar - 1,
    bpm: Number(bpm.toFixed(2)),
    strength: beatInBar === 1 ? STRENGTH.first : STRENGTH.other,
  };
  if (socket.writableLength > MOST_UNSENT_BYTES) {
    socket.destroy(new Error('the program does not read what it gets'));
  } else {
    socket.write(JSON.stringify(message));
  }
}
