import type { Text } from '../../core/message.ts';
/** The names that `--hear.input` accepts. */
export const DOOR_NAMES = ['icecast', 'page', 'command'] as const;
export type DoorName = (typeof DOOR_NAMES)[number];
/** What people call them. */
export const DOOR_TITLES: Readonly<Record<DoorName, string>> = {
  icecast: 'A broadcast',
  page: 'A page in a browser',
  command: 'A command on this computer',
};

/** One way for sound to come in. */
export interface SoundDoor {
  readonly name: DoorName;
  /**
   * Hands on what comes, mono at `SAMPLE_RATE`, until the signal fires. The listener returns at once, with the milliseconds
   * to wait before more is read: sound comes faster than it can be heard. Never rejects.
   */
  run(onSound: (samples: Float32Array) => number, signal: AbortSignal): Promise<void>;
  /** What comes now are samples of 8 bits, which are read as if they had 16; absent where that cannot be. */
  readonly isEightBit?: boolean;
  /** What is wrong with it, and what to do; undefined when nothing is known to be. */
  problem(): DoorProblem | undefined;
}

export interface DoorProblem {
  readonly finding: Text;
  readonly todo: Text;
}
