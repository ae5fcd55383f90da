/** Program whose standard output is sound, such as a recorder or ffmpeg. */

import { say } from '../../core/message.ts';
import type { Clock, Logger } from '../../core/tools.ts';
import { pause } from '../../core/waiting.ts';
import type { TakeBytes } from '../../host/child.ts';
import { SupervisedCommand } from '../../host/supervised-command.ts';
import { Resampler } from '../decode/resample.ts';
import { SIGNED_16, sampleReader } from '../sound.ts';
import type { DoorProblem, SoundDoor } from './door.ts';
import { SampleWidth } from './sample-width.ts';

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
  readonly #command: SupervisedCommand;
  /** Sample width of its last run. */
  #width = new SampleWidth();

  constructor(options: CommandDoorOptions) {
    this.#options = options;
    this.#command = new SupervisedCommand({ ...options, option: '--hear.command' });
  }

  get isEightBit(): boolean {
    return this.#width.isEightBit;
  }

  run(onSound: (samples: Float32Array) => number, signal: AbortSignal): Promise<void> {
    return this.#command.run(() => this.#reader(onSound, signal), signal);
  }

  problem(): DoorProblem | undefined {
    if (this.#command.ended !== undefined) {
      const { how, lastWords } = this.#command.ended;
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

  #reader(onSound: (samples: Float32Array) => number, signal: AbortSignal): TakeBytes {
    const { rate, clock } = this.#options;
    const resampler = new Resampler(rate);
    const samplesIn = sampleReader(SIGNED_16);
    const width = new SampleWidth();
    this.#width = width;
    return (bytes) => {
      this.#command.works();
      width.push(bytes);
      const restMs = onSound(resampler.push(samplesIn(bytes)));
      return restMs > 0 ? pause(clock, restMs, signal) : undefined;
    };
  }
}
