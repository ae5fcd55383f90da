import type { DeviceSpec } from './device-spec.ts';
import type { SetAction } from './script.ts';

export interface SimulatedSet {
  readonly name: string;
  /** The time line starts with the first subscription. */
  readonly waitForClient: boolean;
  /** Seconds; absent: runs once. */
  readonly repeatAfter?: number;
  readonly devices: readonly DeviceSpec[];
  readonly tracks: readonly SimulatedTrack[];
  readonly timeline: readonly TimelineEntry[];
}

export interface SimulatedTrack {
  /** Unique in the set. */
  readonly id: string;
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly seconds: number;
  readonly bpm: number;
  readonly key: string;
  /** `<source>/<rest>`, without a leading slash; `streaming://…` has no file. */
  readonly path: string;
  /** Holder of the medium; absent: the player of the track. */
  readonly on?: string;
  /** Time after the names: short for a file, longer for a stream. */
  readonly loadSeconds: number;
}

export interface TimelineEntry {
  /** Seconds after the start. */
  readonly at: number;
  readonly action: SetAction;
}
