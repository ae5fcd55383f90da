/** Program whose standard output is sound, such as a recorder or ffmpeg. */

import { say } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { backoffMs, pause } from '../../core/waiting.ts';
import { type Ending, runCommandLine } from '../../host/child.ts';
import { Resampler } from '../decode/resample.ts';
import { SIGNED_16, sampleReader } from '../sound.ts';
import type { DoorProblem, SoundDoor } from './door.ts';
import { SampleWidth } from './sample-width.ts';

const AGAIN = { firstMs: 1_000, longestMs: 30_000 };
/** A program that ran this long counts as working. */
const WELL_AFTER_MS = 30_000;

export interface CommandDoorOptions {
  readonly command: string;
  /** Samples per second of its output: signed, 16 bits, little-endian, mono. */
  readonly rate: number;
  readonly clock: Clock;
  readonly log: Logger;
}

export class CommandDoor implements SoundDoor {
  readonly name = 'command';
  readonly #options: CommandDoorOptions;
  /** End of its last run, until sound arrives again. */
  #ended: Ending | undefined;
  /** Monotonic. */
  #startedAt = 0;
  /** Sample width of its last run. */
  #width = new SampleWidth();

  constructor(options: CommandDoorOptions) {
    this.#options = options;
  }

  get isEightBit(): boolean {
    return this.#width.isEightBit;
  }

  async run(onSound: (samples: Float32Array) => number, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    for (let failures = 0; !signal.aborted; ) {
      this.#startedAt = clock.monotonic();
      const ended = await this.#runOnce(onSound, signal);
      if (signal.aborted) {
        return;
      }
      failures = clock.monotonic() >= this.#startedAt + WELL_AFTER_MS ? 1 : failures + 1;
      const report = failures === 1 ? log.warn : log.debug;
      report.call(log, 'the program of --hear.command has ended; it is started again', {
        how: ended.how,
        said: ended.lastWords,
      });
      this.#ended = ended;
      await pause(clock, backoffMs(failures, AGAIN), signal);
    }
  }

  problem(): DoorProblem | undefined {
    if (this.#ended !== undefined) {
      const { how, lastWords } = this.#ended;
      return {
        finding: say('hearing.program-hear-command-ended', {
          status: how,
          rest: lastWords === '' ? '' : `: ${lastWords}`,
        }),
        todo: say('hearing.run-command-terminal-until-writes-sound'),
      };
    }
    return undefined;
  }

  async #runOnce(onSound: (samples: Float32Array) => number, signal: AbortSignal): Promise<Ending> {
    const { command, rate, clock } = this.#options;
    const resampler = new Resampler(rate);
    const samplesIn = sampleReader(SIGNED_16);
    const width = new SampleWidth();
    this.#width = width;
    return runCommandLine(
      command,
      (bytes) => {
        this.#ended = undefined;
        width.push(bytes);
        const restMs = onSound(resampler.push(samplesIn(bytes)));
        return restMs > 0 ? pause(clock, restMs, signal) : undefined;
      },
      signal,
      clock,
    );
  }
}
