/** Converts a track's file and length from a device. */
import { baseName } from '../file-name.ts';

/** A track's length above this is in samples; as seconds it would be more than a day, which no track lasts. */
const LONGEST_SECONDS = 100_000;
const USUAL_SAMPLE_RATE = 44_100;

/** The location of a track in the three forms of a device; each is empty when unknown. */
export interface TrackPlace {
  /** `net://<UUID of the device with the file>/<medium>/<path>`. */
  readonly networkPath: string;
  /** Path of the file, as the player itself sees it. */
  readonly file: string;
  /** Where a streamed track comes from; empty for files. */
  readonly uri: string;
}

/** The first that is not empty. Equal for every player that plays the file. */
export function locationOf({ networkPath, file, uri }: TrackPlace): string {
  return networkPath || file || uri;
}

/** Base name of the audio file; empty for streams. */
export function filenameOf(place: TrackPlace): string {
  const path = place.file === '' ? locationOf(place) : place.file;
  return path.includes('streaming://') || place.uri !== '' ? '' : baseName(path);
}

/** `length`: in samples on current firmware, in seconds on old ones. `sampleRate`: Hz. Each is 0 when unknown. */
export function durationMsOf(length: number, sampleRate: number): number {
  const seconds =
    length > LONGEST_SECONDS ? length / (sampleRate > 0 ? sampleRate : USUAL_SAMPLE_RATE) : length;
  return seconds > 0 && seconds <= LONGEST_SECONDS ? Math.round(seconds * 1_000) : 0;
}
