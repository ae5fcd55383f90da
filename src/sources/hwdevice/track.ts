import { baseName } from '../shared/file-name.ts';

/** Larger lengths are samples: as seconds they would exceed a day. */
const LONGEST_SECONDS = 100_000;
const USUAL_SAMPLE_RATE = 44_100;

/** Forms of a track's location; may be empty. */
export interface TrackLocations {
  /** `net://<UUID of the device with the file>/<medium>/<path>`. */
  readonly networkPath: string;
  readonly file: string;
  /** Empty for files. */
  readonly uri: string;
}

/** First known form, on which all players of a file agree. */
export function locationOf({ networkPath, file, uri }: TrackLocations): string {
  return networkPath || file || uri;
}

/** Empty for streams. */
export function filenameOf(locations: TrackLocations): string {
  const path = locations.file === '' ? locationOf(locations) : locations.file;
  return path.includes('streaming://') || locations.uri !== '' ? '' : baseName(path);
}

/** @param length samples, or seconds on old firmware; 0: unknown @param sampleRate Hz; 0: unknown */
export function durationMsOf(length: number, sampleRate: number): number {
  const seconds =
    length > LONGEST_SECONDS ? length / (sampleRate > 0 ? sampleRate : USUAL_SAMPLE_RATE) : length;
  return seconds > 0 && seconds <= LONGEST_SECONDS ? Math.round(seconds * 1_000) : 0;
}
