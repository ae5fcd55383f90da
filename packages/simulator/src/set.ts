/** Plain data: devices, tracks, and the DJ's moves with their times. */
import type { DeviceSpec } from './device-spec.ts';
import type { SetAction } from './script.ts';

export interface SimulatedSet {
  readonly name: string;
  /** The time line starts with the first client that subscribes to a state, not with the simulation. */
  readonly waitForClient: boolean;
  /** Seconds after which the time line starts over; absent: runs once. */
  readonly repeatAfter?: number;
  readonly devices: readonly DeviceSpec[];
  readonly tracks: readonly SimulatedTrack[];
  readonly timeline: readonly TimelineEntry[];
}

export interface SimulatedTrack {
  /** Name in the time line; unique in the set. */
  readonly id: string;
  readonly artist: string;
  readonly title: string;
  readonly genre: string;
  readonly seconds: number;
  readonly bpm: number;
  readonly key: string;
  /** `<source>/<rest>`, without a leading slash; `streaming://…` has no file. */
  readonly path: string;
  /** Device that holds the medium; absent: the one that plays the track. */
  readonly on?: string;
  /** From the names to the end of loading: few for a file, some for a stream. */
  readonly loadSeconds: number;
}

export interface TimelineEntry {
  /** Seconds after the start of the time line. */
  readonly at: number;
  readonly action: SetAction;
}
