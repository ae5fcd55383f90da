/** Hears the newest broadcast. */

import type { Broadcast, BroadcastAudio, BroadcastTap } from '../../core/contracts/hearing.ts';
import { textOf } from '../../core/errors.ts';
import { recognized, say, type Text } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { backoffMs, pause, untilAborted } from '../../core/waiting.ts';
import { type DecodingProblem, StreamDecoder } from '../decode/stream.ts';
import type { DoorProblem, SoundDoor } from './door.ts';

/**
 * Broadcast time decoded together. A program may send forty packets a second, but sound is judged four times a second.
 */
const GATHERED_MS = 250;
const AGAIN = { firstMs: 2_000, longestMs: 60_000 };

export interface IcecastDoorOptions {
  /**
   * Accepts broadcasts for their sound alone, until the signal fires; rejects if it can't listen. Absent if a source
   * accepts them for their names.
   */
  readonly listen: ((audio: BroadcastAudio, signal: AbortSignal) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  readonly script?: URL;
}

interface ReceivedBroadcast {
  readonly broadcast: Broadcast;
  readonly decoder: StreamDecoder;
  problem: DecodingProblem | undefined;
}

/** Advice for problems other than the format. */
const TODO: Partial<Record<DecodingProblem['reason'], string>> = {
  behind: 'close programs that you do not need',
  burst: 'look at the network between the program and this computer',
};

export class IcecastDoor implements SoundDoor, BroadcastAudio {
  readonly name = 'icecast';
  readonly #options: IcecastDoorOptions;
  readonly #closing = new AbortController();
  /** Current broadcasts, newest last. */
  readonly #broadcasts: ReceivedBroadcast[] = [];
  #onSound: (samples: Float32Array) => void = () => undefined;
  /** Reason why broadcasts can't be accepted. */
  #failure: Text | undefined;

  constructor(options: IcecastDoorOptions) {
    this.#options = options;
  }

  async run(onSound: (samples: Float32Array) => void, signal: AbortSignal): Promise<void> {
    this.#onSound = onSound;
    await (this.#options.listen === undefined ? untilAborted(signal) : this.#listen(signal));
    this.#onSound = () => undefined;
    this.#closing.abort();
  }

  begin(broadcast: Broadcast): BroadcastTap {
    const { clock, log, script } = this.#options;
    const about = { door: this.name, mount: broadcast.mount, program: broadcast.program };
    const received: ReceivedBroadcast = {
      broadcast,
      problem: undefined,
      decoder: new StreamDecoder({
        contentType: broadcast.contentType,
        clock,
        closing: this.#closing.signal,
        ...(script && { script }),
        onSound: (samples) => {
          received.problem = undefined;
          if (this.#broadcasts.at(-1) === received) {
            this.#onSound(samples);
          }
        },
        onProblem: (problem) => {
          received.problem = problem;
          log.warn('cannot decode a broadcast', { ...about, reason: problem.message });
        },
      }),
    };
    this.#broadcasts.push(received);
    return {
      push: (bytes) => {
        if (this.#broadcasts.at(-1) === received) {
          received.decoder.push(bytes);
        } else {
          received.decoder.skip(bytes);
        }
        return GATHERED_MS;
      },
      end: () => {
        received.decoder.end();
        const at = this.#broadcasts.indexOf(received);
        if (at >= 0) {
          this.#broadcasts.splice(at, 1);
        }
      },
    };
  }

  problem(): DoorProblem | undefined {
    if (this.#failure !== undefined) {
      return {
        finding: this.#failure,
        todo: say('hearing.correct-icecast-addr-close-program-holds'),
      };
    }
    const newest = this.#broadcasts.at(-1);
    if (newest?.problem === undefined) {
      return undefined;
    }
    const { broadcast, problem } = newest;
    return {
      finding: say('hearing.broadcast-not-heard', {
        program: broadcast.program,
        mount: broadcast.mount,
        reason: recognized(problem.message, 'decode.'),
      }),
      todo: TODO[problem.reason] ?? say('hearing.choose-mp3-ogg-vorbis-ogg-opus'),
    };
  }

  /** Retries, because a port that is taken now may be free later. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { listen, clock, log } = this.#options;
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        this.#failure = undefined;
        await listen?.(this, signal);
      } catch (error) {
        this.#failure = textOf(error);
        if (failures === 1) {
          log.warn('cannot accept broadcasts', { reason: this.#failure });
        }
        await pause(clock, backoffMs(failures, AGAIN), signal);
      }
    }
  }
}
