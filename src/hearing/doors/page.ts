/** Sound of an operator's page, on any computer. */
import { say } from '../../core/message.ts';
import { untilAborted } from '../../core/waiting.ts';
import { SIGNED_16, sampleReader } from '../sound.ts';
import type { DoorProblem, SoundDoor } from './door.ts';

export type PageResult = 'heard' | 'off' | 'no-sound' | 'too-fast';

export interface PageTap {
  /** Signed, 16 bits, little-endian, mono, at `SAMPLE_RATE`. */
  push(bytes: Buffer): PageResult;
  end(): void;
}

export class PageDoor implements SoundDoor {
  readonly name = 'page';
  /** The newest page counts, because the operator has just chosen it. */
  #current: { readonly replaced: () => void } | undefined;
  #onSound: ((samples: Float32Array) => number) | undefined;

  async run(onSound: (samples: Float32Array) => number, signal: AbortSignal): Promise<void> {
    this.#onSound = onSound;
    await untilAborted(signal);
    this.#onSound = undefined;
  }

  problem(): DoorProblem | undefined {
    return this.#current === undefined
      ? {
          finding: say('hearing.no-page-listens'),
          todo: say('hearing.open-operators-page-computer-hears-master'),
        }
      : undefined;
  }

  /** `replaced` is called when another page takes over. */
  open(replaced: () => void): PageTap {
    this.#current?.replaced();
    const page = { replaced };
    const samplesIn = sampleReader(SIGNED_16);
    this.#current = page;
    return {
      push: (bytes) => {
        if (this.#current !== page) {
          return 'off';
        }
        if (bytes.length % SIGNED_16.bytes !== 0) {
          return 'no-sound';
        }
        // Drops sound while hearing starts or restarts: the page goes on with the next door.
        return (this.#onSound?.(samplesIn(bytes)) ?? 0) > 0 ? 'too-fast' : 'heard';
      },
      end: () => {
        if (this.#current === page) {
          this.#current = undefined;
        }
      },
    };
  }
}
