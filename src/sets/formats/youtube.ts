import { clockTime } from '../../core/units.ts';
import { nameLine, type SetTrack } from './set.ts';

/** With a shorter chapter, YouTube shows none at all. */
const SHORTEST_CHAPTER_MS = 10_000;

/**
 * Chapters for a description: the first at 0:00, whole seconds, each at least ten seconds after the one before: an
 * earlier track is delayed, none is left out.
 */
export function youtube(tracks: readonly SetTrack[]): string {
  let earliest = 0;
  return tracks
    .map((track, index) => {
      const startMs = index === 0 ? 0 : Math.max(earliest, Math.floor(track.startMs / 1_000) * 1_000);
      earliest = startMs + SHORTEST_CHAPTER_MS;
      return `${clockTime(startMs, 1)} ${described(nameLine(track))}\n`;
    })
    .join('');
}

/** A description with angle brackets is refused. */
function described(name: string): string {
  return name.replaceAll('<', '‹').replaceAll('>', '›');
}
