import type { Text } from '../../core/message.ts';
export const DOOR_NAMES = ['icecast', 'page', 'command'] as const;
export type DoorName = (typeof DOOR_NAMES)[number];
export const DOOR_TITLES: Readonly<Record<DoorName, string>> = {
  icecast: 'A broadcast',
  page: 'A page in a browser',
  command: 'A command on this computer',
};

export interface SoundDoor {
  readonly name: DoorName;
  /**
   * Passes sound on, mono at `SAMPLE_RATE`, until the signal fires. The listener returns at once, with the milliseconds
   * to wait before reading more, because sound may arrive faster than it plays. Never rejects.
   */
  run(onSound: (samples: Float32Array) => number, signal: AbortSignal): Promise<void>;
  /** The current bytes are 8-bit samples read as 16-bit ones. Absent if the door can't receive such. */
  readonly isEightBit?: boolean;
  problem(): DoorProblem | undefined;
}

export interface DoorProblem {
  readonly finding: Text;
  readonly todo: Text;
}
