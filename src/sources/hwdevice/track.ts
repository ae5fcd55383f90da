import type { Track } from '../../core/track.ts';
import { locationOf, type Tags } from '../../detection/index.ts';

/** A track's length above this is in samples; as seconds it would be more than a day, which no track lasts. */
const LONGEST_SECONDS = 100_000;
const USUAL_SAMPLE_RATE = 44_100;

/** What a device tells of a track, in our words. */
export function trackOf(tags: Tags): Track {
  const { artist, title, album, genre, length, sampleRate } = tags;
  const seconds =
    length > LONGEST_SECONDS ? length / (sampleRate > 0 ? sampleRate : USUAL_SAMPLE_RATE) : length;
  return {
    artist,
    title,
    album,
    genre,
    filename: filenameOf(tags),
    durationMs: seconds > 0 && seconds <= LONGEST_SECONDS ? Math.round(seconds * 1_000) : 0,
  };
}

/** Base name of the audio file; empty for streams. */
function filenameOf(tags: Tags): string {
  const place = tags.file === '' ? locationOf(tags) : tags.file;
  return place.includes('streaming://') || tags.uri !== '' ? '' : place.slice(lastSlash(place) + 1);
}

function lastSlash(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
}
