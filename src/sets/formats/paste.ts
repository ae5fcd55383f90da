/** Lists to paste into the forms of sites for DJ sets, in the format that they parse. */
import { clockTime } from '../../core/units.ts';
import { nameLine, type SetTrack } from './set.ts';

/** `04:05 Artist - Title` */
export function mixcloud(tracks: readonly SetTrack[]): string {
  return tracks.map((track) => `${clockTime(track.startMs, 2)} ${nameLine(track)}\n`).join('');
}

/** `[04:05] Artist - Title` */
export function tracklists1001(tracks: readonly SetTrack[]): string {
  return tracks.map((track) => `[${clockTime(track.startMs, 2)}] ${nameLine(track)}\n`).join('');
}
